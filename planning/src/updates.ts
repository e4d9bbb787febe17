import {
  type Breakage,
  type Change,
  type ComparedVersion,
  checkWorkflow,
  compareVersions,
  fromStored,
  usesOf,
  type Verdict,
  type WorkflowUse,
} from '@nodeyard/analysis/comfy-nodes'
import type { InstalledPack } from '@nodeyard/analysis/installations'
import type { Graph } from '@nodeyard/analysis/workflow'
import { defined, type Registry, RegistryRefusal } from '@nodeyard/contract/ground'
import { limits } from '@nodeyard/contract/limits'
import {
  type Capability,
  checkRequirements,
  getNode,
  getNodeVersion,
  identifyNodes,
  listNodeVersions,
  listVersionComfyNodes,
  type NodeVersion,
  type RequirementMachine,
} from '@nodeyard/contract/packs'

/** A newer version of an installed pack, and its effect on the workflows. */
export interface Update {
  version: string
  /** The effect on the given workflows. Without any: whether some can break. */
  effect: 'breaks' | 'may_break' | 'fits'
  /** The effect on workflows in general. */
  verdict: Verdict
  /** Changes that can break saved workflows. */
  breaking: Change[]
  /** Changes that break the given workflows. */
  breakages: Breakage[]
  /** Requirements that the installed version does not have. */
  newRequirements: string[]
  /** Abilities that the installed version does not have. */
  newCapabilities: Capability[]
}

export interface PackUpdates {
  nodeId: string
  /** Its folder, where packs are installed in some. */
  folder?: string
  installed: string
  /** Newest first. */
  updates: Update[]
  /** The newest version that breaks nothing; the installed one if there is no such version. */
  best: string
}

/** Only this many newer versions of a pack are compared. */
const maxVersions = 10

/** A checkout whose repository has a newer commit, which the registry has read. */
export interface CheckoutUpdate {
  nodeId: string
  folder: string
  installed: string
  newest: string
  /** When the newest one was made. */
  date: string
}

/** Why a pack cannot be compared with newer versions. */
export const unjudgedReasons = ['unknown', 'version_unknown', 'commit_unknown', 'unnamed'] as const

export interface Unjudged {
  name: string
  reason: (typeof unjudgedReasons)[number]
}

export interface FoundUpdates {
  /** Packs whose versions are known. */
  packs: PackUpdates[]
  /** Checkouts that are older than the commit that the registry has read. */
  checkouts: CheckoutUpdate[]
  /** Number of checkouts at that commit, or at a newer one. */
  currentCheckouts: number
  unjudged: Unjudged[]
}

export interface UpdateInput {
  packs: readonly InstalledPack[]
  graphs: readonly Graph[]
  /** Whether a version must not be recommended. */
  isAffected?(nodeId: string, version: string): boolean
  /** Returns when the commit of a checkout was made, if this machine knows it. */
  dateOf?(pack: InstalledPack): Promise<Date | undefined>
}

/** Compares installed packs with their newer versions, and checkouts with readings. Workflows stay on this machine. */
export async function findUpdates(
  registry: Registry,
  input: UpdateInput,
  machine: RequirementMachine,
): Promise<FoundUpdates> {
  const uses = input.graphs.flatMap(({ value }) => usesOf(value) ?? [])
  const found: FoundUpdates = { packs: [], checkouts: [], currentCheckouts: 0, unjudged: [] }
  for (const pack of input.packs) {
    const { id, version, folder, repository = '', commit } = pack
    const ofVersion = () =>
      id && version ? updatesOf(registry, { id, version }, { uses, isAffected: input.isAffected }) : undefined
    const judged =
      (commit === undefined ? undefined : await judgeCheckout(registry, pack, input.dateOf)) ??
      (await ofVersion()) ??
      (id ? 'version_unknown' : 'unnamed')
    if (judged === 'current') found.currentCheckouts++
    else if (typeof judged === 'string')
      found.unjudged.push({ name: folder ?? id ?? repository, reason: judged })
    else if ('newest' in judged) found.checkouts.push(judged)
    else found.packs.push({ ...judged, ...defined({ folder }) })
  }
  return { ...found, packs: await settle(registry, found.packs, machine) }
}

/** Compares a checkout with the reading of its repository. Returns undefined for a published pack, which has versions instead. */
async function judgeCheckout(
  registry: Registry,
  pack: InstalledPack,
  dateOf: UpdateInput['dateOf'],
): Promise<CheckoutUpdate | 'current' | Unjudged['reason'] | undefined> {
  const { repository = '', commit = '', folder = repository } = pack
  const [node] = (await registry.call(identifyNodes, { body: { nodes: [{ repository }] } })).nodes
  const { node_id: nodeId, matched_by: by, provider } = node ?? {}
  if (!nodeId || by !== 'repository') return 'unknown'
  if (provider?.version) return undefined
  const newest = provider?.install.commit
  if (commit === newest) return 'current'
  const { reading } = await registry.call(getNode, { params: { nodeId } })
  const [date, own] = [reading?.committed_at, await dateOf?.(pack)]
  if (!newest || !date || !own) return 'commit_unknown'
  return own >= new Date(date) ? 'current' : { nodeId, folder, installed: commit, newest, date }
}

async function updatesOf(
  registry: Registry,
  { id, version }: { id: string; version: string },
  { uses, isAffected = () => false }: { uses: readonly WorkflowUse[]; isAffected: UpdateInput['isAffected'] },
): Promise<PackUpdates | 'unknown' | 'version_unknown'> {
  const all = await listAll(registry, id)
  if (!all) return 'unknown'
  const place = all.findIndex((one) => one.version === version)
  const installed = all[place]
  if (!installed) return 'version_unknown'
  const isGood = (one: NodeVersion) => isOffered(one) && !isAffected(id, one.version)
  const newer = all.slice(0, place).filter(isGood).slice(0, maxVersions)
  const before = newer.length > 0 ? await readVersion(registry, id, version) : undefined
  const updates: Update[] = []
  for (const one of before ? newer : []) {
    const after = await readVersion(registry, id, one.version)
    if (!before || !after) continue
    const comparison = compareVersions(before.compared, after.compared)
    const breaking = comparison.changes.filter(({ verdict }) => verdict === 'major')
    const { breakages } = checkWorkflow(uses, comparison, before.compared.comfy_nodes)
    updates.push({
      version: one.version,
      effect:
        breakages.length > 0 ? 'breaks' : uses.length === 0 && breaking.length > 0 ? 'may_break' : 'fits',
      verdict: comparison.verdict,
      breaking,
      breakages,
      newRequirements: one.dependencies.filter((line) => !installed.dependencies.includes(line)),
      newCapabilities: after.capabilities.filter(
        ({ kind, subject }) =>
          !before.capabilities.some((known) => known.kind === kind && known.subject === subject),
      ),
    })
  }
  const best = updates.find(({ effect }) => effect === 'fits')
  return { nodeId: id, installed: version, updates, best: best?.version ?? version }
}

const isOffered = ({ status, yankedAt, downloadUrl, load_failures: failures = [] }: NodeVersion) =>
  status === 'NodeVersionStatusActive' &&
  yankedAt === undefined &&
  downloadUrl !== undefined &&
  failures.every(({ allowed }) => allowed)

/** Returns undefined for a pack that is not known here. */
async function listAll(registry: Registry, nodeId: string): Promise<NodeVersion[] | undefined> {
  try {
    return await registry.call(listNodeVersions, { params: { nodeId }, query: {} })
  } catch (error) {
    if (['node_not_found', 'node_banned'].includes(refusalIn(error))) return undefined
    throw error
  }
}

async function readVersion(
  registry: Registry,
  nodeId: string,
  version: string,
): Promise<{ compared: ComparedVersion; capabilities: Capability[] } | undefined> {
  const params = { nodeId, version }
  try {
    const [list, detail] = await Promise.all([
      registry.call(listVersionComfyNodes, {
        params,
        query: { limit: limits.versionComfyNodePageSize.max },
      }),
      registry.call(getNodeVersion, { params }),
    ])
    const compared = { comfy_nodes: list.comfy_nodes.map(fromStored), undecided: [] }
    return { compared, capabilities: detail.capabilities ?? [] }
  } catch (error) {
    if (refusalIn(error) !== '') return undefined
    throw error
  }
}

/** The code of a refusal, which each client of the registry keeps in its own way. */
function refusalIn(error: unknown): string {
  if (error instanceof RegistryRefusal) return error.problem.error
  const { code } = error instanceof Error && 'code' in error ? error : { code: '' }
  // Codes of the system are in capitals.
  return typeof code === 'string' && /^[a-z_]+$/.test(code) ? code : ''
}

const maxRounds = 5

/** Keeps installed versions where the best ones have requirements that exclude each other. */
async function settle(
  registry: Registry,
  found: readonly PackUpdates[],
  machine: RequirementMachine,
): Promise<PackUpdates[]> {
  let chosen = [...found]
  for (let round = 0; round < maxRounds; round++) {
    const nodes = chosen.map(({ nodeId, best }) => ({ node_id: nodeId, version: best }))
    if (nodes.length === 0) return chosen
    const { conflicts } = await registry.call(checkRequirements, {
      body: { nodes: nodes.slice(0, limits.checkedNodes), machine },
    })
    const guilty = conflicts
      .filter(({ severity }) => severity === 'breaks')
      .flatMap(({ parties }) => parties.map(({ node_id }) => node_id))
    const next = chosen.find(({ nodeId, best, installed }) => guilty.includes(nodeId) && best !== installed)
    if (!next) return chosen
    chosen = chosen.map((one) => (one === next ? { ...one, best: one.installed } : one))
  }
  return chosen
}
