import type { IndexedPackage } from '@nodeyard/analysis/solver/package-index'
import { writeSliceLine } from '@nodeyard/analysis/solver/slice'
import { canonical, fileOf } from '@nodeyard/contract/catalogue-file'
import { limits } from '@nodeyard/contract/limits'
import type { PythonIndexPointer } from '@nodeyard/contract/python-index'
import { pythonIndexFormat, pythonIndexType } from '@nodeyard/contract/python-index'
import { markChanged, transact } from '../../ground/db/changes.ts'
import type { Violation } from '../../ground/db/verify.ts'
import { isOld, nextNumber } from '../../ground/publications/issue.ts'
import { contentOf, signDocument } from '../../ground/publications/signing.ts'
import { listKids } from '../../ground/publications/sql.ts'
import { deleteFile, listMissing, packFile, storeFile, toWireFile } from '../catalogue/files.ts'
import type { Deps } from './deps.ts'
import { deleteOldSlices, findLastSlice, insertSlice, lockSlices, type SliceRow } from './sql.ts'
import { pythonIndexTag } from './tag.ts'

type PublishDeps = Pick<Deps, 'db' | 'changes' | 'now' | 'newId' | 'seal' | 'config' | 'blobs'>

export const sliceFolder = 'python-index/'
/** Clients that read an earlier pointer are about to fetch its file. */
const keptSlices = 3

export const pointerOf = ({ envelope }: SliceRow): PythonIndexPointer => contentOf(envelope)

/** Stores a slice, and issues a signed pointer to it. */
export async function publishSlice(
  deps: PublishDeps,
  { packages, readAt }: { packages: readonly IndexedPackage[]; readAt: Date },
): Promise<PythonIndexPointer> {
  const head = canonical({ format: pythonIndexFormat })
  const packed = await packFile([Buffer.from(fileOf([head, ...packages.map(writeSliceLine)]))])
  const versions = packages.reduce((sum, one) => sum + one.versions.length, 0)
  return issue(deps, async () => {
    // A file that was stored before may have been removed meanwhile, so that it is stored under the lock.
    await storeFile(deps.blobs, packed, sliceFolder)
    return { file: toWireFile(packed), packages: packages.length, read_at: readAt.toISOString(), versions }
  }) as Promise<PythonIndexPointer>
}

/** Signs the last slice again if its pointer is a day old, or if other keys are in use. */
export async function reissueSlice(deps: PublishDeps): Promise<boolean> {
  const last = await findLastSlice(deps.db)
  if (!last) return false
  const kids = await listKids(deps.db)
  if (!isOld(last, deps.now()) && kids.join() === last.kids.join()) return false
  const issued = await issue(deps, async (row) =>
    row?.sequence === last.sequence ? pointerOf(row) : undefined,
  )
  return issued !== undefined
}

/** Finds files of slices that are missing or have the wrong length. */
export async function sliceViolations({ db, blobs }: Pick<Deps, 'db' | 'blobs'>): Promise<Violation[]> {
  const last = await findLastSlice(db)
  const missing = last ? await listMissing(blobs, [pointerOf(last).file], sliceFolder) : []
  return missing.length === 0
    ? []
    : [{ rule: 'the file of the last slice of the Python package index is there, whole', ids: missing }]
}

type SliceFacts = Pick<PythonIndexPointer, 'file' | 'packages' | 'read_at' | 'versions'>

async function issue(
  deps: PublishDeps,
  factsOf: (last: SliceRow | undefined) => Promise<SliceFacts | undefined>,
): Promise<PythonIndexPointer | undefined> {
  const { blobs } = deps
  return transact(deps, async (tx) => {
    await lockSlices(tx)
    const last = await findLastSlice(tx)
    const facts = await factsOf(last)
    if (!facts) return undefined
    const { file, packages, read_at, versions } = facts
    const sequence = nextNumber(last?.sequence ?? 0, deps.now())
    const { envelope, issued, kids } = await signDocument(tx, deps, {
      type: pythonIndexType,
      days: limits.pythonIndexDays,
      content: { file, packages, read_at, sequence, versions } satisfies Partial<PythonIndexPointer>,
    })
    await insertSlice(tx, {
      ...{ sequence, digest: file.digest, issued_at: issued, read_at: new Date(read_at), kids },
      envelope: JSON.stringify(envelope),
    })
    const { deleted, kept } = await deleteOldSlices(tx, keptSlices)
    for (const digest of new Set(deleted).difference(new Set(kept)))
      await deleteFile(blobs, digest, sliceFolder)
    markChanged(tx, pythonIndexTag)
    return contentOf<PythonIndexPointer>(envelope)
  })
}
