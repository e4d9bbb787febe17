import type { HubRepository, ListedModel } from '@nodeyard/analysis/facts'
import { markChanged, transact } from '../../ground/db/changes.ts'
import type { Schema } from '../../ground/db/schema.ts'
import type { GroundDeps } from '../../ground/deps.ts'
import { modelKey } from './resolve.ts'
import { countModels, storeModels, storeRepositories } from './sql.ts'
import { modelsTag } from './tag.ts'

/** Adds models to the known ones. Returns how many there are before and after. */
export function importModels(
  deps: Pick<GroundDeps, 'db' | 'changes' | 'now'>,
  models: readonly ListedModel[],
  source: Schema['known_models']['source'],
): Promise<{ before: number; after: number }> {
  return transact(deps, async (tx) => {
    const before = await countModels(tx)
    const byKey = new Map(
      models.map((model) => [`${modelKey(model.name)} ${model.folder} ${model.url}`, model]),
    )
    await storeModels(
      tx,
      [...byKey.values()].map(({ name, folder, url, sha256, size }) => ({
        name,
        name_key: modelKey(name),
        folder,
        url,
        source,
        sha256: sha256 ?? null,
        size_bytes: size ?? null,
        imported_at: deps.now(),
      })),
    )
    markChanged(tx, modelsTag)
    return { before, after: await countModels(tx) }
  })
}

/** Stores what the hub states about repositories of models. */
export async function importRepositories(
  deps: Pick<GroundDeps, 'db' | 'changes' | 'now'>,
  repositories: readonly HubRepository[],
): Promise<void> {
  await transact(deps, async (tx) => {
    const byUrl = new Map(repositories.map((one) => [one.url, one]))
    await storeRepositories(
      tx,
      [...byUrl.values()].map(({ url, license, isGated }) => ({
        url,
        license: license ?? null,
        is_gated: isGated ?? null,
        imported_at: deps.now(),
      })),
    )
    markChanged(tx, modelsTag)
  })
}
