import type { PartStatus, ReviewFigures, ServiceStatus } from '@nodeyard/contract/services'
import { useSuspenseQuery } from '@tanstack/react-query'
import { Fragment } from 'react'
import { Main } from '../../ground/page/main.tsx'
import { type PageHandle, pageLoader } from '../../ground/page/page.ts'
import { links } from '../../ground/paths/links.ts'
import { paths } from '../../ground/paths/paths.ts'
import { useFormats, useSite, useText } from '../../ground/site/site.ts'
import { durationText } from '../../ground/texts/duration.ts'
import type { TextKey } from '../../ground/texts/texts.ts'
import { Badge, type Tone } from '../../ground/ui/badge.tsx'
import { Notice } from '../../ground/ui/notice.tsx'
import { PageHead } from '../../ground/ui/page-head.tsx'
import { PageTitle } from '../../ground/ui/page-title.tsx'
import { statusQuery } from './queries.ts'

export const handle: PageHandle = { namespaces: ['service'] }

export const loader = pageLoader(paths.status, handle, ({ site }) =>
  site.queries.ensureQueryData(statusQuery(site)),
)

const names: Record<PartStatus['part'], TextKey<'service'>> = {
  api: 'part_api',
  search: 'part_search',
  archives: 'part_archives',
  publishing: 'part_publishing',
  jobs: 'part_jobs',
}

const states: Record<PartStatus['state'], { text: TextKey<'service'>; tone: Tone }> = {
  working: { text: 'state_working', tone: 'accent' },
  failing: { text: 'state_failing', tone: 'danger' },
  unknown: { text: 'state_unknown', tone: 'plain' },
}

export function Component() {
  const t = useText('service')
  const { data } = useSuspenseQuery(statusQuery(useSite()))
  return (
    <Main className="grid content-start gap-6">
      <PageHead title={t('status_title')} description={t('status_text')} path={links.status()} />
      <PageTitle title={t('status_title')} lead={t('status_text')} />
      <Overall parts={data.parts} />
      <ul className="grid gap-3">
        {data.parts.map((part) => (
          <Part key={part.part} part={part} />
        ))}
      </ul>
      <Reviews reviews={data.reviews} />
    </Main>
  )
}

/** How long publishers wait for a moderator. */
function Reviews({ reviews }: { reviews: ReviewFigures }) {
  const t = useText('service')
  const { locale } = useSite().settings
  const formats = useFormats()
  const { waiting, decided, medianSeconds, p95Seconds, automaticShare } = reviews
  const time = (seconds: number) => durationText(seconds * 1000, locale)
  const percent = usePercent(1)
  const facts: [string, string][] = [
    [t('reviews_waiting'), formats.number(waiting)],
    [t('reviews_decided'), formats.number(decided)],
    ...(medianSeconds === undefined ? [] : [[t('reviews_median'), time(medianSeconds)] as [string, string]]),
    ...(p95Seconds === undefined ? [] : [[t('reviews_p95'), time(p95Seconds)] as [string, string]]),
    ...(automaticShare === undefined
      ? []
      : [[t('reviews_automatic'), percent.format(automaticShare)] as [string, string]]),
  ]
  return (
    <section aria-labelledby="reviews" className="grid gap-2 rounded-lg border border-line bg-surface p-4">
      <h2 id="reviews" className="font-semibold">
        {t('reviews_title')}
      </h2>
      <p className="text-sm text-muted">{t('reviews_text')}</p>
      <dl className="grid gap-x-6 gap-y-2 text-sm sm:grid-cols-[auto_1fr]">
        {facts.map(([name, value]) => (
          <Fragment key={name}>
            <dt className="text-muted">{name}</dt>
            <dd className="font-medium tabular-nums">{value}</dd>
          </Fragment>
        ))}
      </dl>
    </section>
  )
}

function Overall({ parts }: Pick<ServiceStatus, 'parts'>) {
  const t = useText('service')
  const isIn = (state: PartStatus['state']) => parts.some((part) => part.state === state)
  if (isIn('failing')) return <Notice tone="warn" title={t('overall_failing')} />
  if (isIn('unknown')) return <Notice tone="info" title={t('overall_unknown')} />
  return <Notice tone="good" title={t('overall_working')} />
}

function Part({ part }: { part: PartStatus }) {
  const t = useText('service')
  const formats = useFormats()
  const { text, tone } = states[part.state]
  return (
    <li className="grid gap-2 rounded-lg border border-line bg-surface p-4">
      <div className="flex items-baseline justify-between gap-3">
        <h2 className="font-semibold">{t(names[part.part])}</h2>
        <Badge tone={tone}>{t(text)}</Badge>
      </div>
      <Days days={part.days} />
      <p className="facts text-sm text-muted">
        <Uptime days={part.days} />
        {part.checkedAt && (
          <span>{t('checked_at', { date: `${formats.dateTime(part.checkedAt)} UTC` })}</span>
        )}
      </p>
    </li>
  )
}

const worst = 0.95

const dayMs = 86_400_000
const shownDays = 90

const usePercent = (maximumFractionDigits = 2) =>
  new Intl.NumberFormat(useSite().settings.locale, { style: 'percent', maximumFractionDigits })

/** One bar per recent day, empty without probes. */
function Days({ days }: Pick<PartStatus, 'days'>) {
  const percent = usePercent()
  if (days.length === 0) return null
  return (
    <div aria-hidden="true" className="flex h-6 items-stretch gap-px sm:gap-0.5">
      {lastDays(days).map(({ day, uptime }) => (
        <span
          key={day}
          title={uptime === undefined ? day : `${day}: ${percent.format(uptime)}`}
          className={`flex-1 rounded-sm ${lookOf(uptime)}`}
        />
      ))}
    </div>
  )
}

/** The bars as text. */
function Uptime({ days }: Pick<PartStatus, 'days'>) {
  const t = useText('service')
  const percent = usePercent()
  if (days.length === 0) return <span>{t('no_probes')}</span>
  const probes = days.reduce((sum, day) => sum + day.probes, 0)
  const uptime = days.reduce((sum, day) => sum + day.uptime * day.probes, 0) / probes
  return <span>{t('uptime', { value: percent.format(uptime), count: days.length })}</span>
}

/** Returns recent days up to the last probe, oldest first. */
function lastDays(days: PartStatus['days']): { day: string; uptime: number | undefined }[] {
  const uptimes = new Map(days.map(({ day, uptime }) => [day, uptime]))
  const last = Date.parse(days.at(-1)?.day ?? '')
  return Array.from({ length: shownDays }, (_, index) => {
    const day = new Date(last - (shownDays - 1 - index) * dayMs).toISOString().slice(0, 10)
    return { day, uptime: uptimes.get(day) }
  })
}

function lookOf(uptime: number | undefined): string {
  if (uptime === undefined) return 'bg-sunken'
  if (uptime === 1) return 'bg-accent'
  return uptime > worst ? 'bg-warn' : 'bg-danger'
}
