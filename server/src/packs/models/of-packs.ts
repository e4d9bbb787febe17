import { canRunCode, type ModelOfPack } from '@nodeyard/analysis/models/model'
import type { listPackModels as contract, PackModel } from '@nodeyard/contract/models'
import type { BodyOf, ResponseOf } from '@nodeyard/contract/route'
import type { DbOrTx } from '../../ground/db/database.ts'
import { listOf } from '../../ground/http/input.ts'
import { factsOf, findTerms, modelKey } from './resolve.ts'
import { findModels, listPackModels } from './sql.ts'

/** Earlier inspections read code only, and did not say so. */
type StoredModel = Omit<ModelOfPack, 'from'> & Partial<Pick<ModelOfPack, 'from'>>

const maxCandidates = 20
/** Names whose hashes and sizes are looked up for one response. */
const maxNames = 2_000

/** Lists the models that packs download or document, with the facts that lists have about them. */
export async function listModelsOfPacks(
  db: DbOrTx,
  { nodes, node_ids }: BodyOf<typeof contract>,
): Promise<ResponseOf<typeof contract>> {
  const ids = listOf(['nodes', nodes?.map(({ node_id }) => node_id)], ['node_ids', node_ids])
  const found = new Map((await listPackModels(db, ids)).map((row) => [row.place, row]))
  const names = [...found.values()].flatMap(({ models }) => models.flatMap(({ name }) => name ?? []))
  const keys = [...new Set(names.map(modelKey))].slice(0, maxNames)
  const known = await findModels(
    db,
    keys.map((nameKey, place) => ({ place, nameKey, sha256: '' })),
    maxCandidates,
  )
  const byUrl = new Map(known.map((row) => [row.url, row]))
  const urls = [...found.values()].flatMap(({ models }) => models.map(({ url }) => url))
  const termsOf = await findTerms(db, urls)
  const toWire = ({ url, name, folder, from = 'code', isPage, file, line }: StoredModel): PackModel => {
    const facts = byUrl.get(url)
    return {
      ...{ url, host: new URL(url).host, from, file, line },
      ...(isPage ? { is_page: true } : {}),
      ...(name === undefined ? {} : { name }),
      ...(folder === undefined ? {} : { folder }),
      ...(facts ? factsOf(facts) : {}),
      ...termsOf(url),
      can_run_code: name !== undefined && canRunCode(name),
    }
  }
  return {
    packs: ids.map((asked, at) => {
      const { id = asked, models = [] } = found.get(at + 1) ?? {}
      return { node_id: id, models: models.map(toWire) }
    }),
  }
}
