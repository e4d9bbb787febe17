import Type from 'typebox'
import { archiveKey } from '../../ground/blobs/store.ts'
import { transact } from '../../ground/db/changes.ts'
import { defineJob } from '../../ground/jobs/job.ts'
import { deleteUnusedArchive, hasArchive, lockArchive } from './archives/sql.ts'
import type { Deps } from './deps.ts'

/** Removes the bytes of a refused archive or upload, unless another version uses the same bytes. */
export const dropArchive = defineJob({
  name: 'drop-archive',
  payload: Type.Object({ digest: Type.String() }),
  run: (deps: Deps, { digest }) =>
    transact(deps, async (tx) => {
      await lockArchive(tx, digest)
      await deleteUnusedArchive(tx, digest)
      if (!(await hasArchive(tx, digest))) await deps.blobs.delete(archiveKey(digest))
    }),
})
