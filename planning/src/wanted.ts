import type { Installation } from '@nodeyard/analysis/installations'
import type { planInstallation } from '@nodeyard/contract/discovery'
import { type BodyOf, defined } from '@nodeyard/contract/ground'
import { limits } from '@nodeyard/contract/limits'
import type { RequirementMachine } from '@nodeyard/contract/packs'
import { isCloned, isInstallable, type NeededNode, neededNodes } from './needed.ts'
import type { Resolved, ResolvedComfyNode } from './resolve.ts'
import { type UnlistedRepository, unlistedRepositories } from './unlisted-repositories.ts'

export type PlanBody = BodyOf<typeof planInstallation>

/** Everything to install, as far as the user's files state it. */
export interface Wanted {
  packs: NonNullable<PlanBody['packs']>
  models: NonNullable<PlanBody['models']>
  /** Names of comfy-nodes without a pack. */
  unknown: string[]
  /** Repositories that workflows record for such comfy-nodes. */
  unlisted?: UnlistedRepository[]
  tool?: NonNullable<PlanBody['tool']>
  /** Versions of installed Python packages, as `pip freeze` prints them. */
  freeze?: string
  /** Python packages of a lock or a snapshot. */
  pins?: NonNullable<PlanBody['pins']>
  /** What files ask for, and a plan cannot keep. */
  lost?: string[]
  /** Packs that a snapshot keeps, but does not load. */
  disabled?: string[]
  /** Packs that only muted comfy-nodes need. They say where models belong. */
  muted?: string[]
  pythonVersion?: string
}

export const nothingWanted: Wanted = { packs: [], models: [], unknown: [] }

/** Settings that a person chooses. */
export interface PlanSettings {
  machine: RequirementMachine
  freeze: string
  toolRequirements: string
  /** The day whose versions count; the empty text stands for today. */
  asOf: string
  minAge: '' | '72h' | '168h' | '720h'
}

export const usualSettings: PlanSettings = {
  machine: { python: '3.12', os: 'windows', accelerator: 'cuda' },
  freeze: '',
  toolRequirements: '',
  asOf: '',
  minAge: '',
}

export function toBody(wanted: Wanted, settings: PlanSettings): PlanBody {
  const { machine, freeze, toolRequirements, asOf, minAge } = settings
  const { packs, models, tool } = wanted
  const unknown = unknownIn(wanted)
  const installed = [wanted.freeze ?? '', freeze].filter((text) => text.trim() !== '').join('\n')
  return {
    packs,
    models,
    machine,
    ...(unknown.length > 0 ? { unknown: unknown.slice(0, limits.bulkIdentifiers) } : {}),
    ...defined({ tool }),
    ...(installed === '' ? {} : { freeze: installed }),
    ...defined({ pins: wanted.pins?.slice(0, limits.pinnedPackages) }),
    ...(toolRequirements.trim() === '' ? {} : { tool_requirements: toolRequirements }),
    ...(asOf === '' ? {} : { as_of: new Date(`${asOf}T00:00:00Z`).toISOString() }),
    ...(minAge === '' ? {} : { min_age: minAge }),
  }
}

/** What a lock states as unknown: names, what it cannot pin, and the repositories that are recorded for unknown names. */
export const unknownIn = ({
  unknown,
  lost = [],
  unlisted = [],
}: Pick<Wanted, 'unknown' | 'lost' | 'unlisted'>): string[] => [
  ...new Set([
    ...unknown,
    ...lost,
    ...unlisted.map(({ name, commit }) =>
      `${name}${commit ? `@${commit}` : ''}`.slice(0, limits.comfyNodeNameLength),
    ),
  ]),
]

/** Turns a lock, a snapshot or a listing into what to plan. */
export function fromInstallation({
  format,
  packs,
  python,
  models,
  tool,
  pythonVersion,
  lost = [],
}: Installation): Wanted {
  const disabled = packs.flatMap(({ isDisabled, id, repository, folder }) =>
    isDisabled ? (id ?? repository ?? folder ?? []) : [],
  )
  return {
    packs: packs.filter(({ isDisabled }) => !isDisabled).map(toRequested),
    models,
    unknown: [],
    ...defined({ tool }),
    ...(python.length > 0
      ? { freeze: python.map(({ name, version }) => `${name}==${version}`).join('\n') }
      : {}),
    // The output of `pip freeze` alone describes a machine, and asks for nothing.
    ...(python.length > 0 && format !== 'freeze' ? { pins: python } : {}),
    ...(disabled.length > 0 ? { disabled } : {}),
    // The output of `pip freeze` describes packages that are there.
    ...(lost.length > 0 && format !== 'freeze' ? { lost } : {}),
    ...(pythonVersion ? { pythonVersion } : {}),
  }
}

function toRequested({ id, version, repository, commit, folder, lines }: Installation['packs'][number]) {
  // The manifest in a checkout can be that of a fork, and its version that of many commits.
  if (lines && repository !== undefined) return { repository, ...defined({ commit, folder }) }
  return {
    ...defined({ node_id: id, version, repository, commit }),
    // An id is surer than the name of a folder.
    ...(folder === undefined || id !== undefined ? {} : { folder }),
  }
}

/** Adds up several files. */
export function together(parts: readonly Wanted[]): Wanted {
  const [pins, disabled, lost] = [
    parts.flatMap((part) => part.pins ?? []),
    parts.flatMap((part) => part.disabled ?? []),
    parts.flatMap((part) => part.lost ?? []),
  ]
  const unlisted = parts.flatMap((part) => part.unlisted ?? [])
  const muted = parts.flatMap((part) => part.muted ?? [])
  const freezes = parts.flatMap(({ freeze }) => freeze ?? [])
  const tool = parts.find((part) => part.tool)?.tool
  const pythonVersion = parts.find((part) => part.pythonVersion)?.pythonVersion
  const keyOf = (pack: Wanted['packs'][number]) =>
    (pack.node_id ?? pack.repository ?? pack.folder ?? '').toLowerCase()
  return {
    packs: [...new Map(parts.flatMap(({ packs }) => packs).map((pack) => [keyOf(pack), pack])).values()],
    models: parts.flatMap(({ models }) => models),
    unknown: [...new Set(parts.flatMap(({ unknown }) => unknown))],
    ...(unlisted.length > 0 ? { unlisted } : {}),
    ...(muted.length > 0 ? { muted } : {}),
    ...defined({ tool }),
    ...(freezes.length > 0 ? { freeze: freezes.join('\n') } : {}),
    ...(pins.length > 0 ? { pins } : {}),
    ...(lost.length > 0 ? { lost } : {}),
    ...(disabled.length > 0 ? { disabled } : {}),
    ...(pythonVersion ? { pythonVersion } : {}),
  }
}

/** The ids of packs that the registry may know, also of those that only muted comfy-nodes need. */
export const idsOf = ({ packs, muted = [] }: Pick<Wanted, 'packs' | 'muted'>): string[] => [
  ...packs.flatMap(({ node_id }) => node_id ?? []),
  ...muted,
]

/**
 * The packs that a workflow needs, at the versions that it recorded. What it recorded for another repository, or cannot be had,
 * is in `unknown`.
 */
export function toWanted({ comfyNodes, packs }: Resolved): Wanted {
  const active = comfyNodes.filter(({ isInactive }) => !isInactive)
  // Muted comfy-nodes also take part in the choice of a version.
  const all = new Map(neededNodes(comfyNodes).map((one) => [one.provider.node_id, one]))
  const needed = neededNodes(active).map((one) => all.get(one.provider.node_id) ?? one)
  const unlisted = unlistedRepositories(active)
  const ids = new Set(needed.map(({ provider }) => provider.node_id))
  const muted = [...all.keys()].filter((id) => !ids.has(id))
  return {
    packs: [
      ...needed.map(toRecorded),
      ...packs.flatMap(({ node: { node_id } }) => (node_id ? [{ node_id }] : [])),
    ],
    models: [],
    unknown: [
      ...comfyNodes.filter(({ status }) => status === 'unknown').map((one) => one.comfy_node_name),
      ...new Set(needed.flatMap(lostRecords)),
    ],
    ...(unlisted.length > 0 ? { unlisted } : {}),
    ...(muted.length > 0 ? { muted } : {}),
  }
}

function toRecorded(one: NeededNode<ResolvedComfyNode>): Wanted['packs'][number] {
  const { provider, comfyNodes: used } = one
  const own = used.filter(isRecordedForIt)
  const version = own.some(isChosen) ? provider.version?.version : undefined
  const chosen = provider.install.commit
  const commits = [...new Set(own.flatMap(({ recorded }) => commitIn(recorded.version) ?? []))].toSorted(
    (a, b) => Number(b === chosen) - Number(a === chosen),
  )
  // Of a pack that only its repository offers, the plan keeps a version that its project file had, or says that it cannot.
  const [lost] = isCloned(one)
    ? own
        .filter((used) => numberOf(used) !== undefined)
        .toSorted((a, b) => Number(isChosen(b)) - Number(isChosen(a)))
        .map(numberOf)
    : []
  return {
    node_id: provider.node_id,
    ...(version && isInstallable(one) ? { version } : lost ? { version: lost } : {}),
    ...(commits.length > 0 ? { commits: commits.slice(0, limits.recordedCommits) } : {}),
    ...(commits.length > 0 || lost
      ? { comfy_nodes: used.map((node) => node.comfy_node_name).slice(0, limits.bulkIdentifiers) }
      : {}),
  }
}

/** Whether the record of a comfy-node is about the pack that was found for it. */
const isRecordedForIt = ({ reason, notices }: ResolvedComfyNode): boolean =>
  (reason === 'recorded_version' || reason === 'recorded_node' || reason === 'recorded_repository') &&
  !notices.includes('recorded_other_repository')

const isChosen = ({ reason }: ResolvedComfyNode): boolean => reason === 'recorded_version'

/** Whether the recorded version is installed, or another one that the workflow needs as well. */
const isKept = ({ reason, notices }: ResolvedComfyNode): boolean =>
  reason === 'recorded_version' || notices.includes('recorded_version_replaced')

const commitIn = (text = '') => (/^[\da-f]{40}$/i.test(text) ? text.toLowerCase() : undefined)
const numberOf = ({ recorded: { version = '' } }: ResolvedComfyNode) =>
  /^v?\d+(?:\.\d+){1,3}(?:[-+][\w.+-]{1,60})?$/.test(version) ? version : undefined

/** Commits of other repositories, and versions that the registry does not have. The plan says so for the version that is sent. */
function lostRecords(one: NeededNode<ResolvedComfyNode>): string[] {
  const sent = toRecorded(one).version
  return one.comfyNodes.flatMap((used) => {
    const { nodeId, repository, version = '' } = used.recorded
    const isLost = isRecordedForIt(used)
      ? ![undefined, sent].includes(numberOf(used)) && !isKept(used)
      : commitIn(version) !== undefined
    const name = repository ?? nodeId
    return isLost && name !== undefined ? [`${name}@${version}`.slice(0, limits.comfyNodeNameLength)] : []
  })
}
