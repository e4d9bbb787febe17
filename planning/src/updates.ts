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
import { type Registry, RegistryRefusal } from '@nodeyard/contract/ground'
import { limits } from '@nodeyard/contract/limits'
import {
  type Capability,
  checkRequirements,
  getNodeVersion,
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
  installed: string
  /** Newest first. */
  updates: Update[]
  /** The newest version that breaks nothing; the installed one if there is no such version. */
  best: string
}

/** Only this many newer versions of a pack are compared. */
const maxVersions = 10

/** Compares installed packs with their newer versions. Workflows stay on this machine. */
export async function findUpdates(
  registry: Registry,
  { packs, graphs }: { packs: readonly InstalledPack[]; graphs: readonly Graph[] },
  machine: RequirementMachine,
): Promise<PackUpdates[]> {
  const uses = graphs.flatMap(({ value }) => usesOf(value) ?? [])
  const found: PackUpdates[] = []
  for (const { id, version } of packs) {
    const updates = id && version ? await updatesOf(registry, { id, version }, uses) : undefined
    if (updates) found.push(updates)
  }
  return settle(registry, found, machine)
}

async function updatesOf(
  registry: Registry,
  { id, version }: { id: string; version: string },
  uses: readonly WorkflowUse[],
): Promise<PackUpdates | undefined> {
  const all = await listAll(registry, id)
  const place = all.findIndex((one) => one.version === version)
  const installed = all[place]
  if (!installed) return undefined
  const newer = all.slice(0, place).filter(isOffered).slice(0, maxVersions)
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

const isOffered = ({ status, yankedAt, downloadUrl }: NodeVersion) =>
  status === 'NodeVersionStatusActive' && yankedAt === undefined && downloadUrl !== undefined

async function listAll(registry: Registry, nodeId: string): Promise<NodeVersion[]> {
  try {
    return await registry.call(listNodeVersions, { params: { nodeId }, query: {} })
  } catch (error) {
    // A pack that is not known here has no updates here.
    if (['node_not_found', 'node_banned'].includes(refusalIn(error))) return []
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
