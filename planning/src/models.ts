import { type ModelInput, type ModelSource, type NeededModel, surestOf } from '@nodeyard/analysis/models'
import type { Graph } from '@nodeyard/analysis/workflow'
import type { LockedModel } from '@nodeyard/contract/discovery'
import { defined, type Registry } from '@nodeyard/contract/ground'
import { limits } from '@nodeyard/contract/limits'
import {
  type KnownModel,
  listPackModels,
  type PackModel,
  type ResolvedModel,
  resolveModels,
} from '@nodeyard/contract/packs'

/** A needed model, completed by what the registry knows. */
export interface FoundModel extends NeededModel {
  canRunCode: boolean
  /** Whether different files have this name. */
  isAmbiguous: boolean
  /** The hub's name of it, such as `apache-2.0`. */
  license?: string
  /** Whether the hub asks people to sign in and accept terms first. */
  isGated?: boolean
  /** Whether its addresses are only those of packs that the workflow does not use. Anyone can publish one. */
  isOfOthers?: true
}

/** A model that a pack downloads or documents. */
export interface DownloadedModel extends PackModel {
  nodeId: string
}

export interface ModelsOfWorkflows {
  /** Models that the workflows name. */
  models: FoundModel[]
  /** Further ones that the packs name. */
  ofPacks: DownloadedModel[]
}

const maxSources = 3

/** Reads the models of workflows, and looks up what the registry and the packs that they use know about them. */
export async function findModels(
  registry: Registry,
  graphs: readonly Graph[],
  nodeIds: readonly string[],
): Promise<ModelsOfWorkflows> {
  const { canRunCode, hubRepositoryOf, isCommonName, modelsOf } = await import('@nodeyard/analysis/models')
  const { named, inputs } = await listOfPacks(registry, nodeIds)
  const needed = modelsOf(graphs, inputs)
  const answers = await lookUp(registry, needed)
  const byName = Map.groupBy(named, ({ name = '' }) => keyOf(name))
  const models = needed.map((model, at) => {
    const known = answers[at]
    const key = keyOf(model.name)
    const ofPacks = isCommonName(key) ? [] : (byName.get(key) ?? [])
    const found = withAddress(model, known, ofPacks)
    const repository = hubRepositoryOf(found.sources[0]?.url ?? known?.models[0]?.url ?? '')
    const terms = [...(known?.models ?? []), ...ofPacks].find(
      ({ url, license, is_gated }) =>
        repository && (license ?? is_gated) !== undefined && hubRepositoryOf(url) === repository,
    )
    return {
      ...found,
      canRunCode: canRunCode(model.name),
      ...(terms?.license === undefined ? {} : { license: terms.license }),
      ...(terms?.is_gated === undefined ? {} : { isGated: terms.is_gated }),
    }
  })
  const shown = new Set(models.flatMap(({ sources }) => sources.map(({ url }) => url)))
  return { models, ofPacks: named.filter(({ url }) => !shown.has(url)) }
}

const keyOf = (name: string) => (name.split('/').at(-1) ?? name).toLowerCase()

type Addressed = NeededModel & Pick<FoundModel, 'isAmbiguous' | 'isOfOthers'>

/** The workflow's own addresses come first, then those of lists, of its packs, and of other packs. */
function withAddress(
  model: NeededModel,
  known: ResolvedModel | undefined,
  ofPacks: readonly DownloadedModel[],
): Addressed {
  // With another hash than the recorded one, it is another file.
  const fitting = (known?.models ?? []).filter(
    ({ sha256 }) => sha256 === undefined || model.sha256 === undefined || sha256 === model.sha256,
  )
  const [first] = fitting
  const isFound =
    known?.status === 'found' && first !== undefined && (first.source !== 'pack' || ofPacks.length === 0)
  // Different files of one name can still have one folder.
  const named = fitting.filter(({ source }) => isFound || source !== 'pack').map((one) => one.folder)
  const usual = isFound ? named.find((one) => one !== undefined) : onlyOf(named)
  const folder = usual === undefined ? {} : { folder: usual, folderFrom: 'registry' as const }
  const isOneOfSeveral = usual !== undefined && model.folders?.includes(usual)
  const own = { ...folder, ...model, ...(isOneOfSeveral ? folder : {}), isAmbiguous: false }
  if (model.sources.length > 0) return own
  if (isFound) return { ...own, ...fileFacts(first), ...ofOthers(first), sources: fitting.map(ofRegistry) }
  const best = surestOf(ofPacks, model.folder, ({ nodeId }) => nodeId)
  const [one, another] = best
  if (one === undefined) {
    const named = fitting.filter(({ source }) => source === 'pack').slice(0, maxSources)
    return { ...own, sources: named.map(ofRegistry), isAmbiguous: known?.status === 'ambiguous' }
  }
  const isOneFolder = onlyOf(best.map((each) => each.folder)) !== undefined
  const facts = { ...(another === undefined ? fileFacts(one) : {}), ...(isOneFolder ? folderOf(one) : {}) }
  return {
    ...facts,
    ...own,
    sources: best.slice(0, maxSources).map(toSource),
    isAmbiguous: another !== undefined,
  }
}

const onlyOf = (folders: readonly (string | undefined)[]): string | undefined =>
  new Set(folders).size === 1 ? folders[0] : undefined

const ofOthers = ({ source }: KnownModel): Pick<FoundModel, 'isOfOthers'> =>
  source === 'pack' ? { isOfOthers: true } : {}

/** Other packs than those of the workflow can name it, too. */
const ofRegistry = ({ url, node_id: pack, from = 'docs', is_page: isPage }: KnownModel): ModelSource => ({
  url,
  ...(pack === undefined ? { from: 'registry' } : { from, pack }),
  ...(isPage ? { isPage } : {}),
})

const fileFacts = ({ sha256, size }: Pick<PackModel, 'sha256' | 'size'>) => ({
  ...defined({ sha256: sha256 || undefined, size: size || undefined }),
})

const folderOf = ({ folder, from }: PackModel): Pick<NeededModel, 'folder' | 'folderFrom'> =>
  folder === undefined ? {} : { folder, folderFrom: from }

function toSource({ url, from, is_page: isPage, nodeId: pack }: DownloadedModel): ModelSource {
  return { url, from, pack, ...(isPage ? { isPage } : {}) }
}

interface ModelsOfPacks {
  named: DownloadedModel[]
  inputs: ModelInput[]
}

/** Lists what packs download or document, and the inputs of their comfy-nodes that name files. */
async function listOfPacks(registry: Registry, nodeIds: readonly string[]): Promise<ModelsOfPacks> {
  const ids = [...new Set(nodeIds)].slice(0, limits.checkedNodes)
  if (ids.length === 0) return { named: [], inputs: [] }
  const { packs } = await registry.call(listPackModels, { body: { node_ids: ids } })
  return {
    named: packs.flatMap(({ node_id: nodeId, models }) => models.map((model) => ({ ...model, nodeId }))),
    inputs: packs.flatMap(({ inputs = [] }) => inputs),
  }
}

async function lookUp(registry: Registry, models: readonly NeededModel[]): Promise<ResolvedModel[]> {
  if (models.length === 0) return []
  const body = {
    models: models.slice(0, limits.resolvedModels).map(({ name, folder, sha256 }) => ({
      name,
      ...defined({ folder, sha256 }),
    })),
  }
  return (await registry.call(resolveModels, { body })).models
}

/** The address from which programs can download a model. */
function fileUrlOf({ sources, isAmbiguous, isOfOthers, sha256 }: FoundModel): string | undefined {
  // A known hash tells whether the right file was downloaded.
  if ((isAmbiguous || isOfOthers) && sha256 === undefined) return undefined
  return sources.find(({ isPage }) => !isPage)?.url
}

/** The models that a lock can name. */
export function toLocked(models: readonly FoundModel[]): LockedModel[] {
  return models.flatMap((model) => {
    const { name, folder, sha256, size, isInactive } = model
    const url = fileUrlOf(model)
    if (folder === undefined || isInactive) return []
    return [
      {
        name,
        folder,
        ...defined({ url, sha256: sha256 || undefined, size }),
      },
    ]
  })
}

/** Names the models that a lock cannot have, because their folder is not known. */
export const withoutFolder = (models: readonly FoundModel[]): string[] =>
  models.flatMap(({ name, folder, isInactive }) => (folder === undefined && !isInactive ? [name] : []))
