import {
  discardJob,
  type JobState,
  jobStates,
  listJobs,
  listQueues,
  type Queue,
  retryJob,
  type StoredJob,
} from '@nodeyard/contract/oversight'
import { keepPreviousData, queryOptions, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { Link } from 'react-router'
import { useMay } from '../../account/access/use-may.ts'
import { type PageHandle, pageLoader } from '../../ground/page/page.ts'
import { useSearch, useSearchChange } from '../../ground/paths/search-params.ts'
import { type Site, useSite, useText } from '../../ground/site/site.ts'
import { type Column, DataTable } from '../../ground/tables/data-table.tsx'
import { SelectFilter, TableFilters } from '../../ground/tables/table-filters.tsx'
import { formatsOf } from '../../ground/texts/formats.ts'
import { Badge, type Tone } from '../../ground/ui/badge.tsx'
import { Button } from '../../ground/ui/button.tsx'
import { Fold } from '../../ground/ui/fold.tsx'
import { showToast } from '../../ground/ui/toast.ts'
import { ActDialog } from '../kit/act-dialog.tsx'
import { AdminPage } from '../kit/admin-layout.tsx'
import { adminPaths } from '../kit/admin-paths.ts'
import { useAdminToken } from '../kit/use-admin-token.ts'
import { Ago } from './ago.tsx'
import { RecordValues } from './record-details.tsx'
import { type JobsSearch, jobsLink, jobsSearch } from './search.ts'

export const handle: PageHandle = { namespaces: ['admin', 'admin-oversight'] }
export const loader = pageLoader(adminPaths.jobs, handle, async () => {})

const jobsOfPage = 50
/** Work comes and goes by itself. */
const refreshMs = 10_000

function queuesQuery({ registry }: Site) {
  return queryOptions({
    queryKey: ['admin', 'queues'],
    queryFn: ({ signal }) => registry.call(listQueues, {}, { signal }),
    refetchInterval: refreshMs,
  })
}

function jobsQuery({ registry }: Site, { queue, state, page }: JobsSearch) {
  const query = { page, limit: jobsOfPage, ...(queue ? { queue } : {}), ...(state ? { state } : {}) }
  return queryOptions({
    queryKey: ['admin', 'jobs', query],
    queryFn: ({ signal }) => registry.call(listJobs, { query }, { signal }),
    refetchInterval: refreshMs,
  })
}

export function Component() {
  const t = useText('admin')
  const text = useText('admin-oversight')
  return (
    <AdminPage title={t('nav_jobs')} lead={text('jobs_lead')}>
      <Queues />
      <Jobs />
    </AdminPage>
  )
}

function useStateNames(): Readonly<Record<JobState, string>> {
  const t = useText('admin-oversight')
  return {
    waiting: t('state_waiting'),
    retrying: t('state_retrying'),
    running: t('state_running'),
    failed: t('state_failed'),
    done: t('state_done'),
    cancelled: t('state_cancelled'),
  }
}

const shownStates = ['waiting', 'running', 'retrying', 'failed', 'done'] as const

function Queues() {
  const t = useText('admin-oversight')
  const formats = formatsOf(useSite().settings.locale)
  const names = useStateNames()
  const list = useQuery(queuesQuery(useSite()))
  const columns: Column<Queue>[] = [
    {
      id: 'name',
      title: t('queue'),
      isHead: true,
      cell: ({ name }) => (
        <Link to={jobsLink({ queue: name })} className="text-accent hover:underline">
          <bdi>{name}</bdi>
        </Link>
      ),
    },
    ...shownStates.map(
      (state): Column<Queue> => ({
        id: state,
        title: names[state],
        isNumber: true,
        cell: ({ name, counts }) =>
          counts[state] === 0 ? (
            <span className="text-muted">0</span>
          ) : (
            <Link
              to={jobsLink({ queue: name, state })}
              className={`font-semibold hover:underline ${state === 'failed' ? 'text-danger' : 'text-accent'}`}
            >
              {formats.number(counts[state])}
            </Link>
          ),
      }),
    ),
    {
      id: 'oldest',
      title: t('oldest_waiting'),
      cell: ({ oldest }) => (oldest ? <Ago iso={oldest} /> : null),
    },
  ]
  const table = (caption: string, rows: readonly Queue[] | undefined) => (
    <DataTable
      caption={caption}
      columns={columns}
      rows={rows}
      keyOf={({ name }) => name}
      empty={t('no_open_work')}
      query={list}
    />
  )
  const idle = list.data?.queues.filter((queue) => !hasOpenWork(queue)) ?? []
  return (
    <>
      {table(t('queues'), list.data?.queues.filter(hasOpenWork))}
      {idle.length > 0 && (
        <Fold look="text-sm text-muted" title={t('idle_queues')}>
          <div className="mt-3">{table(t('idle_queues'), idle)}</div>
        </Fold>
      )}
    </>
  )
}

const hasOpenWork = ({ counts }: Queue) =>
  counts.waiting + counts.running + counts.retrying + counts.failed > 0

const tones: Readonly<Record<JobState, Tone>> = {
  waiting: 'plain',
  retrying: 'warn',
  running: 'info',
  failed: 'danger',
  done: 'accent',
  cancelled: 'plain',
}

function Jobs() {
  const t = useText('admin-oversight')
  const site = useSite()
  const names = useStateNames()
  const search = useSearch(jobsSearch)
  const change = useSearchChange(jobsSearch)
  const [asked, setAsked] = useState<Asked>()
  const { data: known } = useQuery(queuesQuery(site))
  const list = useQuery({
    ...jobsQuery(site, search),
    placeholderData: keepPreviousData,
  })
  const queues = [...new Set([search.queue, ...(known?.queues ?? []).map(({ name }) => name)])].filter(
    Boolean,
  )
  const columns: Column<StoredJob>[] = [
    { id: 'queue', title: t('queue'), isHead: true, cell: ({ queue }) => <bdi>{queue}</bdi> },
    {
      id: 'state',
      title: t('state'),
      cell: ({ state }) => <Badge tone={tones[state]}>{names[state]}</Badge>,
    },
    {
      id: 'attempts',
      title: t('attempts'),
      isNumber: true,
      cell: ({ attempts, most_attempts }) => (
        <bdi>
          {attempts} / {most_attempts}
        </bdi>
      ),
    },
    {
      id: 'when',
      title: t('last_change'),
      cell: ({ finishedAt, startedAt, createdAt }) => <Ago iso={finishedAt ?? startedAt ?? createdAt} />,
    },
    { id: 'what', title: t('payload'), cell: (job) => <What job={job} /> },
    { id: 'acts', title: t('acts'), cell: (job) => <Acts job={job} ask={setAsked} /> },
  ]
  return (
    <div className="grid gap-3">
      <h2 className="text-lg font-semibold">{t('jobs')}</h2>
      <TableFilters label={t('filters')}>
        <SelectFilter
          label={t('queue')}
          value={search.queue}
          choices={[{ value: '', label: t('all') }, ...queues.map((value) => ({ value, label: value }))]}
          onChange={(queue) => change({ queue })}
        />
        <SelectFilter
          label={t('state')}
          value={search.state}
          choices={[
            { value: '' as const, label: t('all') },
            ...jobStates.map((value) => ({ value, label: names[value] })),
          ]}
          onChange={(state) => change({ state })}
        />
      </TableFilters>
      <DataTable
        caption={t('jobs')}
        columns={columns}
        rows={list.data?.jobs}
        keyOf={({ id }) => id}
        empty={t('no_jobs')}
        query={list}
        {...(list.data
          ? {
              paging: {
                page: list.data.page,
                totalPages: list.data.totalPages,
                linkTo: (page: number) => jobsLink({ ...search, page }),
              },
            }
          : {})}
      />
      {asked && <Question {...asked} onClose={() => setAsked(undefined)} />}
    </div>
  )
}

function What({ job: { payload, error } }: { job: StoredJob }) {
  const t = useText('admin-oversight')
  return (
    <div className="grid gap-1">
      <RecordValues record={payload} />
      {error && (
        <Fold look="text-danger" title={error.split('\n', 1)[0] || t('error')}>
          <pre
            dir="ltr"
            className="mt-1 max-h-60 overflow-auto rounded-md bg-sunken p-2 text-xs whitespace-pre-wrap"
          >
            {error}
          </pre>
        </Fold>
      )}
    </div>
  )
}

interface Asked {
  act: 'retry' | 'discard'
  job: StoredJob
}

function Acts({ job, ask }: { job: StoredJob; ask(asked: Asked): void }) {
  const t = useText('admin-oversight')
  const may = useMay()
  return (
    <div className="flex flex-wrap gap-1.5">
      {may(retryJob) && ['failed', 'retrying', 'waiting'].includes(job.state) && (
        <Button onClick={() => ask({ act: 'retry', job })}>{t('run_now')}</Button>
      )}
      {may(discardJob) && job.state !== 'running' && (
        <Button look="quiet" onClick={() => ask({ act: 'discard', job })}>
          {t('discard')}
        </Button>
      )}
    </div>
  )
}

/** Stands outside of the list: the job may leave that while somebody reads the question. */
function Question({ act, job, onClose }: Asked & { onClose(): void }) {
  const t = useText('admin-oversight')
  const { call } = useAdminToken()
  const queries = useQueryClient()
  const params = { jobId: job.id }
  const isRetry = act === 'retry'
  const carryOut = async () => {
    if (isRetry) await call(retryJob, { params })
    else await call(discardJob, { params })
    showToast('success', isRetry ? t('retried') : t('discarded'))
    await queries.invalidateQueries({ queryKey: ['admin', 'jobs'] })
    await queries.invalidateQueries({ queryKey: ['admin', 'queues'] })
    onClose()
  }
  return (
    <ActDialog
      title={isRetry ? t('run_now') : t('discard')}
      lead={isRetry ? t('run_now_lead') : t('discard_lead')}
      action={isRetry ? t('run_now') : t('discard')}
      isDestructive={!isRetry}
      things={[`${job.queue} ${job.id}`]}
      onAct={carryOut}
      onClose={onClose}
    />
  )
}
