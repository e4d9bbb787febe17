import assert from 'node:assert/strict'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { describe, it } from 'node:test'
import type { Page } from 'playwright-core'
import { agree, newEmail } from '../people.ts'
import { useProduct } from '../product.ts'
import { openSdk, sdkFiles, sdkReady, serveSdk, visitWithSdk } from './sdk-page.ts'

const holder = useProduct({}, { AUTHORIZED_DOMAINS: '127.0.0.1,localhost,partner.localhost' })

/** Starts a sign-in by popup; the page stores its outcome. */
async function openPopup(page: Page, provider: 'google' | 'github' = 'google'): Promise<Page> {
  const [popup] = await Promise.all([
    page.waitForEvent('popup'),
    page.evaluate((name) => {
      const { auth, codeOf, signInWithPopup } = window.sdk
      const result = signInWithPopup(auth, window.sdk[name])
      Object.assign(window, { outcome: codeOf(result), result })
    }, provider),
  ])
  return popup
}

const outcomeOf = (page: Page) =>
  page.evaluate(() => (window as unknown as { outcome: Promise<string> }).outcome)

describe('sign-in providers', () => {
  for (const [provider, id] of [
    ['google', 'google.com'],
    ['github', 'github.com'],
  ] as const) {
    it(`signs in with ${id} by popup, and recognizes the user the second time`, async () => {
      const { page } = await visitWithSdk(holder.product)
      const email = newEmail()
      const uids: (string | undefined)[] = []
      for (const isNew of [true, false]) {
        await agree(await openPopup(page, provider), email)
        assert.equal(await outcomeOf(page), 'ok')
        const seen = await page.evaluate(async () => {
          const { auth, getAdditionalUserInfo, signOut } = window.sdk
          const held = window as unknown as { result: ReturnType<typeof window.sdk.signInWithPopup> }
          const { user, ...result } = await held.result
          const info = getAdditionalUserInfo({ user, ...result })
          const facts = {
            uid: user.uid,
            seen: [user.email, user.emailVerified, user.providerData[0]?.providerId, info?.isNewUser],
          }
          await signOut(auth)
          return facts
        })
        assert.deepEqual(seen.seen, [email, true, id, isNew])
        uids.push(seen.uid)
      }
      assert.equal(uids[0], uids[1])
    })
  }

  it('fails with separate codes when the user closes or declines the popup', async () => {
    const { page } = await visitWithSdk(holder.product)
    const refused = await openPopup(page)
    await refused.getByRole('button', { name: 'Cancel' }).click()
    assert.equal(await outcomeOf(page), 'auth/user-cancelled')
    const closed = await openPopup(page)
    await closed.getByLabel('Email', { exact: true }).waitFor()
    await closed.close()
    assert.equal(await outcomeOf(page), 'auth/popup-closed-by-user')
  })

  it('cancels the first popup for a second one, and fails when popups are blocked', async () => {
    const { page } = await visitWithSdk(holder.product)
    await openPopup(page)
    const first = page.evaluateHandle(() => (window as unknown as { outcome: Promise<string> }).outcome)
    const second = await openPopup(page, 'github')
    assert.equal(await (await first).jsonValue(), 'auth/cancelled-popup-request')
    await agree(second, newEmail())
    assert.equal(await outcomeOf(page), 'ok')
    const blocked = await page.evaluate(() => {
      window.open = () => null
      const { auth, codeOf, google, signInWithPopup } = window.sdk
      return codeOf(signInWithPopup(auth, google))
    })
    assert.equal(blocked, 'auth/popup-blocked')
  })

  it('signs in by redirect and returns the result once', async () => {
    const { page } = await visitWithSdk(holder.product)
    const email = newEmail()
    await page.evaluate(() => void window.sdk.signInWithRedirect(window.sdk.auth, window.sdk.github))
    await agree(page, email)
    await page.waitForURL('**/sdk-test')
    await sdkReady(page)
    const results = await page.evaluate(async () => {
      const { auth, getRedirectResult } = window.sdk
      const first = await getRedirectResult(auth)
      const second = await getRedirectResult(auth)
      return [first?.user.email, second]
    })
    assert.deepEqual(results, [email, null])
    await openSdk(page)
    const later = await page.evaluate(async () => {
      const { auth, getRedirectResult } = window.sdk
      return [(await getRedirectResult(auth)) === null, auth.currentUser?.email]
    })
    assert.deepEqual(later, [true, email])
  })

  it('refuses a sign-in on an unauthorized domain', async () => {
    const { port } = new URL(holder.product.siteUrl)
    const elsewhere = `http://127.0.0.2:${port}`
    const { page, context } = await holder.product.visit({ expectedComplaints: /./ })
    await serveSdk(context)
    await context.route(`${elsewhere}/**`, async (route) => {
      const url = route.request().url().replace(elsewhere, holder.product.siteUrl)
      const headers = { ...route.request().headers(), host: `127.0.0.2:${port}` }
      await route.fulfill({ response: await route.fetch({ url, headers }) })
    })
    await serveSdk(context)
    await openSdk(page, elsewhere)
    const seen = await page.evaluate(async () => {
      const { auth, codeOf, createUserWithEmailAndPassword, google, signInWithPopup } = window.sdk
      return [
        await codeOf(createUserWithEmailAndPassword(auth, 'x@example.test', 'right-horse-9')),
        await codeOf(signInWithPopup(auth, google)),
      ]
    })
    assert.deepEqual(seen, ['auth/unauthorized-domain', 'auth/unauthorized-domain'])
  })

  it('refuses a sign-in from a page of another site', async () => {
    const elsewhere = 'http://elsewhere.localhost:1'
    const { page, context } = await holder.product.visit({ expectedComplaints: /./ })
    // The browser cannot resolve the test page's invented host, and would ask before a request to this machine.
    await context.grantPermissions(['local-network-access'])
    await serveSdk(context)
    await context.route(`${elsewhere}/api/identity-config`, async (route) =>
      route.fulfill({
        response: await route.fetch({ url: `${holder.product.siteUrl}/api/identity-config` }),
      }),
    )
    await context.route(`${elsewhere}/emulator/auth/frames.js`, async (route) =>
      route.fulfill({
        response: await route.fetch({ url: `${holder.product.siteUrl}/emulator/auth/frames.js` }),
      }),
    )
    await openSdk(page, elsewhere, holder.product.siteUrl)
    const code = await page.evaluate(async () => {
      const { auth, codeOf, createUserWithEmailAndPassword } = window.sdk
      return codeOf(createUserWithEmailAndPassword(auth, 'x@example.test', 'right-horse-9'))
    })
    // The browser hides the response from the page.
    assert.equal(code, 'auth/network-request-failed')
  })

  it('signs in by popup from an authorized site, where the browser blocks third-party storage', async (t) => {
    const { html, script } = await sdkFiles()
    const { siteUrl } = holder.product
    const partner = createServer(async ({ url = '/' }, response) => {
      const { pathname } = new URL(url, siteUrl)
      if (pathname === '/sdk-test') response.setHeader('content-type', 'text/html').end(html)
      else if (pathname === '/sdk-test.js') response.setHeader('content-type', 'text/javascript').end(script)
      else {
        const answer = await fetch(siteUrl + pathname)
        response.setHeader('content-type', answer.headers.get('content-type') ?? '').end(await answer.text())
      }
    })
    t.after(() => {
      partner.close()
      partner.closeAllConnections()
    })
    await new Promise<void>((resolve) => partner.listen(0, '127.0.0.1', resolve))
    const { port } = partner.address() as AddressInfo
    const { page } = await holder.product.visit({ expectedComplaints: /./ })
    await openSdk(page, `http://partner.localhost:${port}`, siteUrl)
    const email = newEmail()
    await agree(await openPopup(page), email)
    assert.equal(await outcomeOf(page), 'ok')
    assert.equal(await page.evaluate(() => window.sdk.auth.currentUser?.email), email)
  })

  it('links and unlinks a second sign-in method', async () => {
    const { page } = await visitWithSdk(holder.product)
    const email = newEmail()
    await page.evaluate(
      (address) => window.sdk.createUserWithEmailAndPassword(window.sdk.auth, address, 'right-horse-9'),
      email,
    )
    const [popup] = await Promise.all([
      page.waitForEvent('popup'),
      page.evaluate(() => {
        const { auth, codeOf, github, linkWithPopup } = window.sdk
        if (auth.currentUser)
          Object.assign(window, { outcome: codeOf(linkWithPopup(auth.currentUser, github)) })
      }),
    ])
    await agree(popup, newEmail())
    assert.equal(await outcomeOf(page), 'ok')
    const ways = await page.evaluate(async () => {
      const { auth, unlink } = window.sdk
      if (!auth.currentUser) return []
      const before = auth.currentUser.providerData.map(({ providerId }) => providerId).sort()
      const user = await unlink(auth.currentUser, 'github.com')
      return [before, user.providerData.map(({ providerId }) => providerId)]
    })
    assert.deepEqual(ways, [['github.com', 'password'], ['password']])
  })

  it('refuses an address of another sign-in method, but lets its owner link it', async () => {
    const { page } = await visitWithSdk(holder.product)
    const email = newEmail()
    await agree(await openPopup(page, 'google'), email)
    assert.equal(await outcomeOf(page), 'ok')
    const uid = await page.evaluate(async () => {
      const { currentUser } = window.sdk.auth
      const known = currentUser?.uid
      await window.sdk.signOut(window.sdk.auth)
      return known
    })
    await agree(await openPopup(page, 'github'), email)
    assert.equal(await outcomeOf(page), 'auth/account-exists-with-different-credential')
    await page.evaluate(async () => {
      const { GithubAuthProvider } = window.sdk
      const held = window as unknown as { result: Promise<unknown> }
      const pending = await held.result.catch((error) => GithubAuthProvider.credentialFromError(error))
      Object.assign(window, { pending })
    })
    await agree(await openPopup(page, 'google'), email)
    await outcomeOf(page)
    const linked = await page.evaluate(async () => {
      const { auth, linkWithCredential } = window.sdk
      const { pending } = window as unknown as { pending: Parameters<typeof linkWithCredential>[1] }
      if (!auth.currentUser) return []
      const { user } = await linkWithCredential(auth.currentUser, pending)
      return [user.uid, user.providerData.map(({ providerId }) => providerId).sort()]
    })
    assert.deepEqual(linked, [uid, ['github.com', 'google.com']])
  })
})
