import { performance } from 'node:perf_hooks'
import { type Catalogue, type CatalogueFile, catalogueType } from '@nodeyard/contract/catalogue'
import { canonical, filesOf, headOf } from '@nodeyard/contract/catalogue-file'
import { limits } from '@nodeyard/contract/limits'
import type { Signed } from '@nodeyard/contract/signed'
import { markChanged, transact } from '../../ground/db/changes.ts'
import type { Db, Tx } from '../../ground/db/database.ts'
import { isOld, nextNumber } from '../../safety/advisories/issue.ts'
import { signText } from '../../safety/advisories/signing.ts'
import { listSigningKeys } from '../../safety/advisories/sql.ts'
import { packDelta } from './delta.ts'
import type { Deps } from './deps.ts'
import { listMissing, type PackedFile, storeFile, toWireFile } from './files.ts'
import { largestShare, type PackedSnapshot, packSnapshot, type Snapshot } from './snapshot.ts'
import {
  atOneMoment,
  countChangedLines,
  countLines,
  findEntryRevision,
  findLastSnapshot,
  insertSnapshot,
  listChangedLines,
  lockSnapshots,
  type SnapshotRow,
} from './sql.ts'
import { catalogueTag } from './tag.ts'

export type PointerDeps = Pick<Deps, 'db' | 'changes' | 'now' | 'newId' | 'seal' | 'config' | 'blobs'>

const dayMs = 86_400_000
/** However few the whole has: so many take no time. */
const fewLines = 1000

export type WhyDue = 'new' | 'head' | 'much' | 'changed' | 'missing' | 'old' | 'keys'

/** Whether that is mended by a new snapshot alone, and not by a pointer to the one that is there. */
export const takesSnapshot = (why: WhyDue): boolean => ['new', 'head', 'much', 'missing'].includes(why)

/** Why the last pointer is not the one that there should be; undefined when it is. */
export async function whyDue(
  deps: Pick<Deps, 'db' | 'now' | 'config' | 'blobs'>,
  last: SnapshotRow | undefined,
): Promise<WhyDue | undefined> {
  const { db, now, config } = deps
  if (!last) return 'new'
  if (last.head !== headOf(config.apiUrl)) return 'head'
  if (last.revision < (await findEntryRevision(db))) {
    const changed = await countChangedLines(db, last.whole_revision)
    const most = Math.max(fewLines, catalogueIn(last.envelope as Signed).nodes * largestShare)
    return changed > most ? 'much' : 'changed'
  }
  const why = isOld(last, now()) ? 'old' : await whyOfKeys(db, last)
  // Looked at only now, because it takes as many requests to the store as there are files.
  return why && !(await hasFiles(deps, last)) ? 'missing' : why
}

async function whyOfKeys(db: Db, { kids }: SnapshotRow): Promise<'keys' | undefined> {
  const current = (await listSigningKeys(db)).map(({ kid }) => kid).sort()
  return current.join() === kids.join() ? undefined : 'keys'
}

/** A database that was restored names files that were removed since. */
async function hasFiles({ blobs }: Pick<Deps, 'blobs'>, last: SnapshotRow): Promise<boolean> {
  return (await listMissing(blobs, filesNamedBy(last))).length === 0
}

/** Issues the last pointer again, though nothing is known to have changed. Undefined where another one came first. */
export async function issueAgain(deps: PointerDeps, last: SnapshotRow): Promise<SnapshotRow | undefined> {
  return (await hasFiles(deps, last)) ? issuePointer(deps, last) : makeSnapshot(deps)
}

/**
 * Issues the snapshot of the last pointer again, with what has changed since. Undefined where another pointer came
 * first.
 */
export async function issuePointer(deps: PointerDeps, last: SnapshotRow): Promise<SnapshotRow | undefined> {
  const whole = snapshotOf(last)
  const recent = await packRecent(deps, whole)
  return transact(deps, async (tx) => {
    await lockSnapshots(tx)
    // Whose files are there as long as it is the last one.
    if ((await findLastSnapshot(tx))?.sequence !== last.sequence) return undefined
    return insertPointer(tx, deps, { last, whole, recent, packedAt: last.packed_at })
  })
}

/** Makes a snapshot and issues it. Gives the pointer that counts: another process may have been faster. */
export async function makeSnapshot(deps: PointerDeps): Promise<SnapshotRow> {
  return issueSnapshot(deps, await packSnapshot(deps))
}

/** Issues a snapshot with what has changed while it was packed. */
export async function issueSnapshot(deps: PointerDeps, whole: PackedSnapshot): Promise<SnapshotRow> {
  for (;;) {
    const recent = await packRecent(deps, whole)
    const issued = await transact(deps, async (tx) => {
      await lockSnapshots(tx)
      const last = await findLastSnapshot(tx)
      if (last && last.whole_revision > whole.revision) return last
      // A pointer to a later state came between.
      if (last && last.revision > recent.revision) return undefined
      // Somebody may have removed one meanwhile that had lain there before.
      for (const file of whole.files) await storeFile(deps.blobs, file)
      return insertPointer(tx, deps, { last, whole, recent })
    })
    if (issued) return issued
  }
}

/** What has changed since a whole, at one moment. */
interface Recent {
  revision: number
  /** Of all lines. */
  nodes: number
  /** Undefined: nothing. */
  file: PackedFile | undefined
  costMs: number
}

async function packRecent({ db, blobs }: PointerDeps, { head, revision }: Snapshot): Promise<Recent> {
  const started = performance.now()
  const { changed, nodes } = await atOneMoment(db, async (tx) => ({
    changed: await listChangedLines(tx, revision),
    nodes: await countLines(tx),
  }))
  const file = changed.length > 0 ? await packDelta(changed, { head, revision }) : undefined
  if (file) await storeFile(blobs, file)
  return {
    revision: changed.reduce((highest, line) => Math.max(highest, line.revision), revision),
    nodes,
    file,
    costMs: Math.round(performance.now() - started),
  }
}

async function insertPointer(
  tx: Tx,
  deps: PointerDeps,
  given: { last: SnapshotRow | undefined; whole: Snapshot; recent: Recent; packedAt?: Date },
): Promise<SnapshotRow> {
  const { last, whole, recent } = given
  if (recent.file) await storeFile(deps.blobs, recent.file)
  const issued = deps.now()
  const expires = new Date(issued.getTime() + limits.catalogueDays * dayMs)
  const catalogue: Catalogue = {
    ...whole.named,
    ...(recent.file ? { recent: toWireFile(recent.file) } : {}),
    expires: expires.toISOString(),
    issued: issued.toISOString(),
    nodes: recent.nodes,
    registry: deps.config.apiUrl,
    sequence: nextNumber(last?.sequence ?? 0, issued),
  }
  const envelope = await signText(tx, deps, canonical(catalogue), catalogueType)
  const row: SnapshotRow = {
    sequence: catalogue.sequence,
    revision: recent.revision,
    digest: catalogue.snapshot.digest,
    head: whole.head,
    issued_at: issued,
    expires_at: expires,
    kids: (await listSigningKeys(tx)).map(({ kid }) => kid).sort(),
    envelope,
    files: filesOf(catalogue).map(({ digest }) => digest),
    cost_ms: recent.costMs,
    whole_revision: whole.revision,
    packed_at: given.packedAt ?? issued,
    pack_ms: whole.packMs,
  }
  await insertSnapshot(tx, { ...row, envelope: JSON.stringify(envelope) })
  markChanged(tx, catalogueTag)
  return row
}

export const filesNamedBy = ({ envelope }: SnapshotRow): CatalogueFile[] =>
  filesOf(catalogueIn(envelope as Signed))

function snapshotOf(row: SnapshotRow): Snapshot {
  const { snapshot, deltas } = catalogueIn(row.envelope as Signed)
  return {
    revision: row.whole_revision,
    head: row.head,
    named: { snapshot, deltas },
    packMs: row.pack_ms,
  }
}

/** What a pointer says. Nothing is verified: for one that is known to be the registry's own. */
export function catalogueIn({ payload }: Pick<Signed, 'payload'>): Catalogue {
  return JSON.parse(Buffer.from(payload, 'base64url').toString()) as Catalogue
}
