import type { NeededModel } from '@nodeyard/analysis/models/model'
import type { Graph } from '@nodeyard/analysis/workflow/find-graphs'
import type { Registry } from '@nodeyard/contract/client'
import { limits } from '@nodeyard/contract/limits'
import { listPackModels, type PackModel, resolveModels } from '@nodeyard/contract/models'
import type { LockedModel } from '@nodeyard/contract/plans'

/** A needed model, completed by what the registry knows. */
export interface FoundModel extends NeededModel {
  canRunCode: boolean
  /** Whether different files have this name. */
  isAmbiguous: boolean
  /** The hub's name of it, such as `apache-2.0`. */
  license?: string
  /** Whether the hub asks people to sign in and accept terms first. */
  isGated?: boolean
}

/** A model that the code of a pack downloads while it runs. */
export interface DownloadedModel extends PackModel {
  nodeId: string
}

/** Lists what the code of packs downloads on its own, without the models that are needed anyway. */
export async function findPackModels(
  registry: Registry,
  nodeIds: readonly string[],
  needed: readonly Pick<NeededModel, 'sources'>[],
): Promise<DownloadedModel[]> {
  const ids = [...new Set(nodeIds)].slice(0, limits.checkedNodes)
  if (ids.length === 0) return []
  const { packs } = await registry.call(listPackModels, { body: { node_ids: ids } })
  const known = new Set(needed.flatMap(({ sources }) => sources.map(({ url }) => url)))
  return packs.flatMap(({ node_id: nodeId, models }) =>
    models.filter(({ url }) => !known.has(url)).map((model) => ({ ...model, nodeId })),
  )
}

/** Reads the models of workflows, and looks up what the registry knows of them. */
export async function findModels(registry: Registry, graphs: readonly Graph[]): Promise<FoundModel[]> {
  const [{ modelsOf }, { canRunCode, hubRepositoryOf }] = await Promise.all([
    import('@nodeyard/analysis/models/from-workflow'),
    import('@nodeyard/analysis/models/model'),
  ])
  const models = modelsOf(graphs)
  const answers = models.length === 0 ? [] : await lookUp(registry, models)
  return models.map((model, at) => {
    const known = answers[at]
    const [first] = known?.models ?? []
    const isFound = known?.status === 'found' && first !== undefined
    const repository = hubRepositoryOf(model.sources[0]?.url ?? first?.url ?? '')
    const terms = known?.models.find(({ url }) => repository && hubRepositoryOf(url) === repository)
    return {
      ...model,
      ...(terms?.license === undefined ? {} : { license: terms.license }),
      ...(terms?.is_gated === undefined ? {} : { isGated: terms.is_gated }),
      ...(isFound && model.folder === undefined
        ? { folder: first.folder, folderFrom: 'registry' as const }
        : {}),
      ...(isFound && model.sources.length === 0 && first.sha256 ? { sha256: first.sha256 } : {}),
      ...(isFound && model.sources.length === 0 && first.size ? { size: first.size } : {}),
      sources:
        isFound && model.sources.length === 0
          ? known.models.map(({ url }) => ({ url, from: 'registry' as const }))
          : model.sources,
      ...{
        canRunCode: canRunCode(model.name),
        isAmbiguous: known?.status === 'ambiguous' && model.sources.length === 0,
      },
    }
  })
}

async function lookUp(registry: Registry, models: readonly NeededModel[]) {
  const body = {
    models: models.slice(0, limits.resolvedModels).map(({ name, folder, sha256 }) => ({
      name,
      ...(folder === undefined ? {} : { folder }),
      ...(sha256 === undefined ? {} : { sha256 }),
    })),
  }
  return (await registry.call(resolveModels, { body })).models
}

/** The models that a lock can name. */
export function toLocked(models: readonly FoundModel[]): LockedModel[] {
  return models.flatMap(({ name, folder, sources, sha256, size, isInactive }) => {
    const [source] = sources
    if (folder === undefined || isInactive) return []
    return [
      {
        ...{ name, folder },
        ...(source ? { url: source.url } : {}),
        ...(sha256 ? { sha256 } : {}),
        ...(size === undefined ? {} : { size }),
      },
    ]
  })
}
