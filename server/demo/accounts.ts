import type { Deps } from '../src/deps.ts'
import type { DbOrTx } from '../src/ground/db/database.ts'
import { findUserByEmail } from '../src/operator/sql.ts'
import { grantAdmin } from '../src/operator/users.ts'
import { createPasswordAccount } from '../src/people/identity/embedded/password-account.ts'
import { insertSignedInUser } from '../src/people/identity/sql.ts'
import { listDemoAccounts } from './sql.ts'

/** Owns the demo publishers, except those of the registry itself. */
export const publisherEmail = 'publisher@demo.test'

export const userEmail = 'user@demo.test'
export const adminEmail = 'admin@demo.test'

/** The demo users who rate packs. */
export const ratingEmails = [userEmail, adminEmail]

/** Users without a sign-in, for hosted projects. */
const demoIssuer = 'nodeyard-demo'

const people = [
  { email: publisherEmail, displayName: 'Demo Publisher', role: 'owns the demo publishers' },
  { email: userEmail, displayName: 'Demo User', role: 'owns nothing yet' },
  { email: adminEmail, displayName: 'Demo Admin', role: 'is an admin' },
]
const passwordBytes = 9

/** Production does not start with the demo accounts, because the log of an earlier start shows their passwords. */
export async function refuseDemoAccounts(db: DbOrTx): Promise<void> {
  const emails = (await listDemoAccounts(db)).map(({ email, id }) => email || id)
  if (emails.length > 0)
    throw new Error(
      `The database has demo accounts (${emails.join(', ')}), and the log shows their passwords. Remove them with npm run registry -- remove-demo`,
    )
}

/** Creates the demo accounts and prints their passwords once, because only hashes are stored. */
export async function createDemoPeople(deps: Deps, output: (line: string) => void): Promise<void> {
  if (!deps.identity.signer) return createOwnerWithoutAccount(deps)
  const lines: string[] = []
  for (const { email, displayName, role } of people) {
    // Contains every kind of character that a policy can require.
    const password = `Demo-1${deps.randomBytes(passwordBytes).toString('base64url')}`
    if (!(await createPasswordAccount(deps, { email, password, displayName, isDemo: true }))) continue
    lines.push(`  ${email.padEnd(22)}${password}   ${role}`)
    if (email === adminEmail) await grantAdmin(deps, email)
  }
  if (lines.length > 0) output(['Demo accounts (the passwords are shown only once):', ...lines].join('\n'))
}

/** Creates the owner as a user without a sign-in, which a hosted project does not allow to create. */
async function createOwnerWithoutAccount({ db, newId, now }: Deps): Promise<void> {
  if (await findUserByEmail(db, publisherEmail)) return
  const id = newId()
  await insertSignedInUser(db, {
    id,
    issuer: demoIssuer,
    subject: id,
    email: publisherEmail,
    email_verified: false,
    name: 'Demo Publisher',
    is_demo: true,
    now: now(),
  })
}
