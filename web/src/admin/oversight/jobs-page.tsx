import {
  discardJob,
  type JobState,
  jobStates,
  listJobs,
  listQueues,
  type Queue,
  retryJob,
  type StoredJob,
} from '@nodeyard/contract/safety'
import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { routeQuery } from '../../ground/site/route-query.ts'
import { type Site, useFormats, useSite, useText } from '../../ground/site/site.ts'
import { type Column, DataTable } from '../../ground/tables/data-table.tsx'
import { Badge, type Tone } from '../../ground/ui/badge.tsx'
import { Fold } from '../../ground/ui/fold.tsx'
import { AdminList } from '../kit/admin-list.tsx'
import { adminPage } from '../kit/admin-page.tsx'
import { adminPaths } from '../kit/admin-paths.ts'
import { ConfirmDialog } from '../kit/confirm-dialog.tsx'
import type { Action } from '../kit/row-actions.tsx'
import { useAdminToken } from '../kit/use-admin-token.ts'
import { useChange } from '../kit/use-change.ts'
import { useList } from '../kit/use-list.ts'
import { useRead } from '../kit/use-read.ts'
import { Ago } from './ago.tsx'
import { RecordValues } from './record-details.tsx'
import { jobsLink, jobsSearch } from './search.ts'

const pageSize = 50
/** Jobs change without user action. */
const refreshMs = 10_000

const queuesQuery = (site: Site) => ({ ...routeQuery(site, listQueues, {}), refetchInterval: refreshMs })

export const { handle, loader, Component } = adminPage({
  path: adminPaths.jobs,
  title: 'nav_jobs',
  namespaces: ['admin-oversight'],
  lead: (texts) => texts.of('admin-oversight')('jobs_lead'),
  Content: QueuesAndJobs,
})

function QueuesAndJobs() {
  return (
    <>
      <Queues />
      <Jobs />
    </>
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
  const list = useQuery(queuesQuery(useSite()))
  const columns = useQueueColumns()
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

function useQueueColumns(): Column<Queue>[] {
  const t = useText('admin-oversight')
  const formats = useFormats()
  const names = useStateNames()
  return [
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
  const names = useStateNames()
  const list = useList(adminPaths.jobs, jobsSearch)
  const { data: known } = useQuery(queuesQuery(useSite()))
  const read = useRead(listJobs, { ...list.search, limit: pageSize }, refreshMs)
  const queues = new Set([list.search.queue, ...(known?.queues ?? []).map(({ name }) => name)])
  queues.delete('')
  return (
    <div className="grid gap-3">
      <h2 className="text-lg font-semibold">{t('jobs')}</h2>
      <AdminList
        list={list}
        read={read}
        rows={read.data?.jobs}
        keyOf={({ id }) => id}
        caption={t('jobs')}
        empty={t('no_jobs')}
        filters={[
          {
            label: t('queue'),
            oneOf: 'queue',
            choices: [
              { value: '', label: t('all') },
              ...[...queues].map((value) => ({ value, label: value })),
            ],
          },
          {
            label: t('state'),
            oneOf: 'state',
            choices: [
              { value: '', label: t('all') },
              ...jobStates.map((value) => ({ value, label: names[value] })),
            ],
          },
        ]}
        columns={useJobColumns()}
        actions={useJobActions()}
      />
    </div>
  )
}

function useJobColumns(): Column<StoredJob>[] {
  const t = useText('admin-oversight')
  const names = useStateNames()
  return [
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
    { id: 'what', title: t('payload'), cell: (job) => <JobDetails job={job} /> },
  ]
}

function useJobActions(): Action<StoredJob>[] {
  const t = useText('admin-oversight')
  return [
    {
      text: t('run_now'),
      route: retryJob,
      isFor: ({ state }) => ['failed', 'retrying', 'waiting'].includes(state),
      dialog: (job, close) => <JobDialog act="retry" job={job} onClose={close} />,
    },
    {
      text: t('discard'),
      look: 'risky',
      route: discardJob,
      isFor: ({ state }) => ['failed', 'retrying', 'waiting'].includes(state),
      dialog: (job, close) => <JobDialog act="discard" job={job} onClose={close} />,
    },
  ]
}

function JobDetails({ job: { payload, error } }: { job: StoredJob }) {
  const t = useText('admin-oversight')
  if (!error && Object.keys(payload ?? {}).length === 0) return null
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

function JobDialog({ act, job, onClose }: { act: 'retry' | 'discard'; job: StoredJob; onClose(): void }) {
  const t = useText('admin-oversight')
  const { call } = useAdminToken()
  const changed = useChange(['admin', 'jobs'], ['admin', 'queues'])
  const params = { jobId: job.id }
  const isRetry = act === 'retry'
  const execute = async () => {
    if (isRetry) await call(retryJob, { params })
    else await call(discardJob, { params })
    await changed(isRetry ? t('retried') : t('discarded'))
    onClose()
  }
  return (
    <ConfirmDialog
      title={isRetry ? t('run_now') : t('discard')}
      lead={isRetry ? t('run_now_lead') : t('discard_lead')}
      action={isRetry ? t('run_now') : t('discard')}
      isDestructive={!isRetry}
      things={[`${job.queue} ${job.id}`]}
      onConfirm={execute}
      onClose={onClose}
    />
  )
}
