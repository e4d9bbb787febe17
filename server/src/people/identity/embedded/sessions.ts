import { markChanged, transact } from '../../../ground/db/changes.ts'
import type { Tx } from '../../../ground/db/database.ts'
import type { Deps } from '../deps.ts'
import type { IdentityClaims, TokenClaims, TokenSigner } from '../identity.ts'
import { Refusal } from '../refusal.ts'
import { updateUserOfAccount } from '../sql.ts'
import { recordAccountEvent } from './account-events.ts'
import { hashOf } from './codes.ts'
import { idTokenSeconds } from './project.ts'
import {
  type AccountRow,
  deleteCodesBut,
  deleteSession,
  deleteSessions,
  findSession,
  findUidOfRefreshToken,
  findValidSince,
  insertRefreshToken,
  insertSession,
  lockAccount,
  lockRefreshToken,
  markReplaced,
  type SessionRow,
  touchSession,
} from './sql.ts'

/**
 * Tabs share a refresh token and can use it concurrently, so a replaced one works for a short grace period. A later use
 * means that it was stolen.
 */
const graceMs = 60_000
const refreshTokenBytes = 32

/** The sign-in method of a session. */
export interface SignInMethod {
  provider: string
  factor?: NonNullable<TokenClaims['factor']>
}

/** A session with its account and the only copy of its new refresh token. */
export interface OpenSession {
  account: AccountRow
  session: SessionRow
  refreshToken: string
}

export interface Tokens {
  idToken: string
  refreshToken: string
  expiresIn: string
}

/** Starts a session. */
export async function startSession(
  deps: Deps,
  tx: Tx,
  account: AccountRow,
  { provider, factor }: SignInMethod,
): Promise<OpenSession> {
  const now = deps.now()
  const session = await insertSession(tx, {
    id: deps.newId(),
    uid: account.uid,
    provider,
    factor_kind: factor?.kind ?? null,
    factor_id: factor?.id ?? null,
    auth_time: sessionStart(now, await findValidSince(tx, account.uid)),
    used_at: now,
  })
  return { account, session, refreshToken: await newRefreshToken(deps, tx, session.id) }
}

/** Token times are whole seconds, so a session in the second of an end is dated after it. */
function sessionStart(now: Date, validSince: Date | null): Date {
  return validSince && validSince > now ? validSince : now
}

/** Continues the session of an ID token, so that its next tokens contain the changes. */
export async function continueSession(
  deps: Deps,
  tx: Tx,
  account: AccountRow,
  { sessionId }: IdentityClaims,
): Promise<OpenSession> {
  const session = sessionId ? await findSession(tx, sessionId, account.uid) : undefined
  if (!session) throw new Refusal('TOKEN_EXPIRED')
  return { account, session, refreshToken: await newRefreshToken(deps, tx, session.id) }
}

async function newRefreshToken(deps: Deps, tx: Tx, sessionId: string): Promise<string> {
  const refreshToken = deps.randomBytes(refreshTokenBytes).toString('base64url')
  await insertRefreshToken(tx, {
    hash: hashOf(refreshToken),
    session_id: sessionId,
    created_at: deps.now(),
  })
  return refreshToken
}

/** Signs the ID token of a session. */
export async function toTokens(
  deps: Deps,
  { account, session, refreshToken }: OpenSession,
): Promise<Tokens & { localId: string }> {
  const factor = factorOf(session)
  const idToken = await signerOf(deps).sign({
    subject: account.uid,
    email: account.email ?? '',
    emailVerified: account.email_verified,
    name: account.display_name,
    picture: account.photo_url,
    phoneNumber: account.phone_number ?? '',
    authTime: session.auth_time,
    provider: session.provider,
    sessionId: session.id,
    ...(factor ? { factor } : {}),
  })
  return { idToken, refreshToken, expiresIn: String(idTokenSeconds), localId: account.uid }
}

/** Returns the signer of the embedded service. Throws with a hosted project. */
export function signerOf({ identity }: Pick<Deps, 'identity'>): TokenSigner {
  if (!identity.signer) throw new Error('The embedded identity service is not in use.')
  return identity.signer
}

/**
 * Ends every session of an account and invalidates its issued ID tokens and pending codes. Only codes to recover a
 * previous email stay valid.
 */
export async function endSessions({ now }: Pick<Deps, 'now'>, tx: Tx, uid: string): Promise<void> {
  await lockAccount(tx, uid)
  await deleteSessions(tx, uid)
  await deleteCodesBut(tx, uid, 'recover-email')
  await updateUserOfAccount(tx, uid, { valid_since: afterNow(now()) })
  markChanged(tx, `user:${uid}`)
}

/** Ends all sessions of the signed-in user. */
export function endOwnSessions(deps: Deps, uid: string): Promise<void> {
  return transact(deps, async (tx) => {
    await endSessions(deps, tx, uid)
    await recordAccountEvent(deps, tx, uid, 'end-sessions')
  })
}

/** Returns the next whole second, which also invalidates tokens issued in the current one. */
export function afterNow(now: Date): Date {
  return new Date(Math.floor(now.getTime() / 1000) * 1000 + 1000)
}

/** Ends every session of an account and starts a new one for the caller. */
export async function restartSession(
  deps: Deps,
  tx: Tx,
  account: AccountRow,
  { sessionId }: IdentityClaims,
  factor?: SignInMethod['factor'],
): Promise<OpenSession> {
  const known = sessionId ? await findSession(tx, sessionId, account.uid) : undefined
  await endSessions(deps, tx, account.uid)
  const passed = factor ?? (known ? factorOf(known) : undefined)
  return startSession(deps, tx, account, {
    provider: known?.provider ?? 'password',
    ...(passed ? { factor: passed } : {}),
  })
}

function factorOf({ factor_kind: kind, factor_id: id }: SessionRow): SignInMethod['factor'] | undefined {
  return kind && id ? { kind, id } : undefined
}

/** Exchanges a refresh token for new tokens. */
export async function refreshSession(
  deps: Deps,
  refreshToken: string,
): Promise<Tokens & { localId: string }> {
  const opened = await transact(deps, (tx) => replaceToken(deps, tx, refreshToken))
  if (opened instanceof Refusal) throw opened
  return toTokens(deps, opened)
}

/** Returns a refusal instead of throwing it, so that the transaction commits. */
async function replaceToken(deps: Deps, tx: Tx, refreshToken: string): Promise<OpenSession | Refusal> {
  const now = deps.now()
  const hash = hashOf(refreshToken)
  const uid = await findUidOfRefreshToken(tx, hash)
  // Locks the account before its sessions, in the same order as ending them.
  const account = uid === undefined ? undefined : await lockAccount(tx, uid)
  const found = await lockRefreshToken(tx, hash)
  if (!found) return new Refusal('TOKEN_EXPIRED')
  const { replaced_at: replacedAt, ...session } = found
  if (replacedAt && now.getTime() - replacedAt.getTime() > graceMs) {
    await deleteSession(tx, session.id)
    return new Refusal('TOKEN_EXPIRED')
  }
  if (!account) return new Refusal('USER_NOT_FOUND')
  if (account.disabled) return new Refusal('USER_DISABLED')
  await markReplaced(tx, hash, now)
  await touchSession(tx, session.id, now)
  return { account, session, refreshToken: await newRefreshToken(deps, tx, session.id) }
}
