import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Page } from 'playwright-core'
import { useProduct } from './product.ts'

const it = useProduct()

const password = 'correct horse 7'
let people = 0

/** Signs somebody new up on a page of theirs, and leaves it signed in on the own nodes. */
async function signUp(page: Page, fromUrl = '/docs/api'): Promise<string> {
  people += 1
  const email = `person${people}@example.test`
  await page.goto(`/auth/signup?fromUrl=${encodeURIComponent(fromUrl)}`)
  await page.getByLabel('Name').fill('Ada')
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Sign up' }).click()
  const mailed = page.getByRole('button', { name: 'Continue', exact: true })
  await Promise.race([mailed.waitFor(), page.waitForURL(`**${fromUrl}`)])
  if (await mailed.isVisible()) await mailed.click()
  await page.waitForURL(`**${fromUrl}`)
  return email
}

async function logIn(page: Page, email: string, typed = password): Promise<void> {
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password', { exact: true }).fill(typed)
  await page.getByRole('button', { name: 'Log in' }).click()
}

const menuOf = (page: Page) => page.getByRole('group').locator('summary[aria-label="Your menu"]')

test('who signs up is back where they came from, and signed in there', async () => {
  const { page } = await it.product.visit()
  await page.goto('/docs/api')
  await page.getByRole('link', { name: 'Sign up' }).first().click()
  await page.waitForURL('**/auth/signup?fromUrl=%2Fdocs%2Fapi')
  const email = await signUp(page)
  await menuOf(page).click()
  await page.getByText(email).waitFor()
  await it.product.picture(page, 'user-menu')
})

for (const [path, lastAsked] of [
  ['/auth/login', /emulator\/auth\/frames\.js$/],
  ['/auth/signup', /passwordPolicy/],
] as const) {
  test(`${path} asks for nothing twice, and not for what the page brought`, async () => {
    const { page } = await it.product.visit()
    const addresses: string[] = []
    page.on('request', (request) => addresses.push(request.url()))
    const ready = page.waitForResponse(lastAsked)
    await page.goto(path)
    await ready
    await page.waitForFunction(() => localStorage.getItem('nodeyard-cache') !== null)
    assert.deepEqual(
      addresses.filter(
        (address, at) => addresses.indexOf(address) !== at || address.endsWith('/identity-config'),
      ),
      [],
    )
  })
}

test('a wrong password is said so, and the right one leads back', async () => {
  const { page } = await it.product.visit({ expectedComplaints: /400/ })
  const email = await signUp(page)
  await menuOf(page).click()
  await page.getByRole('button', { name: 'Logout' }).click()
  await page.getByRole('link', { name: 'Log in' }).waitFor()
  await page.goto('/auth/login?fromUrl=/docs/api')
  await logIn(page, email, 'wrong password 8')
  await page.getByRole('alert').getByText('do not belong together').waitFor()
  await it.product.picture(page, 'wrong-password')
  await logIn(page, email)
  await page.waitForURL('**/docs/api')
  await menuOf(page).waitFor()
})

test('logging out leaves nothing of the person in this browser', async () => {
  const { page } = await it.product.visit()
  await signUp(page)
  await page.goto('/auth/logout')
  await page.getByRole('button', { name: 'Logout' }).click()
  await page.getByRole('link', { name: 'Log in' }).waitFor()
  const left = await page.evaluate(async () => ({
    local: Object.entries(localStorage),
    session: Object.entries(sessionStorage),
  }))
  assert.doesNotMatch(JSON.stringify(left), /person|Ada|idToken|nodeyard-session/)
})
