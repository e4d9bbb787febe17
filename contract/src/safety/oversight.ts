import Type, { type Static } from 'typebox'
import { route } from '../ground/route.ts'
import { countsOf, NoContent, oneOf, PageEnvelope, PageQuery, Timestamp, Uuid } from '../ground/shapes.ts'
import { limits } from '../limits.ts'
import { PublisherEvent } from '../people/publishers.ts'

export const jobStates = ['waiting', 'retrying', 'running', 'failed', 'done', 'cancelled'] as const
export type JobState = (typeof jobStates)[number]

export const Queue = Type.Object({
  name: Type.String(),
  counts: countsOf(jobStates),
  oldest: Type.Optional(
    Type.String({ format: 'date-time', description: 'Since when the oldest job has been ready to run.' }),
  ),
})
export type Queue = Static<typeof Queue>

export const StoredJob = Type.Object({
  id: Uuid,
  queue: Type.String(),
  state: oneOf(jobStates),
  payload: Type.Unknown(),
  attempts: Type.Integer({ description: 'Number of runs that started.' }),
  most_attempts: Type.Integer(),
  createdAt: Timestamp,
  startAfter: Timestamp,
  startedAt: Type.Optional(Timestamp),
  finishedAt: Type.Optional(Timestamp),
  error: Type.Optional(Type.String({ description: 'Why the last run failed.' })),
})
export type StoredJob = Static<typeof StoredJob>

export const listQueues = route({
  method: 'GET',
  path: '/admin/queues',
  access: 'admin',
  summary: 'Every job queue, with the number of waiting, running and failed jobs',
  query: Type.Object({ name: Type.Optional(Type.String({ maxLength: limits.nameLength })) }),
  response: Type.Object({ queues: Type.Array(Queue) }),
})

export const listJobs = route({
  method: 'GET',
  path: '/admin/jobs',
  access: 'admin',
  summary: 'Stored jobs, most recently changed first',
  description: 'Jobs that succeeded or failed are kept for a day.',
  query: Type.Object({
    ...PageQuery,
    queue: Type.Optional(Type.String({ maxLength: limits.nameLength })),
    state: Type.Optional(oneOf(jobStates)),
  }),
  response: Type.Object({ ...PageEnvelope, jobs: Type.Array(StoredJob) }),
})

const JobParams = Type.Object({ jobId: Uuid })

export const retryJob = route({
  method: 'POST',
  path: '/admin/jobs/:jobId/retry',
  access: 'admin-token',
  summary: 'Runs a failed or waiting job again now',
  params: JobParams,
  response: StoredJob,
  errors: ['job_not_found', 'job_not_retryable'],
})

export const discardJob = route({
  method: 'DELETE',
  path: '/admin/jobs/:jobId',
  access: 'admin-token',
  summary: 'Discards a job that is not running',
  params: JobParams,
  response: NoContent,
  status: 204,
  errors: ['job_not_found', 'job_runs'],
})

export const AuditLine = Type.Object({
  ...PublisherEvent.properties,
  publisher_id: Type.Optional(Type.String()),
})
export type AuditLine = Static<typeof AuditLine>

export const listAuditEvents = route({
  method: 'GET',
  path: '/admin/events',
  access: 'admin',
  summary: 'The audit log, newest first',
  description: `\`before\` is the id of the last entry of the previous page. A text is searched for in the newest ${limits.auditTextEvents} entries.`,
  query: Type.Object({
    limit: PageQuery.limit,
    before: Type.Optional(Type.Integer({ minimum: 1 })),
    actor: Type.Optional(
      Type.String({ maxLength: limits.nameLength, description: 'User id or email address.' }),
    ),
    action: Type.Optional(
      Type.String({
        maxLength: limits.nameLength,
        description: 'An action such as `version.approve`, or a prefix such as `version.`.',
      }),
    ),
    subject: Type.Optional(Type.String({ maxLength: limits.nameLength, description: 'Id of the subject.' })),
    publisher_id: Type.Optional(Type.String({ maxLength: limits.nameLength })),
    from: Type.Optional(Type.String({ format: 'date' })),
    to: Type.Optional(Type.String({ format: 'date', description: 'Includes this day.' })),
    text: Type.Optional(
      Type.String({ maxLength: limits.searchLength, description: 'Part of any field of the entry.' }),
    ),
  }),
  response: Type.Object({ events: Type.Array(AuditLine) }),
})

export const DayNumbers = Type.Object({
  day: Type.String({ format: 'date', description: 'The day in UTC.' }),
  publishes: Type.Integer(),
  flags: Type.Integer(),
  decisions: Type.Integer({ description: 'Decisions about flagged versions by admins.' }),
  median_seconds: Type.Optional(Type.Integer({ description: 'Time from the flag to the decision.' })),
  p95_seconds: Type.Optional(Type.Integer()),
  downloads: Type.Integer(),
  open: Type.Integer({ description: 'Number of flagged versions at the end of the day.' }),
  oldest_open_seconds: Type.Optional(Type.Integer()),
})
export type DayNumbers = Static<typeof DayNumbers>

export const getNumbers = route({
  method: 'GET',
  path: '/admin/numbers',
  access: 'admin',
  summary: 'Publishes, flags, decisions, downloads and the open queue for each day, oldest first',
  query: Type.Object({
    days: Type.Optional(Type.Integer({ minimum: 1, maximum: limits.numbersDays.max })),
  }),
  response: Type.Object({ days: Type.Array(DayNumbers) }),
})

export const duties = ['flagged', 'appeals', 'reports', 'failed_jobs', 'stuck', 'rescans'] as const
export type DutyName = (typeof duties)[number]

export const getDuties = route({
  method: 'GET',
  path: '/admin/duties',
  access: 'admin',
  summary: 'Tasks that need an admin now',
  response: Type.Object({
    duties: Type.Array(
      Type.Object({
        name: oneOf(duties),
        count: Type.Integer(),
        oldest: Type.Optional(
          Type.String({ format: 'date-time', description: 'Since when the first has been waiting.' }),
        ),
      }),
    ),
  }),
})
