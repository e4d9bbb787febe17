import { transact } from '../../../ground/db/changes.ts'
import type { Tx } from '../../../ground/db/database.ts'
import type { Deps } from '../deps.ts'
import { Refusal } from '../refusal.ts'
import { toFactorAnswer } from './accounts.ts'
import { makeCode } from './codes.ts'
import { type OpenSession, type SignInMethod, startSession, toTokens } from './sessions.ts'
import { type AccountRow, listFactors, updateAccount } from './sql.ts'

/** A complete sign-in, or one that waits for a second factor. */
export type SignIn = OpenSession | { pending: object }

/**
 * Completes the sign-in of every method: starts a session, or requests the second factor if the account has one.
 */
export async function admit(deps: Deps, tx: Tx, account: AccountRow, method: SignInMethod): Promise<SignIn> {
  if (account.disabled) throw new Refusal('USER_DISABLED')
  const factors = await listFactors(tx, account.uid)
  if (factors.length > 0 && !method.factor) {
    const data = { provider: method.provider }
    const pending = await makeCode(deps, tx, 'pending-sign-in', { uid: account.uid, data })
    return {
      pending: {
        mfaPendingCredential: pending,
        mfaInfo: factors.map((factor) => toFactorAnswer(factor, { whole: false })),
      },
    }
  }
  const signedIn = await updateAccount(tx, account.uid, { last_sign_in_at: deps.now() })
  return startSession(deps, tx, signedIn, method)
}

/** The outcome of a sign-in's transaction. A refusal commits what it has written. */
export type SignInOutcome = { result: SignIn; extra?: object } | { answer: object } | { refusal: Refusal }

/** Runs the transaction of a sign-in and returns the client's response. */
export async function signIn(deps: Deps, work: (tx: Tx) => Promise<SignInOutcome>): Promise<object> {
  const outcome = await transact(deps, work)
  if ('refusal' in outcome) throw outcome.refusal
  if ('answer' in outcome) return outcome.answer
  const { result, extra } = outcome
  return { ...extra, ...('pending' in result ? result.pending : await toTokens(deps, result)) }
}
