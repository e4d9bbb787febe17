import { recordEvent } from '../audit/sql.ts'
import type { Deps } from '../deps.ts'
import { embeddedIssuer } from '../identity/embedded.ts'
import { type UserRow, upsertUser } from '../identity/sql.ts'
import { toActor } from '../identity/users.ts'
import type { UserActor } from '../permissions.ts'
import { findUserByEmail, setAdmin } from './sql.ts'

const operator = { kind: 'operator', id: 'operator' } as const

/** Makes somebody who has signed in an admin. Undefined when there is no such user. */
export async function grantAdmin({ db, now }: Deps, email: string): Promise<UserRow | undefined> {
  return db.transaction().execute(async (tx) => {
    const user = await findUserByEmail(tx, email)
    if (!user) return undefined
    await recordEvent(tx, {
      actor: operator,
      action: 'user.grant-admin',
      subject: { kind: 'user', id: user.id },
      before: { is_admin: user.is_admin },
      after: { is_admin: true },
      at: now(),
    })
    return setAdmin(tx, user.id, now())
  })
}

/** The user with this e-mail address, made when nobody has signed in with it yet. */
export async function userWithEmail({ db, now, newId }: Deps, email: string): Promise<UserActor> {
  const known = await findUserByEmail(db, email)
  const name = email.split('@')[0] ?? email
  const made =
    known ?? (await upsertUser(db, { issuer: embeddedIssuer, subject: newId(), email, name, now: now() }))
  return toActor(made)
}
