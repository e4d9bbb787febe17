import { limits } from '@nodeyard/contract/limits'
import * as contract from '@nodeyard/contract/safety'
import { type App, mount } from '../../ground/http/mount.ts'
import { servedPage } from '../../ground/http/paging.ts'
import { userOf } from '../../ground/permissions.ts'
import { toEvent } from '../../people/publishers/events.ts'
import type { Deps } from './deps.ts'
import { discardJob, listJobs, listQueues, retryJob } from './jobs-page.ts'
import { getDuties, getNumbers } from './numbers.ts'
import { listEvents } from './sql.ts'

/** Mounts the admin routes of jobs, the audit log and figures. */
export function mountOversight(app: App<Deps>): void {
  const { deps } = app
  mount(app, contract.listQueues, ({ query }) => listQueues(deps.db, query.name))
  mount(app, contract.listJobs, ({ query }) => listJobs(deps.db, query))
  mount(app, contract.retryJob, ({ actor, params }) => retryJob(deps, userOf(actor), params.jobId))
  mount(app, contract.discardJob, async ({ actor, params }) => {
    await discardJob(deps, userOf(actor), params.jobId)
    return null
  })
  mount(app, contract.listAuditEvents, async ({ query: { limit, publisher_id, ...filter } }) => {
    const rows = await listEvents(
      deps.db,
      { ...filter, publisherId: publisher_id },
      { limit: servedPage({ limit }, limits.pageSize).limit, maxForText: limits.auditTextEvents },
    )
    return {
      events: rows.map((row) => ({
        ...toEvent(row, true),
        ...(row.publisher_id ? { publisher_id: row.publisher_id } : {}),
      })),
    }
  })
  mount(app, contract.getNumbers, ({ query }) => getNumbers(deps, query.days))
  mount(app, contract.getDuties, () => getDuties(deps))
}
