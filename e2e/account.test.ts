import assert from 'node:assert/strict'
import { createHmac } from 'node:crypto'
import { test } from 'node:test'
import type { Page } from 'playwright-core'
import { useProduct } from './product.ts'

const it = useProduct()
const password = 'correct horse 7'
let people = 0

async function signUp(page: Page, fromUrl = '/account'): Promise<string> {
  people += 1
  const email = `owner${people}@example.test`
  await page.goto(`/auth/signup?fromUrl=${encodeURIComponent(fromUrl)}`)
  await page.getByLabel('Name').fill('Ada')
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Sign up' }).click()
  await page.getByRole('button', { name: 'Continue', exact: true }).click()
  await page.waitForURL(`**${fromUrl}`)
  return email
}

async function linkTo(email: string, mode: string): Promise<string> {
  await it.product.world.runJobs()
  const rows = await it.product.world.deps.db
    .selectFrom('outbox_messages')
    .selectAll()
    .where('recipient', '=', email)
    .orderBy('id', 'desc')
    .execute()
  const links = rows.flatMap(({ body }) => body.match(/https?:\S+/g) ?? [])
  const link = links.find((one) => one.includes(`mode=${mode}`))
  assert.ok(link, `no ${mode} for ${email} in ${JSON.stringify(rows)}`)
  return link
}

/** RFC 6238, as an authenticator app does it. */
function codeOf(secret: string, at = Date.now()): string {
  const bits = [...secret]
    .map((c) => 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'.indexOf(c).toString(2).padStart(5, '0'))
    .join('')
  const key = Buffer.from((bits.match(/.{8}/g) ?? []).map((b) => Number.parseInt(b, 2)))
  const counter = Buffer.alloc(8)
  counter.writeBigUInt64BE(BigInt(Math.floor(at / 30_000)))
  const mac = createHmac('sha1', key).update(counter).digest()
  const offset = (mac.at(-1) ?? 0) & 15
  return String((mac.readUInt32BE(offset) & 0x7fffffff) % 1_000_000).padStart(6, '0')
}

test('an authenticator app is asked for after it was added, a wrong code is refused, and a second tab follows', async () => {
  const { page, context } = await it.product.visit({ expectedComplaints: /400/ })
  const email = await signUp(page)
  await page.getByRole('heading', { name: 'Your account' }).waitFor()
  await it.product.picture(page, 'account')
  await page.goto(await linkTo(email, 'verifyEmail'))
  await page.getByRole('button', { name: 'Confirm' }).click()
  await page.getByRole('link', { name: 'To your account' }).click()
  await page.getByRole('button', { name: 'Add an authenticator app' }).click()
  await page.getByRole('img', { name: /QR code/ }).waitFor()
  await it.product.picture(page, 'second-factor-app')
  const secret = ((await page.locator('dialog code').textContent()) ?? '').replaceAll(' ', '')
  await page.getByLabel('Code', { exact: true }).fill(codeOf(secret))
  await page.getByRole('button', { name: 'Confirm' }).click()
  await page.getByText('The second step is set up.').waitFor()
  await it.product.picture(page, 'account-with-factor')
  const other = await context.newPage()
  await other.goto('/account')
  await other.getByRole('heading', { name: 'Your account' }).waitFor()
  await page.goto('/auth/logout')
  await page.getByRole('button', { name: 'Logout' }).click()
  await page.getByRole('link', { name: 'Log in' }).waitFor()
  await other.waitForURL('**/auth/login?fromUrl=%2Faccount')
  await other.getByLabel('Email').fill(email)
  await other.getByLabel('Password', { exact: true }).fill(password)
  await other.getByRole('button', { name: 'Log in' }).click()
  await other.getByText('asks for a second step').waitFor()
  await it.product.picture(other, 'second-factor')
  await other.getByLabel('Code').fill('000000')
  await other.getByRole('button', { name: 'Confirm' }).click()
  await other.getByRole('alert').getByText('This code is not right').waitFor()
  await other.getByLabel('Code').fill(codeOf(secret, Date.now() + 30_000))
  await other.getByRole('button', { name: 'Confirm' }).click()
  await other.waitForURL('**/account')
})

test('a forgotten password is replaced by a link from a mail', async () => {
  const { page } = await it.product.visit({ expectedComplaints: /400/ })
  const email = await signUp(page)
  await page.goto('/auth/reset')
  await page.getByLabel('Email').fill(email)
  await page.getByRole('button', { name: 'Send the link' }).click()
  await page.getByText('a link is on its way').waitFor()
  await page.goto(await linkTo(email, 'resetPassword'))
  await page.getByLabel('New password').fill('another horse 8')
  await it.product.picture(page, 'reset')
  await page.getByRole('button', { name: 'Save the password' }).click()
  await page.getByText('Your new password is saved').waitFor()
})

for (const [name, options, path] of [
  ['login-dark', { colorScheme: 'dark' }, '/auth/login'],
  ['signup-arabic-phone', { viewport: { width: 360, height: 740 } }, '/ar/auth/signup'],
  ['login-phone', { viewport: { width: 360, height: 740 } }, '/auth/login'],
] as const) {
  test(`${name} fits its width`, async () => {
    const { page } = await it.product.visit(options)
    await page.goto(path)
    await page.getByRole('heading', { level: 1 }).waitFor()
    await page.getByRole('button', { disabled: false }).last().waitFor()
    const overflow = await page.evaluate(
      () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
    )
    await it.product.picture(page, name)
    assert.equal(overflow, 0)
  })
}

test('the account page fits a phone, from right to left', async () => {
  const { page } = await it.product.visit({ colorScheme: 'dark' })
  await signUp(page)
  await page.getByRole('heading', { name: 'Your account' }).waitFor()
  await it.product.picture(page, 'account-dark')
  await page.setViewportSize({ width: 360, height: 740 })
  await page.goto('/ar/account')
  await page.getByRole('heading', { level: 1 }).waitFor()
  const overflow = await page.evaluate(
    () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
  )
  await it.product.picture(page, 'account-arabic-phone')
  assert.equal(overflow, 0)
})

test('who comes from nowhere sees their own nodes after a login', async () => {
  const { page } = await it.product.visit()
  await signUp(page, '/nodes')
  await page.getByRole('heading', { name: 'Your Nodes' }).waitFor()
  await page.getByText('You belong to no publisher yet').waitFor()
})
