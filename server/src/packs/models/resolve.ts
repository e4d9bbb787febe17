import { baseName, canRunCode, hubRepositoryOf, isCommonName, surestOf } from '@nodeyard/analysis/models'
import { type BodyOf, defined } from '@nodeyard/contract/ground'
import type { resolveModels as contract, KnownModel, ResolvedModel } from '@nodeyard/contract/packs'
import type { DbOrTx } from '../../ground/db/database.ts'
import { findModels, findNamedByPacks, findRepositories, type ModelRow, type NamedByPack } from './sql.ts'

const maxCandidates = 20
const maxShown = 5

/** Finds where models can be downloaded. */
export async function resolveModels(
  db: DbOrTx,
  { models }: BodyOf<typeof contract>,
): Promise<ResolvedModel[]> {
  const requested = models.map(({ name = '', sha256 = '' }, place) => ({
    place,
    nameKey: modelKey(name),
    sha256: sha256.toLowerCase(),
  }))
  const found = await findModels(db, requested, maxCandidates)
  const rows = Map.groupBy(found, ({ place }) => place)
  const termsOf = await findTerms(
    db,
    found.map(({ url }) => url),
  )
  const open = requested.filter(
    ({ place, nameKey }) => nameKey !== '' && !isCommonName(nameKey) && !rows.has(place),
  )
  const ofPacks = await findNamedByPacks(db, [...new Set(open.map(({ nameKey }) => nameKey))])
  return models.map(({ name = '', folder, sha256 }, place) => {
    const named = rows.has(place) ? [] : (ofPacks.get(modelKey(name)) ?? [])
    const { status, models: chosen } =
      named.length > 0 ? ofNaming(named, folder) : toResolved(rows.get(place) ?? [], folder, sha256)
    return { status, models: chosen.map((model) => ({ ...model, ...termsOf(model.url) })) }
  })
}

/** Several addresses under one name are several files, as far as is known. */
function ofNaming(named: readonly NamedByPack[], folder: string | undefined): ResolvedModel {
  const best = surestOf(named, folder, ({ node_id }) => node_id)
  return {
    status: best.length === 1 ? 'found' : 'ambiguous',
    models: best.slice(0, maxShown).map(({ name, url, from, is_page, node_id, folder: place }) => ({
      name,
      url,
      host: new URL(url).host,
      ...defined({ folder: place ?? undefined, is_page: is_page || undefined }),
      source: 'pack',
      node_id,
      from,
      can_run_code: canRunCode(name),
    })),
  }
}

/** Comparable form of a name: without folders and letter case. */
export const modelKey = (name: string): string => baseName(name).toLowerCase()

function toResolved(
  found: readonly ModelRow[],
  folder: string | undefined,
  sha256: string | undefined,
): ResolvedModel {
  const exact = found.filter((row) => sha256 !== undefined && row.sha256 === sha256.toLowerCase())
  // With another hash than the one asked for, it is another file of this name.
  const rows = withFolders(found).filter((row) => sha256 === undefined || row.sha256 === null)
  const inFolder = rows.filter((row) => row.folder === folder)
  const best = exact.length > 0 ? exact : inFolder.length > 0 ? inFolder : rows
  const folders = new Set(best.map((row) => row.folder))
  const isOne = new Set(best.map(fileOf)).size === 1 || (folders.size === 1 && !folders.has(''))
  return {
    status: best.length === 0 ? 'unknown' : isOne && isSameFile(best) ? 'found' : 'ambiguous',
    models: best.slice(0, maxShown).map(toWire),
  }
}

/** The hub does not state where the tool looks for a file. Where lists do, they get its facts about the same address. */
function withFolders(rows: readonly ModelRow[]): readonly ModelRow[] {
  const placed = rows.filter(({ folder }) => folder !== '')
  if (placed.length === 0) return rows
  const ofHub = new Map(rows.filter(({ folder }) => folder === '').map((row) => [withoutQuery(row.url), row]))
  return placed.map((row) => {
    const same = ofHub.get(withoutQuery(row.url))
    return same
      ? { ...row, sha256: row.sha256 ?? same.sha256, size_bytes: row.size_bytes ?? same.size_bytes }
      : row
  })
}

const withoutQuery = (url: string) => url.split('?', 1)[0] ?? url

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
    name,
    url,
    host: new URL(url).host,
    ...factsOf(row),
    ...(folder === '' ? {} : { folder }),
    source,
    can_run_code: canRunCode(name),
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
