import { transact } from '../../../ground/db/changes.ts'
import type { Tx } from '../../../ground/db/database.ts'
import type { Deps } from '../deps.ts'
import type { IdentityClaims } from '../identity.ts'
import { Refusal } from '../refusal.ts'
import { recordAccountEvent } from './account-events.ts'
import { allowances, countOrRefuse, resetCount } from './attempts.ts'
import { type Code, codeMinutes, findOneOf, makeCode, useCode } from './codes.ts'
import { assertSignedInRecently, lockCurrentAccount, readIdToken } from './current-account.ts'
import { checkDigits, type PhoneCaller, readPhone, sendDigits, useDigits } from './phone.ts'
import { continueSession, restartSession, toTokens } from './sessions.ts'
import { admit, signIn } from './sign-in.ts'
import { deleteFactor, type FactorRow, insertFactor, listFactors, lockAccount, takeStep } from './sql.ts'
import { fromBase32, stepOf, toBase32, totp } from './totp.ts'

const maxFactors = 5

export interface PhoneProof {
  sessionInfo?: string
  code?: string
}

export interface TotpProof {
  sessionInfo?: string
  verificationCode?: string
}

interface FinishInput {
  phoneVerificationInfo?: PhoneProof
  totpVerificationInfo?: TotpProof
}

/** Starts adding a second factor to the signed-in account. */
export async function startEnrolment(
  deps: Deps,
  input: { idToken?: string; phoneEnrollmentInfo?: { phoneNumber?: string }; totpEnrollmentInfo?: object },
  caller: PhoneCaller,
): Promise<object> {
  const claims = await readIdToken(deps, input.idToken)
  const { uid } = await transact(deps, (tx) => lockEnroller(deps, tx, claims))
  if (!input.totpEnrollmentInfo) {
    const phone = readPhone(input.phoneEnrollmentInfo?.phoneNumber)
    const sessionInfo = await sendDigits(deps, phone, { for: 'enrolment', uid }, caller)
    return { phoneSessionInfo: { sessionInfo } }
  }
  const secret = toBase32(deps.randomBytes(totp.secretBytes))
  const data = { secret: deps.seal.close(secret) }
  const sessionInfo = await makeCode(deps, deps.db, 'totp-enrolment', { uid, data })
  const endsAt = new Date(deps.now().getTime() + codeMinutes['totp-enrolment'] * 60_000)
  return {
    totpSessionInfo: {
      sharedSecretKey: secret,
      verificationCodeLength: totp.digits,
      hashingAlgorithm: totp.algorithm,
      periodSec: totp.periodSeconds,
      sessionInfo,
      finalizeEnrollmentTime: endsAt.toISOString(),
    },
  }
}

/** Adds the factor, and ends sessions that started without it. */
export async function finishEnrolment(
  deps: Deps,
  { idToken, displayName = '', ...input }: FinishInput & { idToken?: string; displayName?: string },
  { ip }: PhoneCaller,
): Promise<object> {
  const claims = await readIdToken(deps, idToken)
  const { subject: uid } = claims
  const { phoneVerificationInfo: phoneProof, totpVerificationInfo: totpProof } = input
  const phone = phoneProof && (await checkDigits(deps, phoneProof, { for: 'enrolment', uid }, ip))
  const app = totpProof && (await checkApp(deps, uid, totpProof))
  const id = deps.newId()
  const opened = await transact(deps, async (tx) => {
    const account = await lockEnroller(deps, tx, claims)
    if (phoneProof) await useDigits(deps, tx, phoneProof.sessionInfo ?? '')
    if (totpProof && !(await useCode(deps, tx, 'totp-enrolment', totpProof.sessionInfo ?? '')))
      throw new Refusal('INVALID_SESSION_INFO')
    if ((await listFactors(tx, uid)).length >= maxFactors) throw new Refusal('SECOND_FACTOR_LIMIT_EXCEEDED')
    const kind = app ? 'totp' : 'phone'
    const isNew = await insertFactor(tx, {
      id,
      uid,
      kind,
      phone_number: phone ?? null,
      secret: app?.secret ?? null,
      last_step: app?.step ?? 0,
      display_name: displayName,
      enrolled_at: deps.now(),
    })
    if (!isNew) throw new Refusal('SECOND_FACTOR_EXISTS')
    await recordAccountEvent(deps, tx, uid, 'add-factor', { factor: id })
    return restartSession(deps, tx, account, claims, { kind, id })
  })
  return toTokens(deps, opened)
}

async function checkApp(
  deps: Deps,
  uid: string,
  { sessionInfo, verificationCode = '' }: TotpProof,
): Promise<{ secret: string; step: number }> {
  if (!sessionInfo) throw new Refusal('MISSING_SESSION_INFO')
  await countOrRefuse(deps, allowances.secondFactorOfAccount, uid)
  const code = await findOneOf(deps, deps.db, ['totp-enrolment'], sessionInfo)
  if (!code || code.uid !== uid) throw new Refusal('INVALID_SESSION_INFO')
  if (code.isExpired) throw new Refusal('SESSION_EXPIRED')
  const secret = deps.seal.open(String(code.data['secret']))
  const step = stepOf(fromBase32(secret), verificationCode, deps.now())
  if (step === undefined) throw new Refusal('INVALID_CODE')
  await resetCount(deps, allowances.secondFactorOfAccount, uid)
  return { secret: deps.seal.close(secret), step }
}

/** Requires a verified email, because a factor on a stranger's email would lock its owner out. */
async function lockEnroller(deps: Deps, tx: Tx, claims: IdentityClaims) {
  const account = await lockCurrentAccount(tx, claims)
  assertSignedInRecently(deps, claims)
  if (!account.email || !account.email_verified) throw new Refusal('UNVERIFIED_EMAIL')
  return account
}

/** Removes a second factor from the signed-in account. */
export async function withdrawFactor(
  deps: Deps,
  { idToken, mfaEnrollmentId }: { idToken?: string; mfaEnrollmentId?: string },
): Promise<object> {
  if (!mfaEnrollmentId) throw new Refusal('MISSING_MFA_ENROLLMENT_ID')
  const claims = await readIdToken(deps, idToken)
  assertSignedInRecently(deps, claims)
  const opened = await transact(deps, async (tx) => {
    const account = await lockCurrentAccount(tx, claims)
    if (!isUuid(mfaEnrollmentId) || !(await deleteFactor(tx, account.uid, mfaEnrollmentId)))
      throw new Refusal('MFA_ENROLLMENT_NOT_FOUND')
    await recordAccountEvent(deps, tx, account.uid, 'remove-factor', { factor: mfaEnrollmentId })
    return continueSession(deps, tx, account, claims)
  })
  return toTokens(deps, opened)
}

/** Sends digits to the phone number of a second factor. */
export async function startSecondStep(
  deps: Deps,
  { mfaPendingCredential, mfaEnrollmentId }: { mfaPendingCredential?: string; mfaEnrollmentId?: string },
  caller: PhoneCaller,
): Promise<object> {
  const pending = await findPending(deps, mfaPendingCredential)
  if (!mfaEnrollmentId) throw new Refusal('MISSING_MFA_ENROLLMENT_ID')
  const factors = await listFactors(deps.db, pending.uid)
  const factor = factors.find(({ id, kind }) => id === mfaEnrollmentId && kind === 'phone')
  if (!factor?.phone_number) throw new Refusal('MFA_ENROLLMENT_NOT_FOUND')
  const purpose = { for: 'second-step', uid: pending.uid, factor: factor.id }
  return { phoneResponseInfo: { sessionInfo: await sendDigits(deps, factor.phone_number, purpose, caller) } }
}

/** Completes a sign-in with the second factor. */
export async function finishSecondStep(
  deps: Deps,
  input: FinishInput & { mfaPendingCredential?: string; mfaEnrollmentId?: string },
  { ip }: PhoneCaller,
): Promise<object> {
  const pending = await findPending(deps, input.mfaPendingCredential)
  await countOrRefuse(deps, allowances.secondFactorOfAccount, pending.uid)
  const factors = await listFactors(deps.db, pending.uid)
  const { factor, use } = input.totpVerificationInfo
    ? await checkAppStep(deps, factors, input.mfaEnrollmentId, input.totpVerificationInfo)
    : await checkPhoneStep(deps, factors, pending.uid, input.phoneVerificationInfo ?? {}, ip)
  const answer = await signIn(deps, async (tx) => {
    const account = await lockAccount(tx, pending.uid)
    if (!account || !(await useCode(deps, tx, 'pending-sign-in', input.mfaPendingCredential ?? '')))
      throw new Refusal('INVALID_MFA_PENDING_CREDENTIAL')
    // The factor may have been removed during the check.
    if (!(await listFactors(tx, account.uid)).some(({ id }) => id === factor.id))
      throw new Refusal('MFA_ENROLLMENT_NOT_FOUND')
    await use(tx)
    const provider = String(pending.data['provider'])
    const { kind, id } = factor
    return { result: await admit(deps, tx, account, { provider, factor: { kind, id } }) }
  })
  await resetCount(deps, allowances.secondFactorOfAccount, pending.uid)
  return answer
}

async function findPending(deps: Deps, credential: string | undefined): Promise<Code & { uid: string }> {
  if (!credential) throw new Refusal('MISSING_MFA_PENDING_CREDENTIAL')
  const code = await findOneOf(deps, deps.db, ['pending-sign-in'], credential)
  if (!code?.uid || code.isExpired) throw new Refusal('INVALID_MFA_PENDING_CREDENTIAL')
  return { ...code, uid: code.uid }
}

interface Proved {
  factor: FactorRow
  /** Consumes the proof. */
  use(tx: Tx): Promise<void>
}

async function checkAppStep(
  deps: Deps,
  factors: FactorRow[],
  enrolmentId: string | undefined,
  { verificationCode = '' }: TotpProof,
): Promise<Proved> {
  const factor = factors.find(({ id, kind }) => id === enrolmentId && kind === 'totp')
  if (!factor?.secret) throw new Refusal('MFA_ENROLLMENT_NOT_FOUND')
  const step = stepOf(fromBase32(deps.seal.open(factor.secret)), verificationCode, deps.now())
  if (step === undefined) throw new Refusal('INVALID_CODE')
  return {
    factor,
    async use(tx) {
      if (!(await takeStep(tx, factor.id, step))) throw new Refusal('INVALID_CODE')
    },
  }
}

async function checkPhoneStep(
  deps: Deps,
  factors: FactorRow[],
  uid: string,
  proof: PhoneProof,
  ip: string,
): Promise<Proved> {
  const code = proof.sessionInfo ? await findOneOf(deps, deps.db, ['phone'], proof.sessionInfo) : undefined
  const factor = factors.find(({ id }) => id === code?.data['factor'])
  if (!factor) throw new Refusal(proof.sessionInfo ? 'INVALID_SESSION_INFO' : 'MISSING_SESSION_INFO')
  await checkDigits(deps, proof, { for: 'second-step', uid, factor: factor.id }, ip)
  return { factor, use: (tx) => useDigits(deps, tx, proof.sessionInfo ?? '') }
}

const isUuid = (text: string) => /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(text)
