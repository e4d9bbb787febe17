import type { NeededModel } from '@nodeyard/analysis/models/model'
import type { Graph } from '@nodeyard/analysis/workflow/find-graphs'
import type { Registry } from '@nodeyard/contract/client'
import { limits } from '@nodeyard/contract/limits'
import { resolveModels } from '@nodeyard/contract/models'
import type { LockedModel } from '@nodeyard/contract/plans'

/** A needed model, completed by what the registry knows. */
export interface FoundModel extends NeededModel {
  canRunCode: boolean
  /** Whether different files have this name. */
  isAmbiguous: boolean
}

/** Reads the models of workflows, and looks up the names of those without an address. */
export async function findModels(registry: Registry, graphs: readonly Graph[]): Promise<FoundModel[]> {
  const [{ modelsOf }, { canRunCode }] = await Promise.all([
    import('@nodeyard/analysis/models/from-workflow'),
    import('@nodeyard/analysis/models/model'),
  ])
  const models = modelsOf(graphs)
  const open = models.filter(({ sources, folder }) => sources.length === 0 || folder === undefined)
  const answers = open.length === 0 ? [] : await lookUp(registry, open)
  return models.map((model) => {
    const known = answers[open.indexOf(model)]
    const [first] = known?.models ?? []
    const isFound = known?.status === 'found' && first !== undefined
    return {
      ...model,
      ...(isFound && model.folder === undefined
        ? { folder: first.folder, folderFrom: 'registry' as const }
        : {}),
      ...(isFound && model.sources.length === 0 && first.sha256 ? { sha256: first.sha256 } : {}),
      ...(isFound && model.sources.length === 0 && first.size ? { size: first.size } : {}),
      sources:
        isFound && model.sources.length === 0
          ? known.models.map(({ url }) => ({ url, from: 'registry' as const }))
          : model.sources,
      ...{ canRunCode: canRunCode(model.name), isAmbiguous: known?.status === 'ambiguous' },
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
