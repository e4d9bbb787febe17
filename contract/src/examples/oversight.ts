import { example } from '../ground/example.ts'
import * as contract from '../safety/oversight.ts'
import { approval, idsOfExamples, moment, page } from './things.ts'

const failed: contract.StoredJob = {
  id: idsOfExamples.failedJob,
  queue: 'refresh-stars',
  state: 'failed',
  payload: { maxBatch: 100 },
  attempts: 1,
  most_attempts: 1,
  createdAt: moment,
  startAfter: moment,
  startedAt: moment,
  finishedAt: moment,
  error: 'The code host does not respond.',
}

const { finishedAt: _, ...retried } = { ...failed, state: 'retrying' as const, most_attempts: 2 }

export const examples = [
  example(contract.listQueues, {
    input: { query: { name: 'refresh-stars' } },
    answer: {
      queues: [
        {
          name: 'refresh-stars',
          counts: { waiting: 0, retrying: 0, running: 0, failed: 2, done: 0, cancelled: 0 },
        },
      ],
    },
  }),
  example(contract.listJobs, {
    input: { query: { queue: 'refresh-stars' } },
    answer: { ...page, total: 2, jobs: [{ ...failed, id: idsOfExamples.jobToDiscard }, failed] },
  }),
  example(contract.retryJob, { input: { params: { jobId: idsOfExamples.failedJob } }, answer: retried }),
  example(contract.discardJob, { input: { params: { jobId: idsOfExamples.jobToDiscard } } }),
  example(contract.listAuditEvents, {
    input: { query: { action: 'version.approve', limit: 10 } },
    answer: {
      events: [{ ...approval, actor: { kind: 'user', id: 'user-ada', name: 'Ada' }, publisher_id: 'acme' }],
    },
  }),
  example(contract.getNumbers, {
    input: { query: { days: 1 } },
    answer: {
      days: [{ day: '2026-01-02', publishes: 1, flags: 0, decisions: 1, downloads: 0, open: 0 }],
    },
  }),
  example(contract.getDuties, {
    answer: {
      duties: [
        { name: 'flagged', count: 0 },
        { name: 'appeals', count: 0 },
        { name: 'reports', count: 1, oldest: moment },
        { name: 'failed_jobs', count: 2, oldest: moment },
        { name: 'stuck', count: 0 },
        { name: 'rescans', count: 1 },
      ],
    },
  }),
]
