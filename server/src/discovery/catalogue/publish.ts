import { performance } from 'node:perf_hooks'
import {
  type Catalogue,
  type CatalogueFile,
  changesHeadOf,
  fileOf,
  filesOf,
  headOf,
  removalOf,
} from '@nodeyard/contract/discovery'
import { defined } from '@nodeyard/contract/ground'
import { transact } from '../../ground/db/changes.ts'
import type { Db, Tx } from '../../ground/db/database.ts'
import { whyReissue } from '../../ground/publications/publication.ts'
import { contentOf } from '../../ground/publications/signing.ts'
import type { Deps } from './deps.ts'
import {
  catalogues,
  listMissing,
  type PackedFile,
  type PointerRow,
  packFile,
  storeFile,
  toWireFile,
} from './files.ts'
import {
  consistently,
  countLines,
  findRevision,
  listChangedLines,
  measureChanges,
  readLinesAfter,
} from './sql.ts'

type PublishDeps = Pick<Deps, 'db' | 'changes' | 'now' | 'newId' | 'seal' | 'config' | 'blobs'>

const batchSize = 2000
/** Above this share of the snapshot's bytes, packing a new snapshot costs clients less than growing `recent`. */
export const maxRecentShare = 0.15

/** Returns why the last pointer is outdated, or undefined if it is not. */
export async function whyDue(
  { db, now, config }: Pick<Deps, 'db' | 'now' | 'config'>,
  last: PointerRow | undefined,
): Promise<'first' | 'head' | 'changed' | 'old' | 'keys' | undefined> {
  if (!last) return 'first'
  if (last.head !== headOf(config.apiUrl)) return 'head'
  if (last.revision < (await findRevision(db))) return 'changed'
  return whyReissue(db, last, now())
}

/**
 * Issues a pointer to the current lines, and returns it. Packs a new snapshot if `repacks` is set, if too much has changed
 * since the last one, or if one of its files is missing. Without a new file of types, the last one is kept.
 */
export async function publishCatalogue(
  deps: PublishDeps,
  { repacks = false, types }: { repacks?: boolean; types?: PackedFile } = {},
): Promise<PointerRow> {
  for (;;) {
    const last = await catalogues.last(deps.db)
    const started = performance.now()
    const files = await withTypes(deps, last, await packFiles(deps, repacks ? undefined : last), types)
    const costMs = Math.round(performance.now() - started)
    for (const file of files.packed) await storeFile(deps.blobs, file)
    const issued = await transact(deps, async (tx) => {
      await catalogues.lock(tx)
      // Another process has issued a pointer, which may be newer.
      if ((await catalogues.last(tx))?.sequence !== last?.sequence) return undefined
      // A stored file may have been removed before the lock was acquired.
      for (const file of files.packed) await storeFile(deps.blobs, file)
      return issuePointer(tx, deps, { ...files, costMs })
    })
    if (issued) return issued
  }
}

/** The files of a pointer, and the state of the lines in them. */
interface CatalogueFiles {
  snapshot: CatalogueFile
  recent?: CatalogueFile
  types?: CatalogueFile
  /** Files that are not stored yet. */
  packed: PackedFile[]
  nodes: number
  /** Revision of the snapshot with `recent` applied. */
  revision: number
  snapshotRevision: number
}

/** Packs the changes since the last snapshot if they are few, else a new snapshot. */
async function packFiles(deps: PublishDeps, last: PointerRow | undefined): Promise<CatalogueFiles> {
  const isUsable = last?.head === headOf(deps.config.apiUrl) && (await hasSnapshot(deps, last))
  return (isUsable && (await packRecent(deps.db, last))) || packSnapshot(deps)
}

async function withTypes(
  deps: Pick<Deps, 'blobs'>,
  last: PointerRow | undefined,
  files: CatalogueFiles,
  types: PackedFile | undefined,
): Promise<CatalogueFiles> {
  if (types) return { ...files, types: toWireFile(types), packed: [...files.packed, types] }
  const known = last && catalogueOf(last).types
  return known && (await isStored(deps, known)) ? { ...files, types: known } : files
}

function hasSnapshot(deps: Pick<Deps, 'blobs'>, last: PointerRow): Promise<boolean> {
  return isStored(deps, catalogueOf(last).snapshot)
}

/** After a restore, the database can name files that have been removed. */
async function isStored({ blobs }: Pick<Deps, 'blobs'>, file: CatalogueFile): Promise<boolean> {
  return (await listMissing(blobs, [file])).length === 0
}

/** Undefined if so much has changed that a new snapshot is due. */
async function packRecent(db: Db, last: PointerRow): Promise<CatalogueFiles | undefined> {
  const { snapshot } = catalogueOf(last)
  const content = await consistently(db, async (tx) => {
    const bytes = await measureChanges(tx, last.snapshot_revision)
    if (bytes > snapshot.bytes * maxRecentShare) return undefined
    const changes = await listChangedLines(tx, last.snapshot_revision)
    return { changes, nodes: await countLines(tx), revision: await findRevision(tx) }
  })
  if (!content) return undefined
  const { changes, ...state } = content
  const unchanged = { snapshot, snapshotRevision: last.snapshot_revision, ...state }
  if (changes.length === 0) return { ...unchanged, packed: [] }
  const lines = changes.map(({ nodeId, entry }) => entry ?? removalOf(nodeId))
  const recent = await packFile([Buffer.from(fileOf([changesHeadOf(last.head), ...lines]))])
  return { ...unchanged, recent: toWireFile(recent), packed: [recent] }
}

async function packSnapshot({ db, config }: Pick<Deps, 'db' | 'config'>): Promise<CatalogueFiles> {
  const { pages, revision, nodes } = await consistently(db, async (tx) => ({
    pages: await Array.fromAsync(readLines(tx)),
    nodes: await countLines(tx),
    revision: await findRevision(tx),
  }))
  const packed = await packFile([Buffer.from(fileOf([headOf(config.apiUrl)])), ...pages], 'lasting')
  return { snapshot: toWireFile(packed), packed: [packed], nodes, revision, snapshotRevision: revision }
}

async function* readLines(tx: Tx): AsyncIterable<Buffer> {
  for (let last = ''; ; ) {
    const lines = await readLinesAfter(tx, last, batchSize)
    if (!lines) return
    yield Buffer.from(lines.text)
    last = lines.last
  }
}

async function issuePointer(
  tx: Tx,
  deps: PublishDeps,
  { snapshot, recent, types, nodes, ...files }: CatalogueFiles & { costMs: number },
): Promise<PointerRow> {
  const content = { snapshot, ...defined({ recent, types }), nodes } satisfies Partial<Catalogue>
  return catalogues.issue(tx, deps, content, ({ expires, kids }) => ({
    revision: files.revision,
    snapshot_revision: files.snapshotRevision,
    digest: snapshot.digest,
    head: headOf(deps.config.apiUrl),
    expires_at: expires,
    kids,
    files: filesOf(content).map(({ digest }) => digest),
    cost_ms: files.costMs,
  }))
}

export const catalogueOf = ({ envelope }: PointerRow): Catalogue => contentOf(envelope)
