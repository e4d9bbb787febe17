import type { Deps } from '../src/deps.ts'
import { findUserByEmail } from '../src/operator/sql.ts'
import { grantAdmin } from '../src/operator/users.ts'
import { createPasswordAccount } from '../src/people/identity/embedded/password-account.ts'
import { insertSignedInUser } from '../src/people/identity/sql.ts'

export const publisherEmail = 'publisher@demo.test'

const userEmail = 'user@demo.test'
const adminEmail = 'admin@demo.test'

/** Those who have rated packs. */
export const ratingEmails = [userEmail, adminEmail]

const people = [
  { email: publisherEmail, displayName: 'Demo Publisher', says: 'owns the demo publishers' },
  { email: userEmail, displayName: 'Demo User', says: 'owns nothing yet' },
  { email: adminEmail, displayName: 'Demo Admin', says: 'is an admin' },
]
const passwordBytes = 9

/** Makes the people of the demo, and shows their passwords once: they are stored as hashes only. */
export async function createDemoPeople(deps: Deps, output: (line: string) => void): Promise<void> {
  if (!deps.identity.signer) return createOwnerWithoutAccount(deps)
  const lines: string[] = []
  for (const { email, displayName, says } of people) {
    // With every kind of character that a policy may ask for.
    const password = `Demo-1${deps.randomBytes(passwordBytes).toString('base64url')}`
    if (!(await createPasswordAccount(deps, { email, password, displayName }))) continue
    lines.push(`  ${email.padEnd(22)}${password}   ${says}`)
    if (email === adminEmail) await grantAdmin(deps, email)
  }
  if (lines.length > 0) output(['Demo accounts; the passwords are shown this once:', ...lines].join('\n'))
}

/** Where a hosted project signs people in, nobody can sign in as the demo's owner. */
async function createOwnerWithoutAccount({ db, newId, now }: Deps): Promise<void> {
  if (await findUserByEmail(db, publisherEmail)) return
  const id = newId()
  await insertSignedInUser(db, {
    id,
    issuer: 'nodeyard-demo',
    subject: id,
    email: publisherEmail,
    email_verified: false,
    name: 'Demo Publisher',
    now: now(),
  })
}
