import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { lastCodeTo, lastLinkTo } from '../../server/test/outbox.ts'
import { useProduct } from '../product.ts'
import { openSdk, visitWithSdk } from './sdk-page.ts'

const holder = useProduct({}, { PASSWORD_REQUIRES: 'lower,upper,digit' })
const password = 'Right-horse-9'
let count = 0
const newEmail = () => `lin-${++count}@example.test`

async function signedUp() {
  const visit = await visitWithSdk(holder.product)
  const email = newEmail()
  await visit.page.evaluate(
    ([address, text]) => window.sdk.createUserWithEmailAndPassword(window.sdk.auth, address, text),
    [email, password] as const,
  )
  return { ...visit, email }
}

describe('password accounts', () => {
  it('signs up with a valid password and stays signed in after a reload', async () => {
    const { page } = await visitWithSdk(holder.product)
    const email = newEmail()
    const seen = await page.evaluate(async (address) => {
      const { auth, codeOf, createUserWithEmailAndPassword, validatePassword } = window.sdk
      const status = await validatePassword(auth, 'abc')
      return {
        status: [status.isValid, status.meetsMinPasswordLength, status.containsUppercaseLetter],
        weak: await codeOf(createUserWithEmailAndPassword(auth, address, 'abc')),
        good: await codeOf(createUserWithEmailAndPassword(auth, address, 'Right-horse-9')),
        taken: await codeOf(createUserWithEmailAndPassword(auth, address, 'Right-horse-9')),
      }
    }, email)
    assert.deepEqual(seen, {
      status: [false, false, false],
      weak: 'auth/password-does-not-meet-requirements',
      good: 'ok',
      taken: 'auth/email-already-in-use',
    })
    await openSdk(page)
    const user = await page.evaluate(() => {
      const { currentUser } = window.sdk.auth
      return [currentUser?.email, currentUser?.emailVerified, currentUser?.providerData[0]?.providerId]
    })
    assert.deepEqual(user, [email, false, 'password'])
  })

  it('fails alike for a wrong password and an unknown address, also after too many attempts', async () => {
    const { page, email } = await signedUp()
    const codes = await page.evaluate(async (address) => {
      const { auth, codeOf, signInWithEmailAndPassword, signOut } = window.sdk
      await signOut(auth)
      const tryWith = (who: string, text: string) => codeOf(signInWithEmailAndPassword(auth, who, text))
      const wrong = await tryWith(address, 'Wrong-horse-9')
      const unknown = await tryWith('nobody@example.test', 'Right-horse-9')
      for (let more = 0; more < 9; more++) await tryWith(address, 'Wrong-horse-9')
      return [wrong, unknown, await tryWith(address, 'Right-horse-9')]
    }, email)
    assert.deepEqual(codes, ['auth/invalid-credential', 'auth/invalid-credential', 'auth/too-many-requests'])
  })

  it('verifies an address through the mailed link', async () => {
    const { page, email } = await signedUp()
    await page.evaluate(() => {
      const { auth, sendEmailVerification } = window.sdk
      return auth.currentUser && sendEmailVerification(auth.currentUser)
    })
    const code = await lastCodeTo(holder.product.world, email)
    const seen = await page.evaluate(async (oobCode) => {
      const { auth, applyActionCode, checkActionCode, codeOf, reload } = window.sdk
      const { operation } = await checkActionCode(auth, oobCode)
      await applyActionCode(auth, oobCode)
      if (auth.currentUser) await reload(auth.currentUser)
      return [operation, auth.currentUser?.emailVerified, await codeOf(applyActionCode(auth, oobCode))]
    }, code)
    assert.deepEqual(seen, ['VERIFY_EMAIL', true, 'auth/invalid-action-code'])
  })

  it('ends the sessions when a password is reset', async () => {
    const { page, email } = await signedUp()
    const elsewhere = await visitWithSdk(holder.product)
    await elsewhere.page.evaluate(
      (address) => window.sdk.sendPasswordResetEmail(window.sdk.auth, address),
      email,
    )
    const code = await lastCodeTo(holder.product.world, email)
    const outcome = await elsewhere.page.evaluate(
      async ([oobCode, address]) => {
        const { auth, codeOf, confirmPasswordReset, signInWithEmailAndPassword, verifyPasswordResetCode } =
          window.sdk
        const whose = await verifyPasswordResetCode(auth, oobCode)
        const weak = await codeOf(confirmPasswordReset(auth, oobCode, 'abc'))
        await confirmPasswordReset(auth, oobCode, 'Another-horse-9')
        return [
          whose === address,
          weak,
          await codeOf(signInWithEmailAndPassword(auth, address, 'Another-horse-9')),
        ]
      },
      [code, email] as const,
    )
    assert.deepEqual(outcome, [true, 'auth/password-does-not-meet-requirements', 'ok'])
    const old = await page.evaluate(async () => {
      const { auth, codeOf } = window.sdk
      const code = await codeOf(auth.currentUser?.getIdToken(true) ?? Promise.resolve())
      return [code, auth.currentUser]
    })
    assert.deepEqual(old, ['auth/user-token-expired', null])
  })

  it('signs in through a mailed link', async () => {
    const { page } = await visitWithSdk(holder.product)
    const email = newEmail()
    const url = holder.product.siteUrl
    await page.evaluate(
      ([address, continueUrl]) =>
        window.sdk.sendSignInLinkToEmail(window.sdk.auth, address, {
          url: continueUrl,
          handleCodeInApp: true,
        }),
      [email, url] as const,
    )
    const link = `${url}/auth/action?${await lastLinkTo(holder.product.world, email)}`
    const seen = await page.evaluate(
      async ([address, href]) => {
        const { auth, codeOf, isSignInWithEmailLink, signInWithEmailLink } = window.sdk
        const isLink = isSignInWithEmailLink(auth, href)
        const wrong = await codeOf(signInWithEmailLink(auth, 'other@example.test', href))
        const { user } = await signInWithEmailLink(auth, address, href)
        return [
          isLink,
          wrong,
          user.email,
          user.emailVerified,
          await codeOf(signInWithEmailLink(auth, address, href)),
        ]
      },
      [email, link] as const,
    )
    assert.deepEqual(seen, [true, 'auth/invalid-email', email, true, 'auth/invalid-action-code'])
  })

  it('changes name and password, and deletes the account', async () => {
    const { page, email } = await signedUp()
    const seen = await page.evaluate(async (address) => {
      const { auth, codeOf, deleteUser, signInWithEmailAndPassword, updatePassword, updateProfile } =
        window.sdk
      const user = auth.currentUser
      if (!user) return []
      await updateProfile(user, { displayName: 'Lin' })
      await updatePassword(user, 'Another-horse-9')
      await user.reload()
      const name = auth.currentUser?.displayName
      await deleteUser(user)
      return [
        name,
        auth.currentUser,
        await codeOf(signInWithEmailAndPassword(auth, address, 'Another-horse-9')),
      ]
    }, email)
    assert.deepEqual(seen, ['Lin', null, 'auth/invalid-credential'])
  })

  it('signs out a disabled user at the next refresh', async () => {
    const { page, email } = await signedUp()
    await holder.product.world.deps.db
      .updateTable('identity_accounts')
      .set({ disabled: true })
      .where('email', '=', email)
      .execute()
    const seen = await page.evaluate(async () => {
      const { auth, codeOf } = window.sdk
      const code = await codeOf(auth.currentUser?.getIdToken(true) ?? Promise.resolve())
      return [code, auth.currentUser]
    })
    assert.deepEqual(seen, ['auth/user-disabled', null])
  })

  it('ends a session in both tabs', async () => {
    const { page, context } = await signedUp()
    const second = await context.newPage()
    await openSdk(second)
    await second.waitForFunction(() => window.sdk.auth.currentUser !== null)
    const status = await page.evaluate(async () => {
      const headers = { authorization: `Bearer ${await window.sdk.auth.currentUser?.getIdToken()}` }
      return (await fetch('/api/users/sessions/end', { method: 'POST', headers })).status
    })
    assert.equal(status, 204)
    await page.evaluate(async () =>
      window.sdk.codeOf(window.sdk.auth.currentUser?.reload() ?? Promise.resolve()),
    )
    await page.waitForFunction(() => window.sdk.auth.currentUser === null)
    await second.waitForFunction(() => window.sdk.auth.currentUser === null)
  })
})
