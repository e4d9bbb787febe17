import { getPythonIndex, planInstallation } from '@nodeyard/contract/discovery'
import { limits } from '@nodeyard/contract/limits'
import { checkRequirements, getCompatibility, listRequirementAdvisories } from '@nodeyard/contract/packs'
import type { AddressKey } from '../../ground/address-key.ts'
import { type App, mount } from '../../ground/http/mount.ts'
import { mountPackedFiles } from '../../ground/http/packed-files.ts'
import { listRequirementAdvisories as listAdvisories } from './advisories/find.ts'
import { pythonAdvisoriesTag } from './advisories/import.ts'
import { checkTogether, type InTurn } from './check.ts'
import { findCompatibility } from './compatibility/find.ts'
import type { Deps } from './deps.ts'
import { planInstallation as plan } from './plan/plan.ts'
import { slices } from './publish.ts'
import { RequirementSolver } from './solver.ts'
import { pythonIndexTag } from './tag.ts'

export function mountPythonIndex(app: App<Deps>): void {
  const { deps } = app
  const solver = new RequirementSolver(deps)
  const inTurnOf = (caller: AddressKey): InTurn => ({ inTurn: (read) => app.bulkTurns.run(caller, read) })
  app.fastify.addHook('onClose', () => solver.end())
  mount(
    app,
    getPythonIndex,
    slices.respondWithLast('python_index_not_read'),
    // Invalidated by the transaction that issues a pointer, so `no-cache` would return nothing newer.
    { cache: { seconds: 60, tags: () => [pythonIndexTag], ignoresNoCache: true } },
  )
  mountPackedFiles(app, '/python-index/:digest', ({ digest = '' }) => solver.reader.open(digest))
  mount(
    app,
    checkRequirements,
    async ({ body, caller }) =>
      (await checkTogether({ ...deps, ...inTurnOf(caller) }, solver, body, { caller })).check,
    {
      limit: { name: 'requirement-checks', perMinute: limits.requirementChecksPerMinute },
    },
  )
  mount(
    app,
    getCompatibility,
    ({ actor, params, query, caller }) =>
      findCompatibility(deps, solver, actor, {
        nodeId: params.nodeId,
        version: query.version,
        caller,
      }),
    {
      cache: { seconds: 3600, tags: (_, { params }) => [`node:${params.nodeId}`, pythonIndexTag] },
      limit: { name: 'compatibility', perMinute: limits.compatibilityPerMinute },
    },
  )
  mount(
    app,
    listRequirementAdvisories,
    ({ actor, params, caller, deps: reading }) =>
      listAdvisories(reading, solver, actor, { ...params, caller }),
    { cache: { seconds: 3600, tags: (_, { params }) => [`node:${params.nodeId}`, pythonAdvisoriesTag] } },
  )
  mount(
    app,
    planInstallation,
    ({ body, caller }) => plan({ ...deps, ...inTurnOf(caller) }, solver, body, caller),
    {
      limit: { name: 'plans', perMinute: limits.plansPerMinute },
    },
  )
}
