import assert from 'node:assert/strict'
import { test } from 'node:test'
import { codeAt, fromBase32, totp } from '../server/src/people/identity/embedded/totp.ts'
import { lastDigitsTo } from '../server/test/outbox.ts'
import { fitsItsWidth } from './looks.ts'
import { agree, linkTo, logIn, logOut, menuOf, newEmail, password, signUp, windowBehind } from './people.ts'
import { useProduct } from './product.ts'

const it = useProduct()

/** What an authenticator shows now; `later` steps on. */
function codeOf(secret: string, later = 0): string {
  const seconds = it.product.world.now().getTime() / 1000
  return codeAt(fromBase32(secret), Math.floor(seconds / totp.periodSeconds) + later)
}

test('an authenticator app that was added is asked for after GitHub too, a wrong code is refused, and a second tab follows', async () => {
  const { page, context } = await it.product.visit({ expectedComplaints: /400/ })
  const email = await signUp(page, '/account')
  await page.getByRole('heading', { name: 'Your account' }).waitFor()
  await it.product.picture(page, 'account')
  await page.goto(await linkTo(it.product.world, email, 'verifyEmail'))
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
  const github = newEmail()
  await agree(await windowBehind(page, 'Link GitHub'), github)
  await page.getByText('GitHub is linked.').waitFor()
  const other = await context.newPage()
  await other.goto('/account')
  await other.getByRole('heading', { name: 'Your account' }).waitFor()
  await logOut(page)
  await other.waitForURL('**/auth/login?fromUrl=%2Faccount')
  await agree(await windowBehind(other, 'Continue with GitHub'), github)
  await other.getByText('asks for a second step').waitFor()
  await it.product.picture(other, 'second-factor')
  await other.getByLabel('Code').fill('000000')
  await other.getByRole('button', { name: 'Confirm' }).click()
  await other.getByRole('alert').getByText('This code is not right').waitFor()
  await other.getByLabel('Code').fill(codeOf(secret, 1))
  await other.getByRole('button', { name: 'Confirm' }).click()
  await other.waitForURL('**/account')
})

test('a forgotten password is replaced by a link from a mail', async () => {
  const { page } = await it.product.visit({ expectedComplaints: /400/ })
  const email = await signUp(page, '/account')
  await page.goto('/auth/reset')
  await page.getByLabel('Email').fill(email)
  await page.getByRole('button', { name: 'Send the link' }).click()
  await page.getByText('a link is on its way').waitFor()
  await page.goto(await linkTo(it.product.world, email, 'resetPassword'))
  await page.getByLabel('New password').fill('another horse 8')
  await it.product.picture(page, 'reset')
  await page.getByRole('button', { name: 'Save the password' }).click()
  await page.getByText('Your new password is saved').waitFor()
})

test('GitHub and a phone are linked to an account, and GitHub is taken away again', async () => {
  const { page } = await it.product.visit()
  await signUp(page, '/account')
  const phone = '+33698765432'
  const github = newEmail()
  await agree(await windowBehind(page, 'Link GitHub'), github)
  await page.getByText('GitHub is linked.').waitFor()
  await page.getByText(github).waitFor()
  await page.getByRole('button', { name: 'Link Phone' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Phone number').fill(phone)
  await dialog.getByRole('button', { name: 'Send a code' }).click()
  await dialog.getByText(`We sent a code to ${phone}`).waitFor()
  await dialog.getByLabel('Code').fill(await lastDigitsTo(it.product.world, phone))
  await dialog.getByRole('button', { name: 'Confirm' }).click()
  await page.getByText('Phone is linked.').waitFor()
  await it.product.picture(page, 'account-linked')
  await page.getByRole('button', { name: 'Unlink GitHub' }).click()
  await page.getByText('GitHub is no longer linked.').waitFor()
  await page.getByRole('button', { name: 'Unlink Phone' }).waitFor()
})

test('after a while an old session has to prove who it is before a phone is linked', async () => {
  const { page } = await it.product.visit({ expectedComplaints: /400/ })
  await signUp(page, '/account')
  it.product.world.advance(6 * 60_000)
  const phone = '+33698765433'
  await page.getByRole('button', { name: 'Link Phone' }).click()
  await page.getByLabel('Phone number').fill(phone)
  await page.getByRole('button', { name: 'Send a code' }).click()
  await page.getByText(`We sent a code to ${phone}`).waitFor()
  await page.getByLabel('Code').fill(await lastDigitsTo(it.product.world, phone))
  await page.getByRole('button', { name: 'Confirm' }).click()
  await page.getByLabel('Current password').fill(password)
  await it.product.picture(page, 'prove')
  await page.getByRole('button', { name: 'Continue' }).click()
  await page.getByText('Phone is linked.').waitFor()
})

test('a changed address is the one to log in with; logging out everywhere reaches other tabs and browsers', async () => {
  // What was asked just before a session ended is answered after it.
  const { page, context } = await it.product.visit({ expectedComplaints: /40[01]/ })
  await signUp(page, '/account')
  const email = newEmail()
  await page.getByLabel('New address').fill(email)
  await page.getByRole('button', { name: 'Change', exact: true }).click()
  await page.getByText(`Open the link that we sent to ${email}`).waitFor()
  await page.goto(await linkTo(it.product.world, email, 'verifyAndChangeEmail'))
  // The session ends with the old address, and the page begins anew.
  const anew = page.waitForEvent('load')
  await page.getByRole('button', { name: 'Confirm' }).click()
  await anew
  await page.getByText(`Your account now uses ${email}`).waitFor()
  await page.goto('/auth/login?fromUrl=/account')
  await logIn(page, email)
  await page.getByText('Verified', { exact: true }).waitFor()

  const tab = await context.newPage()
  const { page: elsewhere } = await it.product.visit({ expectedComplaints: /40[01]/ })
  await tab.goto('/account')
  await tab.getByRole('heading', { name: 'Your account' }).waitFor()
  await elsewhere.goto('/auth/login?fromUrl=/account')
  await logIn(elsewhere, email)
  await elsewhere.getByRole('heading', { name: 'Your account' }).waitFor()
  await page.getByRole('button', { name: 'Log out everywhere' }).click()
  await page.waitForURL('**/auth/login?fromUrl=%2Faccount')
  await tab.waitForURL('**/auth/login?fromUrl=%2Faccount')
  await elsewhere.reload()
  await elsewhere.waitForURL('**/auth/login?fromUrl=%2Faccount')
})

test('a deleted account is gone, from this browser too', async () => {
  // What was asked just before the end is answered after it.
  const { page } = await it.product.visit({ expectedComplaints: /40[01]/ })
  const email = await signUp(page, '/account')
  await page.getByRole('button', { name: 'Delete my account' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel(`Type ${email} to confirm`).fill(email)
  await dialog.getByRole('button', { name: 'Delete my account' }).click()
  await page.waitForURL('/')
  await page.getByRole('link', { name: 'Log in' }).first().click()
  await logIn(page, email)
  await page.getByRole('alert').getByText('do not belong together').waitFor()
  assert.equal(await menuOf(page).count(), 0)
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
    await it.product.picture(page, name)
    await fitsItsWidth(page, name)
  })
}

test('the account page fits a phone, from right to left', async () => {
  const { page } = await it.product.visit({ colorScheme: 'dark' })
  await signUp(page, '/account')
  await page.getByRole('heading', { name: 'Your account' }).waitFor()
  await it.product.picture(page, 'account-dark')
  await page.setViewportSize({ width: 360, height: 740 })
  await page.goto('/ar/account')
  await page.getByRole('heading', { level: 1 }).waitFor()
  await it.product.picture(page, 'account-arabic-phone')
  await fitsItsWidth(page, 'the account page')
})

test('who comes from nowhere sees their own nodes after a login', async () => {
  const { page } = await it.product.visit()
  await signUp(page, '/nodes')
  await page.getByRole('heading', { name: 'Your Nodes' }).waitFor()
  await page.getByText('You belong to no publisher yet').waitFor()
})
