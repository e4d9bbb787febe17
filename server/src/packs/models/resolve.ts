import { baseName, canRunCode, hubRepositoryOf } from '@nodeyard/analysis/models/model'
import type { resolveModels as contract, KnownModel, ResolvedModel } from '@nodeyard/contract/models'
import type { BodyOf } from '@nodeyard/contract/route'
import type { DbOrTx } from '../../ground/db/database.ts'
import { findModels, findRepositories, type ModelRow } from './sql.ts'

const maxCandidates = 20
const maxShown = 5

/** Finds where models can be downloaded. */
export async function resolveModels(
  db: DbOrTx,
  { models }: BodyOf<typeof contract>,
): Promise<ResolvedModel[]> {
  const requested = models.map(({ name = '', sha256 = '' }, place) => ({
    ...{ place, nameKey: modelKey(name), sha256: sha256.toLowerCase() },
  }))
  const found = await findModels(db, requested, maxCandidates)
  const rows = Map.groupBy(found, ({ place }) => place)
  const termsOf = await findTerms(
    db,
    found.map(({ url }) => url),
  )
  return models.map(({ folder, sha256 }, place) => {
    const { status, models: chosen } = toResolved(rows.get(place) ?? [], folder, sha256)
    return { status, models: chosen.map((model) => ({ ...model, ...termsOf(model.url) })) }
  })
}

/** Comparable form of a name: without folders and letter case. */
export const modelKey = (name: string): string => baseName(name).toLowerCase()

function toResolved(
  rows: readonly ModelRow[],
  folder: string | undefined,
  sha256: string | undefined,
): ResolvedModel {
  const exact = rows.filter((row) => sha256 !== undefined && row.sha256 === sha256.toLowerCase())
  const inFolder = rows.filter((row) => row.folder === folder)
  const best = exact.length > 0 ? exact : inFolder.length > 0 ? inFolder : rows
  const isOne = new Set(best.map(fileOf)).size === 1 || new Set(best.map((row) => row.folder)).size === 1
  return {
    status: best.length === 0 ? 'unknown' : isOne && isSameFile(best) ? 'found' : 'ambiguous',
    models: best.slice(0, maxShown).map(toWire),
  }
}

const fileOf = ({ sha256, url }: ModelRow) => sha256 ?? url

/** Two hashes or sizes under one name are two files. */
function isSameFile(rows: readonly ModelRow[]): boolean {
  const known = <T>(values: readonly (T | null)[]) =>
    new Set(values.filter((value) => value !== null)).size <= 1
  return known(rows.map((row) => row.sha256)) && known(rows.map((row) => row.size_bytes))
}

function toWire(row: ModelRow): KnownModel {
  const { name, folder, url, source } = row
  return {
    ...{ name, folder, url, host: new URL(url).host, ...factsOf(row) },
    ...{ source, can_run_code: canRunCode(name) },
  }
}

/** The facts about a file that are known. */
export function factsOf({ sha256, size_bytes }: Pick<ModelRow, 'sha256' | 'size_bytes'>) {
  return {
    ...(sha256 === null ? {} : { sha256 }),
    ...(size_bytes === null ? {} : { size: Number(size_bytes) }),
  }
}

type Terms = Pick<KnownModel, 'license' | 'is_gated'>

/** Finds the terms of the repositories that these addresses belong to. */
export async function findTerms(db: DbOrTx, urls: readonly string[]): Promise<(url: string) => Terms> {
  const repositories = urls.flatMap((url) => hubRepositoryOf(url) ?? [])
  const found = await findRepositories(db, [...new Set(repositories)])
  return (url) => {
    const terms = found.get(hubRepositoryOf(url) ?? '')
    return {
      ...(terms?.license ? { license: terms.license } : {}),
      ...(terms && terms.is_gated !== null ? { is_gated: terms.is_gated } : {}),
    }
  }
}
