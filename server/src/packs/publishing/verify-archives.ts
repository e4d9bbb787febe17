import { createHash } from 'node:crypto'
import { pipeline } from 'node:stream/promises'
import { archiveKey, BlobNotFound } from '../../ground/blobs/store.ts'
import type { Violation } from '../../ground/db/verify.ts'
import { hasArchive, listArchives } from './archives/sql.ts'
import type { Deps } from './deps.ts'

const atOnce = 500
const idsPerRule = 10
/** An upload's bytes are stored shortly before the database records them. */
const graceMinutes = 60

const rules = {
  missing: 'the archive of every version is stored',
  size: 'a stored archive has the size that the database knows',
  changed: 'a stored archive has the digest that is its name',
  orphan: 'the database knows every stored archive',
  stray: 'what lies among the archives is named as one',
} as const

/**
 * Compares the stored archives with the database in both directions. `readsAll` hashes every byte again,
 * which takes as long as reading the whole store.
 */
export async function archiveViolations(
  deps: Pick<Deps, 'db' | 'blobs' | 'now'>,
  { readsAll = false } = {},
): Promise<Violation[]> {
  const found = new Map<string, string[]>()
  const note = (rule: string, id: string) => {
    const ids = found.get(rule) ?? []
    found.set(rule, ids)
    if (ids.length < idsPerRule) ids.push(id)
  }
  await checkKnown(deps, readsAll, note)
  await checkStored(deps, note)
  return [...found].map(([rule, ids]) => ({ rule, ids }))
}

type Note = (rule: string, id: string) => void

async function checkKnown(
  { db, blobs }: Pick<Deps, 'db' | 'blobs'>,
  readsAll: boolean,
  note: Note,
): Promise<void> {
  for (let after = ''; ; ) {
    const archives = await listArchives(db, { after, limit: atOnce })
    for (const { digest, size_bytes: size, versions } of archives) {
      const named = `${digest} (${versions.join(', ')})`
      const stored = await blobs.stat(archiveKey(digest))
      if (!stored) note(rules.missing, named)
      else if (stored.size !== size) note(rules.size, named)
      else if (readsAll && (await digestOf(blobs, digest)) !== digest) note(rules.changed, named)
    }
    const last = archives.at(-1)
    if (!last) return
    after = last.digest
  }
}

/** Returns undefined when the archive was removed in the meantime. */
async function digestOf(blobs: Deps['blobs'], digest: string): Promise<string | undefined> {
  const hash = createHash('sha256')
  try {
    await pipeline(await blobs.read(archiveKey(digest)), hash)
  } catch (error) {
    if (error instanceof BlobNotFound) return undefined
    throw error
  }
  return hash.digest('hex')
}

async function checkStored(
  { db, blobs, now }: Pick<Deps, 'db' | 'blobs' | 'now'>,
  note: Note,
): Promise<void> {
  const before = now().getTime() - graceMinutes * 60_000
  for await (const { key, modifiedAt } of blobs.list('archives/')) {
    const [, digest] = /\/([0-9a-f]{64})\.zip$/.exec(key) ?? []
    if (digest === undefined || key !== archiveKey(digest)) note(rules.stray, key)
    else if (modifiedAt.getTime() < before && !(await hasArchive(db, digest))) note(rules.orphan, digest)
  }
}
