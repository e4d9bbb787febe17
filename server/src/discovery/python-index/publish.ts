import { type IndexedPackage, writeSliceLine } from '@nodeyard/analysis/requirements'
import {
  canonical,
  fileOf,
  type PythonIndexPointer,
  pythonIndexFormat,
  pythonIndexType,
} from '@nodeyard/contract/discovery'
import { limits } from '@nodeyard/contract/limits'
import { transact } from '../../ground/db/changes.ts'
import type { Violation } from '../../ground/db/verify.ts'
import { Publication, whyReissue } from '../../ground/publications/publication.ts'
import { contentOf } from '../../ground/publications/signing.ts'
import type { IssueOf } from '../../ground/publications/sql.ts'
import { endings, listMissing, packFile, storeFile, toWireFile } from '../catalogue/files.ts'
import type { Deps } from './deps.ts'
import { pythonIndexTag } from './tag.ts'

type PublishDeps = Pick<Deps, 'db' | 'changes' | 'now' | 'newId' | 'seal' | 'config' | 'blobs'>

export const sliceFolder = 'python-index/'
/** Clients that read an earlier pointer are about to fetch its file. */
const keptSlices = 3

export const slices = new Publication(
  { table: 'python_index_slices', number: 'sequence', digests: 'array[digest]' },
  { type: pythonIndexType, days: limits.pythonIndexDays, tag: pythonIndexTag, folder: sliceFolder, endings },
)
type SliceRow = IssueOf<'python_index_slices'>

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
  const last = await slices.last(deps.db)
  if (!last) return false
  if (!(await whyReissue(deps.db, last, deps.now()))) return false
  const issued = await issue(deps, async (row) =>
    row?.sequence === last.sequence ? pointerOf(row) : undefined,
  )
  return issued !== undefined
}

/** Finds files of slices that are missing or have the wrong length. */
export async function sliceViolations({ db, blobs }: Pick<Deps, 'db' | 'blobs'>): Promise<Violation[]> {
  const last = await slices.last(db)
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
  return transact(deps, async (tx) => {
    await slices.lock(tx)
    const content = await factsOf(await slices.last(tx))
    if (!content) return undefined
    const issued = await slices.issue(tx, deps, content, ({ kids }) => ({
      digest: content.file.digest,
      read_at: new Date(content.read_at),
      kids,
    }))
    await slices.removeOutdated(tx, deps, { kept: keptSlices })
    return pointerOf(issued)
  })
}
