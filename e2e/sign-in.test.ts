import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { lastDigitsTo } from '../server/test/outbox.ts'
import { untilIdle } from './idle.ts'
import { agree, linkTo, logIn, logOut, menuOf, newEmail, password, signUp, windowBehind } from './people.ts'
import { useProduct } from './product.ts'

const holder = useProduct()

describe('signing in', () => {
  it('returns new users to their previous page, signed in', async () => {
    const { page } = await holder.product.visit()
    await page.goto('/docs/api')
    await page.getByRole('link', { name: 'Sign up' }).first().click()
    await page.waitForURL('**/auth/signup?fromUrl=%2Fdocs%2Fapi')
    const email = await signUp(page, '/docs/api')
    await menuOf(page).click()
    await page.getByText(email).waitFor()
    await holder.product.picture(page, 'user-menu')
  })

  for (const [path, lastRequest] of [
    ['/auth/login', /emulator\/auth\/frames\.js$/],
    ['/auth/signup', /passwordPolicy/],
  ] as const) {
    it(`requests nothing twice, and nothing that the page included: ${path}`, async () => {
      const { page } = await holder.product.visit()
      const addresses: string[] = []
      page.on('request', (request) => addresses.push(request.url()))
      const ready = page.waitForResponse(lastRequest)
      await page.goto(path)
      await ready
      await page.waitForFunction(() => localStorage.getItem('nodeyard-cache') !== null)
      await untilIdle(page)
      assert.deepEqual(
        addresses.filter(
          (address, at) => addresses.indexOf(address) !== at || address.endsWith('/identity-config'),
        ),
        [],
      )
    })
  }

  it('reports a wrong password, and returns to the previous page with the right one', async () => {
    const { page } = await holder.product.visit({ expectedComplaints: /400/ })
    const email = await signUp(page, '/docs/api')
    await menuOf(page).click()
    await page.getByRole('button', { name: 'Logout' }).click()
    await page.getByRole('link', { name: 'Log in' }).waitFor()
    await page.goto('/auth/login?fromUrl=/docs/api')
    await logIn(page, email, 'wrong password 8')
    await page.getByRole('alert').getByText('Wrong email or password').waitFor()
    await holder.product.picture(page, 'wrong-password')
    await logIn(page, email)
    await page.waitForURL('**/docs/api')
    await menuOf(page).waitFor()
  })

  it('says at once that the browser blocks site data, and leaves public pages usable', async () => {
    const { page } = await holder.product.visit()
    await page.addInitScript(() => {
      for (const name of ['localStorage', 'sessionStorage', 'indexedDB'])
        Object.defineProperty(window, name, {
          get() {
            throw new DOMException('The operation is insecure.', 'SecurityError')
          },
        })
    })
    await page.goto('/auth/login')
    const reason = page.getByRole('alert').getByText('Your browser blocks site data for this address')
    await reason.first().waitFor()
    await page.goto('/')
    await page.getByRole('link', { name: 'Log in' }).first().click()
    await logIn(page, newEmail())
    await reason.first().waitFor()
    assert.equal(new URL(page.url()).pathname, '/auth/login')
  })

  it('needs no database in the browser, because those of WebKit can stop answering', async () => {
    const { page } = await holder.product.visit()
    await page.addInitScript(() => {
      IDBFactory.prototype.open = () => new EventTarget() as IDBOpenDBRequest
    })
    await signUp(page, '/docs/api')
    await menuOf(page).waitFor()
    await logOut(page)
  })

  it('leaves no personal data in the browser after logging out', async () => {
    const { page } = await holder.product.visit()
    await signUp(page, '/docs/api')
    await logOut(page)
    const left = await page.evaluate(async () => ({
      local: Object.entries(localStorage),
      session: Object.entries(sessionStorage),
    }))
    assert.doesNotMatch(JSON.stringify(left), /person|Ada|idToken|nodeyard-session/)
  })

  it('reloads a page of an ended session that the browser restores', async () => {
    const { page } = await holder.product.visit()
    await signUp(page, '/account')
    await page.goto('/auth/logout')
    // A navigation to an empty response leaves the page as it is.
    await page.route(`${holder.product.siteUrl}/`, (route) => route.fulfill({ status: 204 }))
    const left = page.waitForResponse(`${holder.product.siteUrl}/`)
    await page.getByRole('button', { name: 'Logout' }).click()
    await left
    await page.getByText('Logging out...').waitFor()
    await page.evaluate(() => dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true })))
    await page.getByRole('button', { name: 'Logout' }).waitFor()
  })

  it('signs in with GitHub in a window, after declining once, and returns to the previous page', async () => {
    const { page } = await holder.product.visit()
    await page.goto('/auth/login?fromUrl=/docs/api')
    const refused = await windowBehind(page, 'Continue with GitHub')
    await refused.getByRole('button', { name: 'Cancel' }).click()
    await page.getByRole('alert').getByText('You cancelled the login').waitFor()
    await agree(await windowBehind(page, 'Continue with GitHub'), newEmail())
    await page.waitForURL('**/docs/api')
    await menuOf(page).waitFor()
  })

  it('signs in with Google in the same tab when windows are blocked', async () => {
    const { page } = await holder.product.visit()
    await page.addInitScript(() => {
      window.open = () => null
    })
    await page.goto('/auth/login?fromUrl=/docs/api')
    await page.getByRole('button', { name: 'Continue with Google' }).click()
    await page.getByRole('alert').getByText('blocked the window').waitFor()
    await page.getByRole('button', { name: 'Continue in this tab' }).click()
    await agree(page, newEmail())
    await page.waitForURL('**/docs/api')
    await menuOf(page).waitFor()
  })

  it('signs in with a code on the phone, after a wrong one', async () => {
    const { page } = await holder.product.visit({ expectedComplaints: /400/ })
    await page.goto('/auth/login?fromUrl=/docs/api')
    await page.getByRole('button', { name: 'Use a phone' }).click()
    await page.getByLabel('Phone number').fill('0033 6 12 34 56 78')
    await page.getByRole('button', { name: 'Send a code' }).click()
    await page.getByText('We sent a code to +33612345678').waitFor()
    const digits = await lastDigitsTo(holder.product.world, '+33612345678')
    await page.getByLabel('Code').fill(digits === '000000' ? '111111' : '000000')
    await page.getByRole('button', { name: 'Log in' }).click()
    await page.getByRole('alert').getByText('This code is wrong').waitFor()
    await page.getByLabel('Code').fill(digits)
    await page.getByRole('button', { name: 'Log in' }).click()
    await page.waitForURL('**/docs/api')
    await menuOf(page).waitFor()
  })

  it('signs in through a mailed link, and asks for the address in another browser', async () => {
    const { page } = await holder.product.visit()
    const email = newEmail()
    await page.goto('/auth/login?fromUrl=/docs/api')
    await page.getByRole('button', { name: 'Email me a link' }).click()
    await page.getByLabel('Email').fill(email)
    await page.getByRole('button', { name: 'Send the link' }).click()
    await page.getByText('a link is on its way').waitFor()
    const link = await linkTo(holder.product.world, email, 'signIn')

    const { page: elsewhere } = await holder.product.visit({ expectedComplaints: /400/ })
    await elsewhere.goto(link)
    await elsewhere.getByLabel('Email').fill('somebody@example.test')
    await elsewhere.getByRole('button', { name: 'Log in' }).click()
    await elsewhere.getByRole('alert').waitFor()

    await page.goto(link)
    await page.waitForFunction(
      (address) => document.querySelector<HTMLInputElement>('input[type=email]')?.value === address,
      email,
    )
    await page.getByRole('button', { name: 'Log in' }).click()
    await page.waitForURL('**/docs/api')
    await menuOf(page).waitFor()
  })

  it('verifies the address in the same browser with one button', async () => {
    const { page } = await holder.product.visit()
    const email = await signUp(page, '/docs/api')
    await page.goto(await linkTo(holder.product.world, email, 'verifyEmail'))
    await page.getByRole('button', { name: 'Confirm' }).click()
    await page.getByRole('status').getByText('is verified').waitFor()
    await page.getByRole('link', { name: 'Continue' }).click()
    await page.waitForURL('**/docs/api')
    await menuOf(page).waitFor()
  })

  it('verifies the address in another browser with the password', async () => {
    const { page } = await holder.product.visit()
    const email = await signUp(page, '/docs/api')
    const { page: elsewhere } = await holder.product.visit()
    await elsewhere.goto(await linkTo(holder.product.world, email, 'verifyEmail'))
    await elsewhere.getByText('Enter the password of this account').waitFor()
    await holder.product.picture(elsewhere, 'verify-elsewhere')
    await elsewhere.getByLabel('Password', { exact: true }).fill(password)
    await elsewhere.getByRole('button', { name: 'Confirm' }).click()
    await elsewhere.getByRole('status').getByText('is verified').waitFor()
    // Settings made before are kept.
    await page.reload()
    await menuOf(page).waitFor()
  })

  it('asks for a new password when another person created the account', async () => {
    const { page: strangers } = await holder.product.visit({ expectedComplaints: /400/ })
    const email = await signUp(strangers, '/docs/api')
    const { page } = await holder.product.visit()
    await page.goto(await linkTo(holder.product.world, email, 'verifyEmail'))
    await page.getByText('The earlier sign-in data').waitFor()
    await page.getByRole('button', { name: 'Choose a new password' }).click()
    await page.getByText('a link is on its way').waitFor()
    await page.goto(await linkTo(holder.product.world, email, 'resetPassword'))
    await page.getByLabel('New password', { exact: true }).fill('of-the-holder-1')
    await page.getByRole('button', { name: 'Save the password' }).click()
    await page.getByText('Your new password is saved').waitFor()
    await strangers.reload()
    await strangers.getByRole('link', { name: 'Log in' }).first().waitFor()
  })

  it('renews a token five minutes before it expires', async () => {
    const { page } = await holder.product.visit()
    await page.clock.install()
    await signUp(page, '/docs/api')
    await menuOf(page).waitFor()
    const replaced = page.waitForResponse(/securetoken\.googleapis\.com\/v1\/token/)
    await page.clock.fastForward('55:01')
    assert.equal((await replaced).status(), 200)
  })
})
