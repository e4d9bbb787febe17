import { performance } from 'node:perf_hooks'
import type { Catalogue } from '@nodeyard/contract/catalogue'
import { fileOf, headOf } from '@nodeyard/contract/catalogue-file'
import { limits } from '@nodeyard/contract/limits'
import type { Tx } from '../../ground/db/database.ts'
import { packDelta } from './delta.ts'
import type { Deps } from './deps.ts'
import { type PackedFile, packFile, storeFile, toWireFile } from './files.ts'
import {
  atOneMoment,
  type ChangedLine,
  type DeltaBase,
  findEntryRevision,
  findOldestWholeFrom,
  findRevisionWithin,
  findWholeAt,
  listChangedLines,
  readLinesAfter,
} from './sql.ts'

/** All lines of a moment, and what leads to them. */
export interface Snapshot {
  revision: number
  /** The first line. */
  head: string
  named: Pick<Catalogue, 'snapshot' | 'deltas'>
  packMs: number
}

export interface PackedSnapshot extends Snapshot {
  files: PackedFile[]
}

const hourMs = 3_600_000
/** A delta leads here from what was the latest so long ago: most ask once a day, some hours late. */
const deltaAgesMs = [1, 6, 26, 72, 24 * limits.catalogueDeltaDays].map((hours) => hours * hourMs)
/** With more of the lines it is hardly shorter than the whole. */
export const largestShare = 0.5
const linesAtOnce = 2000

/** Makes a snapshot of what is kept now and what leads to it, and stores the files. Nobody is told of it yet. */
export async function packSnapshot(
  deps: Pick<Deps, 'db' | 'now' | 'config' | 'blobs'>,
): Promise<PackedSnapshot> {
  const started = performance.now()
  const { pages, bases, changed, revision } = await readContent(deps)
  const head = headOf(deps.config.apiUrl)
  const snapshot = await packFile([Buffer.from(fileOf([head])), ...pages])
  const deltas: { since: number; file: PackedFile }[] = []
  for (const base of bases) {
    deltas.push({ since: base.sequence, file: await packDelta(changed, { head, ...base }) })
  }
  const files = [snapshot, ...deltas.map(({ file }) => file)]
  for (const file of files) await storeFile(deps.blobs, file)
  return {
    revision,
    head,
    named: {
      snapshot: toWireFile(snapshot),
      deltas: deltas.map(({ since, file }) => ({ ...toWireFile(file), since })),
    },
    packMs: Math.round(performance.now() - started),
    files,
  }
}

interface Content {
  revision: number
  /** All lines but the first, in parts. */
  pages: Buffer[]
  /** What deltas are made from, the latest first. */
  bases: DeltaBase[]
  changed: ChangedLine[]
}

/** All of one moment, and read at once: what is slow follows when the database is free again. */
function readContent({ db, now }: Pick<Deps, 'db' | 'now'>): Promise<Content> {
  return atOneMoment(db, async (tx) => {
    const pages: Buffer[] = []
    let last = ''
    for (;;) {
      const lines = await readLinesAfter(tx, last, linesAtOnce)
      if (!lines) break
      pages.push(Buffer.from(lines.text))
      last = lines.last
    }
    const largest = Math.floor(pages.reduce((sum, page) => sum + page.length, 0) * largestShare)
    const bases = await findBases(tx, now(), largest)
    const oldest = bases.at(-1)
    return {
      revision: await findEntryRevision(tx),
      pages,
      bases,
      changed: oldest ? await listChangedLines(tx, oldest.revision) : [],
    }
  })
}

/** From where deltas are worth while: from what was there at some times, but nothing so old that much has changed. */
async function findBases(tx: Tx, now: Date, largest: number): Promise<DeltaBase[]> {
  const oldest = await findOldestWholeFrom(tx, await findRevisionWithin(tx, largest))
  if (!oldest) return []
  const bases = new Map<number, DeltaBase>()
  for (const ageMs of deltaAgesMs) {
    const base = await findWholeAt(tx, new Date(now.getTime() - ageMs))
    if (!base || base.sequence < oldest.sequence) break
    bases.set(base.sequence, base)
  }
  return [...bases.set(oldest.sequence, oldest).values()]
}
