import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { Page } from 'playwright-core'
import { codeAt, fromBase32, totp } from '../../server/src/people/identity/embedded/totp.ts'
import { lastCodeTo, lastDigitsTo } from '../../server/test/outbox.ts'
import { useProduct } from '../product.ts'
import { visitWithSdk } from './sdk-page.ts'

const holder = useProduct()
const password = 'right-horse-9'
let count = 0
const newEmail = () => `noor-${++count}@example.test`
const newPhone = () => `+3361234${String(++count).padStart(4, '0')}`

/** The current code of an authenticator; `later` skips ahead. */
const codeOf = (secret: string, later = 0) =>
  codeAt(
    fromBase32(secret),
    Math.floor(holder.product.world.now().getTime() / 1000 / totp.periodSeconds) + later,
  )

/** Signs in a user with a verified address. */
async function verified(): Promise<{ page: Page; email: string }> {
  const { page } = await visitWithSdk(holder.product)
  const email = newEmail()
  await page.evaluate(
    async ([address, text]) => {
      const { auth, createUserWithEmailAndPassword, sendEmailVerification } = window.sdk
      const { user } = await createUserWithEmailAndPassword(auth, address, text)
      await sendEmailVerification(user)
    },
    [email, password] as const,
  )
  const code = await lastCodeTo(holder.product.world, email)
  await page.evaluate(async (oobCode) => {
    await window.sdk.applyActionCode(window.sdk.auth, oobCode)
    await window.sdk.auth.currentUser?.getIdToken(true)
  }, code)
  return { page, email }
}

/** Adds an authenticator and returns its secret. */
async function enrolApp(page: Page): Promise<string> {
  const secret = await page.evaluate(async () => {
    const { auth, multiFactor, TotpMultiFactorGenerator } = window.sdk
    if (!auth.currentUser) return ''
    const session = await multiFactor(auth.currentUser).getSession()
    const made = await TotpMultiFactorGenerator.generateSecret(session)
    Object.assign(window, { made })
    return made.secretKey
  })
  await page.evaluate(async (code) => {
    const { auth, multiFactor, TotpMultiFactorGenerator } = window.sdk
    const { made } = window as unknown as {
      made: Parameters<typeof TotpMultiFactorGenerator.assertionForEnrollment>[0]
    }
    if (!auth.currentUser) return
    await multiFactor(auth.currentUser).enroll(
      TotpMultiFactorGenerator.assertionForEnrollment(made, code),
      'My phone',
    )
  }, codeOf(secret))
  return secret
}

/** Signs in up to the second factor and returns the kinds offered. */
function beginSignIn(page: Page, email: string): Promise<string[]> {
  return page.evaluate(
    async ([address, text]) => {
      const { auth, getMultiFactorResolver, signInWithEmailAndPassword, signOut } = window.sdk
      await signOut(auth)
      const error = await signInWithEmailAndPassword(auth, address, text).catch((thrown) => thrown)
      if (error.code !== 'auth/multi-factor-auth-required') return [String(error.code ?? 'signed in')]
      const resolver = getMultiFactorResolver(auth, error)
      Object.assign(window, { resolver })
      return resolver.hints.map(({ factorId }) => factorId)
    },
    [email, password] as const,
  )
}

const finishWithApp = (page: Page, code: string) =>
  page.evaluate(async (otp) => {
    const { TotpMultiFactorGenerator, codeOf, getMultiFactorResolver } = window.sdk
    const { resolver } = window as unknown as { resolver: ReturnType<typeof getMultiFactorResolver> }
    const [hint] = resolver.hints
    const assertion = TotpMultiFactorGenerator.assertionForSignIn(hint?.uid ?? '', otp)
    return codeOf(resolver.resolveSignIn(assertion))
  }, code)

describe('phones and second factors', () => {
  it('signs in with a code sent to a phone, after a wrong one', async () => {
    const { page } = await visitWithSdk(holder.product)
    const phone = newPhone()
    await page.evaluate(async (number) => {
      const { auth, signInWithPhoneNumber, verifier } = window.sdk
      Object.assign(window, { confirmation: await signInWithPhoneNumber(auth, number, verifier) })
    }, phone)
    const digits = await lastDigitsTo(holder.product.world, phone)
    const wrong = digits === '000000' ? '111111' : '000000'
    const seen = await page.evaluate(
      async ([bad, good]) => {
        const { codeOf } = window.sdk
        const { confirmation } = window as unknown as {
          confirmation: Awaited<ReturnType<typeof window.sdk.signInWithPhoneNumber>>
        }
        const first = await codeOf(confirmation.confirm(bad))
        const { user } = await confirmation.confirm(good)
        return [first, user.phoneNumber, await codeOf(confirmation.confirm(good))]
      },
      [wrong, digits] as const,
    )
    assert.deepEqual(seen, ['auth/invalid-verification-code', phone, 'auth/invalid-verification-id'])
  })

  it('adds a phone number to an account', async () => {
    const { page } = await verified()
    const phone = newPhone()
    const ask = await page.evaluate(async (number) => {
      const { auth, codeOf, PhoneAuthProvider, verifier } = window.sdk
      return codeOf(
        new PhoneAuthProvider(auth)
          .verifyPhoneNumber(number, verifier)
          .then((id) => Object.assign(window, { id })),
      )
    }, phone)
    assert.equal(ask, 'ok')
    const digits = await lastDigitsTo(holder.product.world, phone)
    const seen = await page.evaluate(async (code) => {
      const { auth, linkWithCredential, PhoneAuthProvider } = window.sdk
      const { id } = window as unknown as { id: string }
      if (!auth.currentUser) return []
      const { user } = await linkWithCredential(auth.currentUser, PhoneAuthProvider.credential(id, code))
      return [user.phoneNumber, user.providerData.map(({ providerId }) => providerId).sort()]
    }, digits)
    assert.deepEqual(seen, [phone, ['password', 'phone']])
  })

  it('requires an authenticator code, and refuses wrong and repeated ones', async () => {
    const { page, email } = await verified()
    const secret = await enrolApp(page)
    const enrolled = await page.evaluate(() => {
      const { auth, multiFactor } = window.sdk
      return auth.currentUser
        ? multiFactor(auth.currentUser).enrolledFactors.map(({ displayName }) => displayName)
        : []
    })
    assert.deepEqual(enrolled, ['My phone'])
    assert.deepEqual(await beginSignIn(page, email), ['totp'])
    assert.equal(await finishWithApp(page, '000000'), 'auth/invalid-verification-code')
    // The code that enrolled the app is used up.
    assert.equal(await finishWithApp(page, codeOf(secret, -1)), 'auth/invalid-verification-code')
    const code = codeOf(secret, 1)
    assert.equal(await finishWithApp(page, code), 'ok')
    const factor = await page.evaluate(async () => {
      const result = await window.sdk.auth.currentUser?.getIdTokenResult()
      return result?.signInSecondFactor
    })
    assert.equal(factor, 'totp')
    assert.deepEqual(await beginSignIn(page, email), ['totp'])
    assert.equal(await finishWithApp(page, code), 'auth/invalid-verification-code')
  })

  it('accepts a phone as a second factor, and removes it again', async () => {
    const { page, email } = await verified()
    const phone = newPhone()
    const send = await page.evaluate(async (number) => {
      const { auth, codeOf, multiFactor, PhoneAuthProvider, verifier } = window.sdk
      if (!auth.currentUser) return 'nobody'
      const session = await multiFactor(auth.currentUser).getSession()
      const sent = new PhoneAuthProvider(auth).verifyPhoneNumber({ phoneNumber: number, session }, verifier)
      return codeOf(sent.then((id) => Object.assign(window, { id })))
    }, phone)
    assert.equal(send, 'ok')
    const enrol = await page.evaluate(
      async (code) => {
        const { auth, codeOf, multiFactor, PhoneAuthProvider, PhoneMultiFactorGenerator } = window.sdk
        const { id } = window as unknown as { id: string }
        if (!auth.currentUser) return 'nobody'
        const assertion = PhoneMultiFactorGenerator.assertion(PhoneAuthProvider.credential(id, code))
        return codeOf(multiFactor(auth.currentUser).enroll(assertion, 'Old phone'))
      },
      await lastDigitsTo(holder.product.world, phone),
    )
    assert.equal(enrol, 'ok')
    assert.deepEqual(await beginSignIn(page, email), ['phone'])
    const hint = await page.evaluate(async () => {
      const { auth, PhoneAuthProvider, verifier } = window.sdk
      const { resolver } = window as unknown as {
        resolver: ReturnType<typeof window.sdk.getMultiFactorResolver>
      }
      const [first] = resolver.hints
      const options = { multiFactorUid: first?.uid ?? '', session: resolver.session }
      Object.assign(window, { id: await new PhoneAuthProvider(auth).verifyPhoneNumber(options, verifier) })
      return (first as unknown as { phoneNumber: string }).phoneNumber
    })
    assert.match(hint, /^\+\*+\d{4}$/)
    const digits = await lastDigitsTo(holder.product.world, phone)
    const finish = (code: string) =>
      page.evaluate(async (text) => {
        const { codeOf, PhoneAuthProvider, PhoneMultiFactorGenerator } = window.sdk
        const { id, resolver } = window as unknown as {
          id: string
          resolver: ReturnType<typeof window.sdk.getMultiFactorResolver>
        }
        const assertion = PhoneMultiFactorGenerator.assertion(PhoneAuthProvider.credential(id, text))
        return codeOf(resolver.resolveSignIn(assertion))
      }, code)
    assert.equal(await finish(digits === '000000' ? '111111' : '000000'), 'auth/invalid-verification-code')
    assert.equal(await finish(digits), 'ok')
    const left = await page.evaluate(async () => {
      const { auth, multiFactor } = window.sdk
      if (!auth.currentUser) return ['nobody']
      const own = multiFactor(auth.currentUser)
      for (const factor of own.enrolledFactors) await own.unenroll(factor)
      return own.enrolledFactors
    })
    assert.deepEqual(left, [])
    assert.deepEqual(await beginSignIn(page, email), ['signed in'])
  })

  it('requires a verified address for a second factor', async () => {
    const { page } = await visitWithSdk(holder.product)
    const code = await page.evaluate(async (email) => {
      const { auth, codeOf, createUserWithEmailAndPassword, multiFactor, TotpMultiFactorGenerator } =
        window.sdk
      const { user } = await createUserWithEmailAndPassword(auth, email, 'right-horse-9')
      return codeOf(TotpMultiFactorGenerator.generateSecret(await multiFactor(user).getSession()))
    }, newEmail())
    assert.equal(code, 'auth/unverified-email')
  })
})
