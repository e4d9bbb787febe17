import type { ResponseOf } from '@nodeyard/contract/ground'
import { type DutyName, getDuties } from '@nodeyard/contract/safety'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Link } from 'react-router'
import { routeQuery } from '../../ground/site/route-query.ts'
import { useFormats, useSite, useText } from '../../ground/site/site.ts'
import { durationText } from '../../ground/texts/duration.ts'
import { formatsOf } from '../../ground/texts/formats.ts'
import { Loading } from '../../ground/ui/loading.tsx'
import { adminPaths } from '../kit/admin-paths.ts'
import { reviewLink } from '../review/search.ts'
import { jobsLink } from './search.ts'

const refreshMs = 30_000

/** Work that waits for an admin, with its amount and age. */
export function Duties() {
  const t = useText('admin-oversight')
  const { data, error, refetch } = useQuery({
    ...routeQuery(useSite(), getDuties, {}),
    refetchInterval: refreshMs,
  })
  const targets: Readonly<Record<DutyName, { title: string; to: string }>> = {
    flagged: { title: t('duty_flagged'), to: reviewLink() },
    appeals: { title: t('duty_appeals'), to: reviewLink({ status: ['flagged', 'banned'], appealed: true }) },
    reports: { title: t('duty_reports'), to: '/admin/reports' },
    failed_jobs: { title: t('duty_failed_jobs'), to: jobsLink({ state: 'failed' }) },
    stuck: { title: t('duty_stuck'), to: reviewLink({ status: ['pending'] }) },
    rescans: { title: t('duty_rescans'), to: '/admin/rescans' },
  }
  if (!data) {
    return (
      // Reserves the height of the list, to prevent a layout shift.
      <div className="grid min-h-100 content-center sm:min-h-67">
        <Loading error={error} retry={refetch} />
      </div>
    )
  }
  return (
    <section aria-labelledby="duties" className="grid gap-3">
      <h2 id="duties" className="text-lg font-semibold">
        {t('duties')}
      </h2>
      <ul className="grid grid-cols-2 gap-3 lg:grid-cols-3">
        {data.duties.map((duty) => (
          <li key={duty.name}>
            <DutyCard duty={duty} {...targets[duty.name]} />
          </li>
        ))}
      </ul>
    </section>
  )
}

const pages: ReadonlySet<string> = new Set(Object.values(adminPaths))

type Duty = ResponseOf<typeof getDuties>['duties'][number]

function Waiting({ since }: { since: string }) {
  const t = useText('admin-oversight')
  const { locale } = useSite().settings
  const [now] = useState(Date.now)
  const time = durationText(Math.max(0, now - Date.parse(since)), locale)
  return (
    <time dateTime={since} title={`${formatsOf(locale).dateTime(since)} UTC`}>
      {t('waiting_for', { time })}
    </time>
  )
}

/** The amount and age of a duty, linked to the page for it if there is one. */
function DutyCard({ duty: { count, oldest }, title, to }: { duty: Duty; title: string; to: string }) {
  const t = useText('admin-oversight')
  const formats = useFormats()
  const content = (
    <>
      <span className={`text-2xl font-bold tabular-nums ${count === 0 ? 'text-muted' : ''}`}>
        {formats.number(count)}
      </span>
      <span className="text-sm font-medium">{title}</span>
      <span className="text-xs text-muted">{oldest ? <Waiting since={oldest} /> : t('nothing_waits')}</span>
    </>
  )
  const look = `grid h-full content-start gap-0.5 rounded-lg border bg-surface p-4 ${count > 0 ? 'border-warn' : 'border-line'}`
  if (!to.includes('?') && !pages.has(to)) return <div className={look}>{content}</div>
  return (
    <Link to={to} className={`${look} hover:border-edge`}>
      {content}
    </Link>
  )
}
