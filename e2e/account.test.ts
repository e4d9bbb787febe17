import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { codeAt, fromBase32, totp } from '../server/src/people/identity/embedded/totp.ts'
import { lastDigitsTo } from '../server/test/outbox.ts'
import { untilIdle } from './idle.ts'
import { fitsItsWidth } from './looks.ts'
import {
  agree,
  linkTo,
  logIn,
  logOut,
  menuOf,
  newEmail,
  password,
  signUp,
  waitForLogIn,
  windowBehind,
} from './people.ts'
import { useProduct } from './product.ts'

const holder = useProduct()

/** The current code of an authenticator; `later` skips ahead. */
function codeOf(secret: string, later = 0): string {
  const seconds = holder.product.world.now().getTime() / 1000
  return codeAt(fromBase32(secret), Math.floor(seconds / totp.periodSeconds) + later)
}

describe('the account page', () => {
  it('requires a new authenticator app after GitHub too, refuses a wrong code and updates a second tab', async () => {
    const { page, context } = await holder.product.visit({ expectedComplaints: /400/ })
    const email = await signUp(page, '/account')
    await page.getByRole('heading', { name: 'Your account' }).waitFor()
    await holder.product.picture(page, 'account')
    await page.goto(await linkTo(holder.product.world, email, 'verifyEmail'))
    await page.getByRole('button', { name: 'Confirm' }).click()
    await page.getByRole('link', { name: 'Continue' }).click()
    await page.getByRole('button', { name: 'Add an authenticator app' }).click()
    await page.getByRole('img', { name: /QR code/ }).waitFor()
    await holder.product.picture(page, 'second-factor-app')
    const secret = ((await page.locator('dialog code').textContent()) ?? '').replaceAll(' ', '')
    await page.getByLabel('Code', { exact: true }).fill(codeOf(secret))
    await page.getByRole('button', { name: 'Confirm' }).click()
    await page.getByText('Two-step verification is on.').waitFor()
    await holder.product.picture(page, 'account-with-factor')
    const github = newEmail()
    await agree(await windowBehind(page, 'Link GitHub'), github)
    await page.getByText('GitHub is linked.').waitFor()
    const other = await context.newPage()
    await other.goto('/account')
    await other.getByRole('heading', { name: 'Your account' }).waitFor()
    await untilIdle(other)
    const cutOff: string[] = []
    other.on('requestfailed', (request) => request.resourceType() === 'script' && cutOff.push(request.url()))
    await logOut(page)
    await waitForLogIn(other, '/account')
    // While it reloads, the tab must not open the log-in page, whose scripts the reload would cut off.
    assert.deepEqual(cutOff, [])
    await agree(await windowBehind(other, 'Continue with GitHub'), github)
    await other.getByText('uses two-step verification').waitFor()
    await holder.product.picture(other, 'second-factor')
    await other.getByLabel('Code').fill('000000')
    await other.getByRole('button', { name: 'Confirm' }).click()
    await other.getByRole('alert').getByText('This code is wrong').waitFor()
    await other.getByLabel('Code').fill(codeOf(secret, 1))
    await other.getByRole('button', { name: 'Confirm' }).click()
    await other.waitForURL('**/account')
  })

  it('replaces a forgotten password through a mailed link', async () => {
    const { page } = await holder.product.visit({ expectedComplaints: /400/ })
    const email = await signUp(page, '/account')
    await page.goto('/auth/reset')
    await page.getByLabel('Email').fill(email)
    await page.getByRole('button', { name: 'Send the link' }).click()
    await page.getByText('a link is on its way').waitFor()
    await page.goto(await linkTo(holder.product.world, email, 'resetPassword'))
    await page.getByLabel('New password').fill('another horse 8')
    await holder.product.picture(page, 'reset')
    await page.getByRole('button', { name: 'Save the password' }).click()
    await page.getByText('Your new password is saved').waitFor()
  })

  it('links GitHub and a phone, and unlinks GitHub', async () => {
    const { page } = await holder.product.visit()
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
    await dialog.getByLabel('Code').fill(await lastDigitsTo(holder.product.world, phone))
    await dialog.getByRole('button', { name: 'Confirm' }).click()
    await page.getByText('Phone is linked.').waitFor()
    await holder.product.picture(page, 'account-linked')
    await page.getByRole('button', { name: 'Unlink GitHub' }).click()
    await page.getByText('GitHub is no longer linked.').waitFor()
    await page.getByRole('button', { name: 'Unlink Phone' }).waitFor()
  })

  it('asks for a new sign-in before an old session links a phone', async () => {
    const { page } = await holder.product.visit({ expectedComplaints: /400/ })
    await signUp(page, '/account')
    holder.product.world.advance(6 * 60_000)
    const phone = '+33698765433'
    await page.getByRole('button', { name: 'Link Phone' }).click()
    await page.getByLabel('Phone number').fill(phone)
    await page.getByRole('button', { name: 'Send a code' }).click()
    await page.getByText(`We sent a code to ${phone}`).waitFor()
    await page.getByLabel('Code').fill(await lastDigitsTo(holder.product.world, phone))
    await page.getByRole('button', { name: 'Confirm' }).click()
    await page.getByLabel('Current password').fill(password)
    await holder.product.picture(page, 'prove')
    await page.getByRole('button', { name: 'Continue' }).click()
    await page.getByText('Phone is linked.').waitFor()
  })

  it('logs in with a changed address only, and logs out other tabs and browsers everywhere', async () => {
    // Requests sent just before the session ended are answered after it.
    const { page, context } = await holder.product.visit({ expectedComplaints: /40[01]/ })
    await signUp(page, '/account')
    const email = newEmail()
    await page.getByLabel('New address').fill(email)
    await page.getByRole('button', { name: 'Change', exact: true }).click()
    await page.getByText(`Open the link we sent to ${email}`).waitFor()
    await page.goto(await linkTo(holder.product.world, email, 'verifyAndChangeEmail'))
    // The session ends with the old address, and the page reloads.
    const reloaded = page.waitForEvent('load')
    await page.getByRole('button', { name: 'Confirm' }).click()
    await reloaded
    await page.getByText(`Your account now uses ${email}`).waitFor()
    await page.goto('/auth/login?fromUrl=/account')
    await logIn(page, email)
    await page.getByText('Verified', { exact: true }).waitFor()

    const tab = await context.newPage()
    const { page: elsewhere } = await holder.product.visit({ expectedComplaints: /40[01]/ })
    await tab.goto('/account')
    await tab.getByRole('heading', { name: 'Your account' }).waitFor()
    await elsewhere.goto('/auth/login?fromUrl=/account')
    await logIn(elsewhere, email)
    await elsewhere.getByRole('heading', { name: 'Your account' }).waitFor()
    await page.getByRole('button', { name: 'Log out everywhere' }).click()
    await waitForLogIn(page, '/account')
    await waitForLogIn(tab, '/account')
    await elsewhere.reload()
    await waitForLogIn(elsewhere, '/account')
  })

  it('removes a deleted account, also from this browser', async () => {
    // Requests sent just before the end are answered after it.
    const { page } = await holder.product.visit({ expectedComplaints: /40[01]/ })
    const email = await signUp(page, '/account')
    const { deps, given } = holder.product.world
    const owner = await deps.db
      .selectFrom('users')
      .select('id')
      .where('email', '=', email)
      .executeTakeFirstOrThrow()
    const publisher = await given.publisher({ owner, name: 'Left Alone' })
    await given.node({ publisher_id: publisher.id })
    await page.getByRole('button', { name: 'Delete my account' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('listitem').getByText('(1 pack)').waitFor()
    await dialog.getByLabel(`Type ${email} to confirm`).fill(email)
    assert.equal(await dialog.getByRole('button', { name: 'Delete my account' }).isDisabled(), true)
    await dialog.getByLabel('Leave them without an owner').check()
    await dialog.getByRole('button', { name: 'Delete my account' }).click()
    await page.waitForURL('/')
    await page.getByRole('link', { name: 'Log in' }).first().click()
    await logIn(page, email)
    await page.getByRole('alert').getByText('Wrong email or password').waitFor()
    assert.equal(await menuOf(page).count(), 0)
  })

  for (const [name, options, path] of [
    ['login-dark', { colorScheme: 'dark' }, '/auth/login'],
    ['signup-arabic-phone', { viewport: { width: 360, height: 740 } }, '/ar/auth/signup'],
    ['login-phone', { viewport: { width: 360, height: 740 } }, '/auth/login'],
  ] as const) {
    it(`fits its width: ${name}`, async () => {
      const { page } = await holder.product.visit(options)
      await page.goto(path)
      await page.getByRole('heading', { level: 1 }).waitFor()
      await page.getByRole('button', { disabled: false }).last().waitFor()
      await holder.product.picture(page, name)
      await fitsItsWidth(page, name)
    })
  }

  it('fits the account page on a phone, from right to left', async () => {
    const { page } = await holder.product.visit({ colorScheme: 'dark' })
    await signUp(page, '/account')
    await page.getByRole('heading', { name: 'Your account' }).waitFor()
    await holder.product.picture(page, 'account-dark')
    await page.setViewportSize({ width: 360, height: 740 })
    await page.goto('/ar/account')
    await page.getByRole('heading', { level: 1 }).waitFor()
    await holder.product.picture(page, 'account-arabic-phone')
    await fitsItsWidth(page, 'the account page')
  })

  it('shows their own nodes to users who log in without a previous page', async () => {
    const { page } = await holder.product.visit()
    await signUp(page, '/nodes')
    await page.getByRole('heading', { name: 'Your Nodes' }).waitFor()
    await page.getByText('You have no publisher yet').waitFor()
  })
})
