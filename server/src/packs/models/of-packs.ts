import { canRunCode } from '@nodeyard/analysis/models'
import { type BodyOf, defined, type ResponseOf } from '@nodeyard/contract/ground'
import type { listPackModels as contract, PackModel } from '@nodeyard/contract/packs'
import type { DbOrTx } from '../../ground/db/database.ts'
import { listOf } from '../../ground/http/input.ts'
import { type PackFacts, packFacts } from '../facts/sql.ts'
import { factsOf, findTerms, modelKey } from './resolve.ts'
import { findModels, listNamed } from './sql.ts'

const maxCandidates = 20
/** Names whose hashes and sizes are looked up for one response. */
const maxNames = 2_000

/** Lists the models that packs download or document, with the facts that lists have about them. */
export async function listModelsOfPacks(
  db: DbOrTx,
  { nodes, node_ids }: BodyOf<typeof contract>,
): Promise<ResponseOf<typeof contract>> {
  const ids = listOf(['nodes', nodes?.map(({ node_id }) => node_id)], ['node_ids', node_ids])
  const named = new Map((await listNamed(db, ids)).map(({ place, id }) => [place, id]))
  const facts = await packFacts(db, [...new Set(named.values())], ['models', 'model_inputs'])
  const found = new Map(facts.map(({ node_id, models }) => [node_id, models]))
  const inputsOf = new Map(facts.map(({ node_id, model_inputs }) => [node_id, model_inputs]))
  const names = [...found.values()].flatMap((models) => models.flatMap(({ name }) => name ?? []))
  const keys = [...new Set(names.map(modelKey))].slice(0, maxNames)
  const known = await findModels(
    db,
    keys.map((nameKey, place) => ({ place, nameKey, sha256: '' })),
    maxCandidates,
  )
  const byUrl = new Map(known.map((row) => [row.url, row]))
  const urls = [...found.values()].flatMap((models) => models.map(({ url }) => url))
  const termsOf = await findTerms(db, urls)
  const toWire = ({
    url,
    name,
    folder,
    from = 'code',
    isPage,
    file,
    line,
  }: PackFacts<'models'>['models'][number]): PackModel => {
    const facts = byUrl.get(url)
    return {
      url,
      host: new URL(url).host,
      from,
      file,
      line,
      ...(isPage ? { is_page: true } : {}),
      ...defined({ name, folder }),
      ...(facts ? factsOf(facts) : {}),
      ...termsOf(url),
      can_run_code: name !== undefined && canRunCode(name),
    }
  }
  return {
    packs: ids.map((asked, at) => {
      const id = named.get(at + 1) ?? asked
      const inputs = inputsOf.get(id) ?? []
      const models = (found.get(id) ?? []).map(toWire)
      return { node_id: id, models, ...(inputs.length > 0 ? { inputs } : {}) }
    }),
  }
}
