import Type from 'typebox'
import { defineJob } from '../../ground/jobs/job.ts'
import type { Deps } from './deps.ts'
import { deleteSpentCiTokens, deleteUnusedTrustedTokens } from './sql.ts'

/** Longer than any expected clock skew. */
const retentionMs = 3_600_000

/** Removes expired tokens. Used tokens stay, because events name them. */
export const sweepTrustedTokens = defineJob({
  name: 'sweep-trusted-tokens',
  payload: Type.Object({}),
  schedule: '23 * * * *',
  async run({ db, now }: Pick<Deps, 'db' | 'now'>) {
    const expiredBefore = new Date(now().getTime() - retentionMs)
    await deleteUnusedTrustedTokens(db, { expiredBefore })
    await deleteSpentCiTokens(db, expiredBefore)
  },
})
