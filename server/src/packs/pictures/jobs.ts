import Type from 'typebox'
import { inTransaction } from '../../ground/db/transactions.ts'
import { defineJob } from '../../ground/jobs/job.ts'
import { pictureKey, picturesFolder } from '../../ground/pictures/stored.ts'
import type { Deps } from './deps.ts'
import { isPictureUsed, lockPicture } from './sql.ts'

const orphanMs = 3600_000

/** Deletes stored pictures that neither a node, a publisher nor a reading shows any more. */
export const sweepPictures = defineJob({
  name: 'sweep-pictures',
  payload: Type.Object({}),
  schedule: '33 4 * * *',
  timeoutSeconds: 3600,
  isExclusive: true,
  async run({ db, blobs, now }: Deps, _payload, signal) {
    const before = now().getTime() - orphanMs
    for await (const { key, modifiedAt } of blobs.list(picturesFolder)) {
      if (signal.aborted) return
      const digest = /([0-9a-f]{64})\.webp$/.exec(key)?.[1]
      if (digest === undefined || modifiedAt.getTime() >= before) continue
      await inTransaction(db, async (tx) => {
        await lockPicture(tx, digest)
        if (!(await isPictureUsed(tx, digest))) await blobs.delete(pictureKey(digest))
      })
    }
  },
})
