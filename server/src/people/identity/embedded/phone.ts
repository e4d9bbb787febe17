import { addressKey } from '../../../ground/address-key.ts'
import { transact } from '../../../ground/db/changes.ts'
import type { DbOrTx, Tx } from '../../../ground/db/database.ts'
import type { Deps } from '../deps.ts'
import { Refusal } from '../refusal.ts'
import { recordAccountEvent } from './account-events.ts'
import { createAccount } from './accounts.ts'
import { allowances, countOrRefuse } from './attempts.ts'
import { hashOf, makeCode, tryDigits, useCode } from './codes.ts'
import { assertSignedInRecently, lockCurrentAccount, readIdToken } from './current-account.ts'
import { messageDigits } from './jobs.ts'
import { continueSession } from './sessions.ts'
import { admit, type SignInOutcome, signIn } from './sign-in.ts'
import { type AccountRow, findAccountByPhone, lockAccount, updateAccount } from './sql.ts'

export interface PhoneCaller {
  ip: string
  locale: string
}

/** Normalizes a phone number to E.164. Throws if it is missing or malformed. */
export function readPhone(text: string | undefined): string {
  const phone = text?.replace(/[\s().-]/g, '') ?? ''
  if (phone === '') throw new Refusal('MISSING_PHONE_NUMBER')
  if (!/^\+[1-9][0-9]{6,14}$/.test(phone)) throw new Refusal('INVALID_PHONE_NUMBER')
  return phone
}

/** Queues a message with digits. Returns the code they belong to; they work only for the same `purpose`. */
export async function sendDigits(
  deps: Deps,
  phone: string,
  purpose: Record<string, string>,
  { ip, locale }: PhoneCaller,
): Promise<string> {
  if (!deps.sender)
    throw new Refusal('OPERATION_NOT_ALLOWED', { detail: 'This registry does not send messages.' })
  await countOrRefuse(deps, allowances.messageFromAddress, addressKey(ip))
  await countOrRefuse(deps, allowances.messageTo, phone)
  return transact(deps, async (tx) => {
    const sessionInfo = await makeCode(deps, tx, 'phone', { data: { ...purpose, phone } })
    await deps.jobs.send(tx, messageDigits, { codeHash: hashOf(sessionInfo), phone, locale })
    return sessionInfo
  })
}

/**
 * Returns the number that the digits were sent to. Throws unless they are right and were sent for this purpose.
 * `useDigits` consumes them, in the transaction that they allow.
 */
export async function checkDigits(
  deps: Deps,
  { sessionInfo, code }: { sessionInfo?: string; code?: string },
  purpose: Record<string, string>,
  ip: string,
): Promise<string> {
  if (!sessionInfo) throw new Refusal('MISSING_SESSION_INFO')
  await countOrRefuse(deps, allowances.codeFromAddress, addressKey(ip))
  const { outcome, code: found } = await tryDigits(deps, 'phone', sessionInfo, code ?? '')
  if (outcome === 'unknown') throw new Refusal('INVALID_SESSION_INFO')
  if (outcome === 'expired') throw new Refusal('SESSION_EXPIRED')
  if (outcome === 'wrong' || !found) throw new Refusal('INVALID_CODE')
  const { phone, ...of } = found.data
  const isForThis =
    JSON.stringify(Object.entries(of).sort()) === JSON.stringify(Object.entries(purpose).sort())
  if (!isForThis || typeof phone !== 'string') throw new Refusal('INVALID_SESSION_INFO')
  return phone
}

/** Consumes the code of checked digits. Throws if it is gone. */
export async function useDigits(deps: Deps, db: DbOrTx, sessionInfo: string): Promise<void> {
  if (!(await useCode(deps, db, 'phone', sessionInfo))) throw new Refusal('INVALID_SESSION_INFO')
}

const forSignIn = { for: 'sign-in' }

/** Sends digits for a sign-in by phone. */
export async function sendSignInDigits(
  deps: Deps,
  phoneNumber: string | undefined,
  caller: PhoneCaller,
): Promise<object> {
  return { sessionInfo: await sendDigits(deps, readPhone(phoneNumber), forSignIn, caller) }
}

interface PhoneInput {
  sessionInfo?: string
  code?: string
  /** Proof of a number that turned out to belong to another account. */
  temporaryProof?: string
  phoneNumber?: string
  idToken?: string
  operation?: string
}

/** Signs in with a phone number. With `idToken`, adds the number to that account. */
export async function signInWithPhone(
  deps: Deps,
  { idToken, temporaryProof, ...input }: PhoneInput,
  ip: string,
): Promise<object> {
  if (!deps.sender) throw new Refusal('OPERATION_NOT_ALLOWED')
  const claims = idToken === undefined ? undefined : await readIdToken(deps, idToken)
  // An added sign-in method outlives the session, so it requires a recent sign-in.
  if (claims) assertSignedInRecently(deps, claims)
  const checked = temporaryProof === undefined ? await checkDigits(deps, input, forSignIn, ip) : undefined
  return signIn(deps, async (tx) => {
    const phone = checked ?? (await useProof(deps, tx, temporaryProof, input.phoneNumber))
    if (checked !== undefined) await useDigits(deps, tx, input.sessionInfo ?? '')
    if (!claims) return enter(deps, tx, phone, input.operation === 'REAUTH')
    const known = await lockCurrentAccount(tx, claims)
    const holder = await findAccountByPhone(tx, phone)
    if (holder && holder.uid !== known.uid) {
      const proof = await makeCode(deps, tx, 'phone-proof', { data: { phone } })
      return { answer: { temporaryProof: proof, temporaryProofExpiresIn: '600', phoneNumber: phone } }
    }
    const account = await updateAccount(tx, known.uid, { phone_number: phone })
    await recordAccountEvent(deps, tx, known.uid, 'link', { provider: 'phone' })
    return { result: await continueSession(deps, tx, account, claims), extra: answerOf(account, false) }
  })
}

async function enter(deps: Deps, tx: Tx, phone: string, isAgain: boolean): Promise<SignInOutcome> {
  const known = await findAccountByPhone(tx, phone)
  if (!known && isAgain) throw new Refusal('USER_NOT_FOUND')
  const account = known
    ? await lockAccount(tx, known.uid)
    : await createAccount(deps, tx, { phone_number: phone })
  if (!account) throw new Refusal('USER_NOT_FOUND')
  const result = await admit(deps, tx, account, { provider: 'phone' })
  return { result, extra: answerOf(account, !known) }
}

async function useProof(
  deps: Deps,
  tx: Tx,
  proof: string | undefined,
  phoneNumber: string | undefined,
): Promise<string> {
  const code = proof ? await useCode(deps, tx, 'phone-proof', proof) : undefined
  const phone = String(code?.data['phone'] ?? '')
  if (!code || code.isExpired || readPhone(phoneNumber) !== phone)
    throw new Refusal('INVALID_TEMPORARY_PROOF')
  return phone
}

function answerOf({ uid, phone_number: phoneNumber }: AccountRow, isNewUser: boolean): object {
  return { localId: uid, phoneNumber, isNewUser }
}
