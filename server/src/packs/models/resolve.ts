import { baseName, canRunCode } from '@nodeyard/analysis/models/model'
import type { resolveModels as contract, KnownModel, ResolvedModel } from '@nodeyard/contract/models'
import type { BodyOf } from '@nodeyard/contract/route'
import type { DbOrTx } from '../../ground/db/database.ts'
import { findModels, type ModelRow } from './sql.ts'

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
  const rows = Map.groupBy(await findModels(db, requested, maxCandidates), ({ place }) => place)
  return models.map(({ folder, sha256 }, place) => toResolved(rows.get(place) ?? [], folder, sha256))
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

function toWire({ name, folder, url, sha256, size_bytes, source }: ModelRow): KnownModel {
  return {
    ...{ name, folder, url, host: new URL(url).host },
    ...(sha256 === null ? {} : { sha256 }),
    ...(size_bytes === null ? {} : { size: Number(size_bytes) }),
    ...{ source, can_run_code: canRunCode(name) },
  }
}
