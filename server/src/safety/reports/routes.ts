import * as contract from '@nodeyard/contract/safety'
import type { GroundDeps } from '../../ground/deps.ts'
import { Existing } from '../../ground/http/call.ts'
import { type App, mount } from '../../ground/http/mount.ts'
import { userOf } from '../../ground/permissions.ts'
import { answerReport, closeReports, takeReports } from './handle.ts'
import { listReports, readReports } from './read.ts'
import { reportAbuse } from './report.ts'

/** Mounts the routes of abuse reports. */
export function mountReports(app: App<GroundDeps>): void {
  const { deps } = app
  mount(app, contract.reportAbuse, async ({ actor, ip, params, body }) => {
    const { id, isNew } = await reportAbuse(deps, { actor, ip, nodeId: params.nodeId, body })
    return isNew ? { id } : new Existing({ id })
  })
  mount(app, contract.listReports, ({ actor, query }) => listReports(deps.db, userOf(actor), query))
  mount(app, contract.takeReports, async ({ actor, body: { reportIds, isTaken = true } }) => {
    await takeReports(deps, userOf(actor), { reportIds, isTaken })
    return { reports: await readReports(deps.db, reportIds) }
  })
  mount(app, contract.answerReport, async ({ actor, params, body }) => {
    await answerReport(deps, userOf(actor), { ...params, ...body })
    return null
  })
  mount(app, contract.closeReports, async ({ actor, body }) => {
    await closeReports(deps, userOf(actor), body)
    return { reports: await readReports(deps.db, body.reportIds) }
  })
}
