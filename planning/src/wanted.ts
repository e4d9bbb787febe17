import type { Installation } from '@nodeyard/analysis/lock/installation'
import type { planInstallation } from '@nodeyard/contract/plans'
import type { RequirementMachine } from '@nodeyard/contract/requirements'
import type { BodyOf } from '@nodeyard/contract/route'
import { isInstallable, neededNodes } from './needed.ts'
import type { Resolved } from './resolve.ts'

export type PlanBody = BodyOf<typeof planInstallation>

/** Everything to install, as far as the user's files state it. */
export interface Wanted {
  packs: PlanBody['packs']
  models: NonNullable<PlanBody['models']>
  /** Names of comfy-nodes without a pack. */
  unknown: string[]
  tool?: NonNullable<PlanBody['tool']>
  /** Versions of installed Python packages, as `pip freeze` prints them. */
  freeze?: string
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
  ...{ freeze: '', toolRequirements: '', asOf: '', minAge: '' },
}

export function toBody(wanted: Wanted, settings: PlanSettings): PlanBody {
  const { machine, freeze, toolRequirements, asOf, minAge } = settings
  const { packs, models, unknown, tool } = wanted
  const installed = [wanted.freeze ?? '', freeze].filter((text) => text.trim() !== '').join('\n')
  return {
    ...{ packs, models, machine },
    ...(unknown.length > 0 ? { unknown } : {}),
    ...(tool ? { tool } : {}),
    ...(installed === '' ? {} : { freeze: installed }),
    ...(toolRequirements.trim() === '' ? {} : { tool_requirements: toolRequirements }),
    ...(asOf === '' ? {} : { as_of: new Date(`${asOf}T00:00:00Z`).toISOString() }),
    ...(minAge === '' ? {} : { min_age: minAge }),
  }
}

/** Turns a lock, a snapshot or a listing into what to plan. */
export function fromInstallation({ packs, python, models, tool, pythonVersion }: Installation): Wanted {
  return {
    packs: packs.filter(({ isDisabled }) => !isDisabled).map(toRequested),
    ...{ models, unknown: [] },
    ...(tool ? { tool } : {}),
    ...(python.length > 0
      ? { freeze: python.map(({ name, version }) => `${name}==${version}`).join('\n') }
      : {}),
    ...(pythonVersion ? { pythonVersion } : {}),
  }
}

function toRequested({ id, version, repository, commit, folder }: Installation['packs'][number]) {
  return {
    ...(id === undefined ? {} : { node_id: id }),
    ...(version === undefined ? {} : { version }),
    ...(repository === undefined ? {} : { repository }),
    ...(commit === undefined ? {} : { commit }),
    // An id is surer than the name of a folder.
    ...(folder === undefined || id !== undefined ? {} : { folder }),
  }
}

/** Adds up several files. */
export function together(parts: readonly Wanted[]): Wanted {
  const freezes = parts.flatMap(({ freeze }) => freeze ?? [])
  const tool = parts.find((part) => part.tool)?.tool
  const pythonVersion = parts.find((part) => part.pythonVersion)?.pythonVersion
  const keyOf = (pack: Wanted['packs'][number]) =>
    (pack.node_id ?? pack.repository ?? pack.folder ?? '').toLowerCase()
  return {
    packs: [...new Map(parts.flatMap(({ packs }) => packs).map((pack) => [keyOf(pack), pack])).values()],
    models: parts.flatMap(({ models }) => models),
    unknown: [...new Set(parts.flatMap(({ unknown }) => unknown))],
    ...(tool ? { tool } : {}),
    ...(freezes.length > 0 ? { freeze: freezes.join('\n') } : {}),
    ...(pythonVersion ? { pythonVersion } : {}),
  }
}

/** The ids of packs that the registry may know. */
export const idsOf = ({ packs }: Pick<Wanted, 'packs'>): string[] =>
  packs.flatMap(({ node_id }) => node_id ?? [])

/** The packs that a workflow needs, at the versions that it recorded. */
export function toWanted({ comfyNodes, packs }: Resolved): Wanted {
  const needed = neededNodes(comfyNodes.filter(({ isInactive }) => !isInactive))
  return {
    packs: [
      ...needed.map((one) => {
        const { provider, comfyNodes: used } = one
        const recorded = used.find(({ reason }) => reason === 'recorded_version')
        const version = provider.version?.version
        const commit = used
          .map((used) => used.recorded.version ?? '')
          .find((text) => /^[\da-f]{40}$/i.test(text))
        return {
          node_id: provider.node_id,
          ...(recorded && version && isInstallable(one) ? { version } : {}),
          ...(commit ? { commit } : {}),
        }
      }),
      ...packs.flatMap(({ node: { node_id } }) => (node_id ? [{ node_id }] : [])),
    ],
    models: [],
    unknown: comfyNodes.filter(({ status }) => status === 'unknown').map((one) => one.comfy_node_name),
  }
}
