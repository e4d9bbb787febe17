import { performance } from 'node:perf_hooks'
import { type Catalogue, catalogueType } from '@nodeyard/contract/catalogue'
import { canonical, changesOf, deltaHeadOf, headOf, removalOf } from '@nodeyard/contract/catalogue-file'
import { limits } from '@nodeyard/contract/limits'
import { signText } from '../advisories/signing.ts'
import { listSigningKeys } from '../advisories/sql.ts'
import { markChanged, transact } from '../db/changes.ts'
import type { Tx } from '../db/database.ts'
import type { Deps } from '../deps.ts'
import { type PackedFile, packFile, storeFile, toWireFile } from './files.ts'
import {
  atOneMoment,
  type ChangedLine,
  type DeltaBase,
  findEntryRevision,
  findLastSnapshot,
  findOldestSnapshotFrom,
  findRevisionWithin,
  findSnapshotAt,
  insertSnapshot,
  listChangedLines,
  lockSnapshots,
  readLinesAfter,
  type SnapshotRow,
} from './sql.ts'
import { catalogueTag } from './tag.ts'

export type SnapshotDeps = Pick<Deps, 'db' | 'changes' | 'now' | 'newId' | 'seal' | 'config' | 'blobs'>

const hourMs = 3_600_000
const dayMs = 24 * hourMs
/** A client that asks rarely has one that is good for days. */
const renewedAfterMs = dayMs
/** A delta leads here from what was the latest so long ago: most ask once a day, some hours late. */
const deltaAgesMs = [1, 6, 26, 72, 24 * limits.catalogueDeltaDays].map((hours) => hours * hourMs)
/** With more of the lines it is hardly shorter than the whole. */
const largestShare = 0.5
const linesAtOnce = 2000

/** Why the last snapshot is not the one that there should be; undefined when it is. */
export async function whyDue({
  db,
  now,
  config,
}: Pick<Deps, 'db' | 'now' | 'config'>): Promise<'new' | 'changed' | 'old' | 'keys' | undefined> {
  const last = await findLastSnapshot(db)
  if (!last) return 'new'
  if (last.head !== headOf(config.apiUrl)) return 'changed'
  if (last.revision < (await findEntryRevision(db))) return 'changed'
  if (now().getTime() - last.issued_at.getTime() >= renewedAfterMs) return 'old'
  const kids = (await listSigningKeys(db)).map(({ kid }) => kid).sort()
  return kids.join() === last.kids.join() ? undefined : 'keys'
}

/**
 * Makes a snapshot of what is kept now and what leads to it, stores the files and then, in one transaction, says so.
 * Gives the one that counts: another process may have been faster.
 */
export async function makeSnapshot(deps: SnapshotDeps): Promise<SnapshotRow> {
  const started = performance.now()
  const content = await readContent(deps)
  const snapshot = await packFile([Buffer.from(`${content.head}\n`), ...content.pages])
  const deltas: { since: number; file: PackedFile }[] = []
  for (const base of content.bases) {
    deltas.push({ since: base.sequence, file: await packDelta(content, base) })
  }
  const files = [snapshot, ...deltas.map(({ file }) => file)]
  for (const file of files) await storeFile(deps.blobs, file)
  const costMs = Math.round(performance.now() - started)
  return transact(deps, async (tx) => {
    await lockSnapshots(tx)
    const last = await findLastSnapshot(tx)
    if (last && last.revision > content.revision) return last
    // Somebody may have removed one meanwhile that had lain there before.
    for (const file of files) await storeFile(deps.blobs, file)
    return issue(tx, deps, {
      sequence: (last?.sequence ?? 0) + 1,
      content,
      costMs,
      named: {
        snapshot: toWireFile(snapshot),
        deltas: deltas.map(({ since, file }) => ({ ...toWireFile(file), since })),
      },
    })
  })
}

interface Content {
  revision: number
  head: string
  /** All lines but the first, in parts. */
  pages: Buffer[]
  nodes: number
  /** What deltas are made from, the latest first. */
  bases: DeltaBase[]
  changed: ChangedLine[]
}

/** All of one moment, and read at once: what is slow follows when the database is free again. */
function readContent({ db, now, config }: SnapshotDeps): Promise<Content> {
  return atOneMoment(db, async (tx) => {
    const pages: Buffer[] = []
    let nodes = 0
    let last = ''
    for (;;) {
      const lines = await readLinesAfter(tx, last, linesAtOnce)
      if (!lines) break
      pages.push(Buffer.from(lines.text))
      nodes += lines.count
      last = lines.last
    }
    const largest = Math.floor(pages.reduce((sum, page) => sum + page.length, 0) * largestShare)
    const bases = await findBases(tx, now(), largest)
    const oldest = bases.at(-1)
    return {
      revision: await findEntryRevision(tx),
      head: headOf(config.apiUrl),
      pages,
      nodes,
      bases,
      changed: oldest ? await listChangedLines(tx, oldest.revision) : [],
    }
  })
}

/** From where deltas are worth while: from what was there at some times, but nothing so old that much has changed. */
async function findBases(tx: Tx, now: Date, largest: number): Promise<DeltaBase[]> {
  const oldest = await findOldestSnapshotFrom(tx, await findRevisionWithin(tx, largest))
  if (!oldest) return []
  const bases = new Map<number, DeltaBase>()
  for (const ageMs of deltaAgesMs) {
    const base = await findSnapshotAt(tx, new Date(now.getTime() - ageMs))
    if (!base || base.sequence < oldest.sequence) break
    bases.set(base.sequence, base)
  }
  return [...bases.set(oldest.sequence, oldest).values()]
}

function packDelta({ head, changed }: Content, base: DeltaBase): Promise<PackedFile> {
  const lines = changed
    .filter(({ revision }) => revision > base.revision)
    .map((line) => lineSince(line, base))
  const text = [deltaHeadOf(head, base.sequence), ...lines].map((line) => `${line}\n`).join('')
  return packFile([Buffer.from(text)])
}

/** What leads from the line at a base, or at any later time, to the one of now. */
function lineSince({ nodeId, entry, wholeRevision, memberRevisions }: ChangedLine, base: DeltaBase): string {
  if (entry === null) return removalOf(nodeId)
  if (wholeRevision > base.revision) return entry
  const members = JSON.parse(entry) as Record<string, unknown>
  const changed = Object.entries(memberRevisions).filter(([, revision]) => revision > base.revision)
  return changesOf(nodeId, Object.fromEntries(changed.map(([name]) => [name, members[name] ?? null])))
}

async function issue(
  tx: Tx,
  deps: SnapshotDeps,
  given: {
    sequence: number
    content: Content
    costMs: number
    named: Pick<Catalogue, 'snapshot' | 'deltas'>
  },
): Promise<SnapshotRow> {
  const { sequence, content, costMs, named } = given
  const issued = deps.now()
  const expires = new Date(issued.getTime() + limits.catalogueDays * dayMs)
  const catalogue: Catalogue = {
    ...named,
    expires: expires.toISOString(),
    issued: issued.toISOString(),
    nodes: content.nodes,
    registry: deps.config.apiUrl,
    sequence,
  }
  const envelope = await signText(tx, deps, canonical(catalogue), catalogueType)
  const row: SnapshotRow = {
    sequence,
    revision: content.revision,
    digest: named.snapshot.digest,
    head: content.head,
    issued_at: issued,
    expires_at: expires,
    kids: (await listSigningKeys(tx)).map(({ kid }) => kid).sort(),
    envelope,
    files: [named.snapshot, ...named.deltas].map(({ digest }) => digest),
    cost_ms: costMs,
  }
  await insertSnapshot(tx, { ...row, envelope: JSON.stringify(envelope) })
  markChanged(tx, catalogueTag)
  return row
}
