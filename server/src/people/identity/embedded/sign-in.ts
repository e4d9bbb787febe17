import { transact } from '../../../ground/db/changes.ts'
import type { Tx } from '../../../ground/db/database.ts'
import type { Deps } from '../deps.ts'
import { Refusal } from '../refusal.ts'
import { toFactorAnswer } from './accounts.ts'
import { makeCode } from './codes.ts'
import { type OpenSession, startSession, toTokens, type Way } from './sessions.ts'
import { type AccountRow, listFactors, updateAccount } from './sql.ts'

/** A sign-in that came to its end, or one that a second factor has to end. */
export type SignIn = OpenSession | { pending: object }

/**
 * The one gate of every method: who has proved to be somebody gets a session here, or is asked for a second factor
 * where the account has one.
 */
export async function admit(deps: Deps, tx: Tx, account: AccountRow, way: Way): Promise<SignIn> {
  if (account.disabled) throw new Refusal('USER_DISABLED')
  const factors = await listFactors(tx, account.uid)
  if (factors.length > 0 && !way.factor) {
    const data = { provider: way.provider }
    const pending = await makeCode(deps, tx, 'pending-sign-in', { uid: account.uid, data })
    return {
      pending: {
        mfaPendingCredential: pending,
        mfaInfo: factors.map((factor) => toFactorAnswer(factor, { whole: false })),
      },
    }
  }
  const signedIn = await updateAccount(tx, account.uid, { last_sign_in_at: deps.now() })
  return startSession(deps, tx, signedIn, way)
}

/** How the transaction of a sign-in ends; what a refusal has written stays. */
export type Outcome = { result: SignIn; extra?: object } | { answer: object } | { refusal: Refusal }

/** Runs the transaction of a sign-in, and gives the client's answer. */
export async function signIn(deps: Deps, work: (tx: Tx) => Promise<Outcome>): Promise<object> {
  const outcome = await transact(deps, work)
  if ('refusal' in outcome) throw outcome.refusal
  if ('answer' in outcome) return outcome.answer
  const { result, extra } = outcome
  return { ...extra, ...('pending' in result ? result.pending : await toTokens(deps, result)) }
}
