import {
  commitOf,
  compact,
  modelOf,
  packageNameOf,
  pinVersionOf,
  versionOf,
  writeLock,
} from '@nodeyard/analysis/lock'
import type {
  planInstallation as contract,
  InstallationPlan,
  PlannedPack,
  PlanWarning,
} from '@nodeyard/contract/discovery'
import { type BodyOf, defined, durationMs } from '@nodeyard/contract/ground'
import { limits } from '@nodeyard/contract/limits'
import type { RequirementCheck } from '@nodeyard/contract/packs'
import type { AddressKey } from '../../../ground/address-key.ts'
import { nodeKey } from '../../../ground/db/node-key.ts'
import { listOf } from '../../../ground/http/input.ts'
import { listSharedNames } from '../../../packs/comfy-nodes/sql.ts'
import { readWarnings } from '../../../packs/evidence/warnings.ts'
import { toOrigin } from '../../../packs/facts/origin.ts'
import type { Asked } from '../../../packs/facts/sql.ts'
import { findForVersions } from '../advisories/find.ts'
import type { AdvisoriesOfVersion } from '../advisories/judge-all.ts'
import { checkSteps, checkTogether, type InTurn } from '../check.ts'
import type { Deps } from '../deps.ts'
import type { RequirementSolver } from '../solver.ts'
import { findRequirements, listNewestRequirements, type RequirementsRow } from '../sql.ts'
import { toNode } from '../to-node.ts'
import { findChoices, toPlanned, type VersionChoice } from './choose.ts'

type Body = BodyOf<typeof contract>

/** Times that a conflict is avoided by an earlier version. */
const maxRounds = 5
/** The budget of all rounds. */
const planSteps = 2 * checkSteps

/** Chooses versions of nodes and Python packages for a machine. */
export async function planInstallation(
  deps: Pick<Deps, 'db' | 'config' | 'now'> & InTurn,
  solver: Pick<RequirementSolver, 'check' | 'judge'>,
  body: Body,
  caller: AddressKey,
): Promise<InstallationPlan> {
  const now = deps.now()
  const before = timeLimit(body, now)
  const { choices, repositories, leftOut } = await deps.inTurn(() =>
    findChoices(deps, listOf(['nodes', body.nodes], ['packs', body.packs]), before),
  )
  const places = new Map(choices.map(({ nodeId }) => [nodeId, 0]))
  const unknownNodes = repositories.flatMap(({ node_id, repository = '' }) =>
    node_id === undefined ? [repository] : [],
  )
  const check = await settle(choices, places, (steps) =>
    checkTogether(deps, solver, toCheck(body, choices, { places, repositories }), {
      caller,
      steps,
      unknownNodes,
    }),
  )
  const planned = choices.flatMap((choice) => {
    const pack = toPlanned(deps.config, choice, places.get(choice.nodeId) ?? 0)
    return pack ? [pack] : []
  })
  const packs = inOwnFolders([...planned, ...repositories])
  const created = new Date(Math.min(before.getTime(), now.getTime())).toISOString()
  const lock = toLock({ body, packs, check, created, registry: deps.config.apiUrl, leftOut })
  const facts = await findRequirements(deps.db, packs.flatMap(toAsked))
  const tool = versionOf(body.tool?.version)
  const ids = facts.map(({ id }) => id)
  const warnings = [
    ...(await readWarnings(deps.db, ids, { tool, now })),
    ...(await readShared(deps.db, packs)),
  ]
  const advisories = await findAdvisories(facts, (rows) => findForVersions(deps.db, solver, rows, caller))
  return {
    created,
    packs,
    left_out: leftOut,
    check,
    ...(warnings.length > 0 ? { warnings } : {}),
    ...(advisories.length > 0 ? { advisories } : {}),
    ...(body.with_requirements ? { requirements: await readWireLines(deps.db, facts) } : {}),
    lock,
  }
}

/** Describes the lines of planned nodes and, so that clients find versions that agree, of their newest versions. */
async function readWireLines(
  db: Deps['db'],
  facts: readonly RequirementsRow[],
): Promise<NonNullable<InstallationPlan['requirements']>> {
  const ids = facts.flatMap((row) => (toNode(row).version === undefined ? [] : [row.node_id]))
  const rows = await listNewestRequirements(db, ids, limits.agreeingVersions)
  const newest = Map.groupBy(rows.map(toNode), ({ nodeId }) => nodeId)
  return facts.map(toNode).map(({ nodeId: node_id, lines, version, commit }) => {
    const others = newest
      .get(node_id)
      ?.flatMap((one) => (one.version ? [{ version: one.version, lines: toWire(one.lines) }] : []))
    return { node_id, ...defined({ version, commit, newest: others }), lines: toWire(lines) }
  })
}

const toWire = (lines: ReturnType<typeof toNode>['lines']) =>
  lines.map(({ text, file, line, isConstraint, isPython }) => ({
    text,
    ...defined({ file, line, is_constraint: isConstraint, is_python: isPython }),
  }))

/** Asks for the facts of the version or commit that is planned, if there is one. */
function toAsked({ node_id, version, commit }: PlannedPack, place: number): Asked[] {
  const at = version ?? commit
  return node_id === undefined || at === undefined ? [] : [{ place, nodeKey: nodeKey(node_id), at }]
}

/** Lists pairs of planned nodes that define the same comfy-nodes. */
async function readShared(db: Deps['db'], packs: readonly PlannedPack[]): Promise<PlanWarning[]> {
  const planned = new Map(packs.flatMap((pack) => (pack.node_id === undefined ? [] : [[pack.node_id, pack]])))
  return (await listSharedNames(db, [...planned.keys()])).map(({ nodeId, otherId, names, count }) => {
    const { version, commit } = planned.get(nodeId) ?? {}
    return {
      node_id: nodeId,
      ...defined({ version, commit }),
      kind: 'same_comfy_nodes',
      other_node_id: otherId,
      comfy_nodes: names,
      comfy_node_count: count,
    }
  })
}

/** Finds planned nodes whose requirements cannot avoid a known vulnerability. */
async function findAdvisories(
  facts: RequirementsRow[],
  judge: (rows: RequirementsRow[]) => Promise<AdvisoriesOfVersion[]>,
) {
  const found = new Map((await judge(facts)).map(({ id, advisories }) => [id, advisories]))
  return facts.flatMap((one) => {
    const advisories = found.get(one.id) ?? []
    return advisories.length > 0 ? [{ node_id: one.node_id, ...toOrigin(one), advisories }] : []
  })
}

function timeLimit({ as_of, min_age }: Body, now: Date): Date {
  const times = [
    ...(as_of === undefined ? [] : [Date.parse(as_of)]),
    ...(min_age === undefined ? [] : [now.getTime() - durationMs(min_age)]),
  ]
  // Versions that became public in this millisecond count, too, if there is no limit.
  return new Date(times.length > 0 ? Math.min(...times) : now.getTime() + 1)
}

type Places = Map<string, number>

function toCheck(
  { packs: _, models: __, unknown: ___, tool: ____, pins: _____, with_requirements: ______, ...rest }: Body,
  choices: readonly VersionChoice[],
  { places, repositories }: { places: Places; repositories: readonly PlannedPack[] },
) {
  const chosen = choices.flatMap(({ nodeId, versions }) => {
    const version = versions[places.get(nodeId) ?? 0]?.version
    return version === undefined ? [] : [{ node_id: nodeId, version }]
  })
  // A node that was never read has no commit, and counts as unknown.
  const read = repositories.flatMap(({ node_id, commit: version }) =>
    node_id === undefined ? [] : [{ node_id, ...defined({ version }) }],
  )
  return { ...rest, nodes: [...chosen, ...read] }
}

/** Replaces newest versions that conflict by earlier ones, one after the other. */
async function settle(
  choices: readonly VersionChoice[],
  places: Places,
  check: (steps: number) => Promise<{ check: RequirementCheck; stepsLeft: number }>,
): Promise<RequirementCheck> {
  let result = await check(planSteps)
  for (let round = 0; round < maxRounds; round++) {
    const better = result.stepsLeft > 0 ? findBetter(result.check, choices, places) : undefined
    if (!better) return result.check
    places.set(better.nodeId, better.place)
    result = await check(result.stepsLeft)
  }
  return result.check
}

function findBetter({ conflicts }: RequirementCheck, choices: readonly VersionChoice[], places: Places) {
  for (const { parties, severity } of conflicts)
    for (const { node_id, agreeing_versions: agreeing = [] } of severity === 'breaks' ? parties : []) {
      const choice = choices.find(({ nodeId }) => nodeId === node_id)
      if (!choice || choice.isStated) continue
      const place = choice.versions.findIndex(({ version }) => agreeing.includes(version))
      if (place > (places.get(choice.nodeId) ?? 0)) return { nodeId: choice.nodeId, place }
    }
  return undefined
}

/** Two repositories of the same name need two folders. */
function inOwnFolders(packs: readonly PlannedPack[]): PlannedPack[] {
  const taken = new Set<string>()
  return packs.map((pack) => {
    const { folder, repository } = pack
    const owner = repository === undefined ? '' : (new URL(repository).pathname.split('/')[1] ?? '')
    const names = [folder, `${owner}-${folder}`, ...Array.from({ length: 9 }, (_, i) => `${folder}-${i + 2}`)]
    const free = names.find((name) => !taken.has(name.toLowerCase())) ?? folder
    taken.add(free.toLowerCase())
    return { ...pack, folder: free }
  })
}

/** Keeps the packages of a snapshot that the plan itself does not pin. */
function withPins(given: NonNullable<Body['pins']>, planned: RequirementCheck['pins']) {
  const kept = given.flatMap((pin) => {
    const [name, version] = [packageNameOf(pin.name), pinVersionOf(pin.version)]
    return name && version ? [[name, { name, version }] as const] : []
  })
  return [...new Map([...kept, ...planned.map((pin) => [pin.name, pin] as const)]).values()]
}

function toLock({
  body,
  packs,
  check,
  created,
  registry,
  leftOut,
}: {
  body: Body
  packs: readonly PlannedPack[]
  check: RequirementCheck
  created: string
  registry: string
  leftOut: InstallationPlan['left_out']
}): string {
  const tool = compact<{ version?: string; commit?: string }>({
    version: versionOf(body.tool?.version),
    commit: commitOf(body.tool?.commit),
  })
  return writeLock({
    created,
    registry,
    machine: body.machine,
    ...(Object.keys(tool).length > 0 ? { tool } : {}),
    packs: packs.map(({ node_id: id, chosen: _, newest: __, ...pack }) => ({
      ...pack,
      ...defined({ id }),
    })),
    python: withPins(body.pins ?? [], check.pins),
    ...defined({ indexReadAt: check.index_read_at }),
    models: (body.models ?? []).flatMap((model) => modelOf({ ...model }) ?? []),
    unknown: [
      ...(body.unknown ?? []),
      ...leftOut.filter(({ reason }) => reason !== 'twice').map(({ name }) => name),
    ].map((name) => name.toWellFormed()),
  })
}
