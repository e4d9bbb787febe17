import assert from 'node:assert/strict'
import type { Page } from 'playwright-core'
import { allSentTo } from '../server/test/outbox.ts'
import type { World } from '../server/test/world.ts'

export const password = 'correct horse 7'
let count = 0

/** Returns a new address for each call. */
export function newEmail(): string {
  count += 1
  return `person${count}@example.test`
}

/** Signs up through the site's own page, ends on the previous page and returns the address. */
export async function signUp(page: Page, fromUrl: string): Promise<string> {
  const email = newEmail()
  await page.goto(`/auth/signup?fromUrl=${encodeURIComponent(fromUrl)}`)
  await page.getByLabel('Name').fill('Ada')
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Sign up' }).click()
  await page.getByRole('button', { name: 'Continue', exact: true }).click()
  await page.waitForURL(`**${fromUrl}`)
  return email
}

/** Waits for the log-in page that a visitor without a session reaches from a page of users. */
export async function waitForLogIn(page: Page, fromUrl: string): Promise<void> {
  await page.waitForURL(`**/auth/login?fromUrl=${encodeURIComponent(fromUrl)}`)
  await page.getByRole('button', { name: 'Log in', exact: true }).waitFor()
}

/** Fills in the form of the log-in page. */
export async function logIn(page: Page, email: string, typed = password): Promise<void> {
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password', { exact: true }).fill(typed)
  await page.getByRole('button', { name: 'Log in' }).click()
}

export async function logOut(page: Page): Promise<void> {
  await page.goto('/auth/logout')
  await page.getByRole('button', { name: 'Logout' }).click()
  await page.getByRole('link', { name: 'Log in' }).waitFor()
}

/** The menu that only signed-in users see. */
export const menuOf = (page: Page) => page.getByRole('group').locator('summary[aria-label="Your menu"]')

/** Returns the newest link to a user for a purpose, the `mode` in its URL. */
export async function linkTo(world: World, email: string, mode: string): Promise<string> {
  const links = (await allSentTo(world, email)).flatMap(({ text }) => text.match(/https?:\S+/g) ?? [])
  return links.find((link) => link.includes(`mode=${mode}`)) ?? assert.fail(`no ${mode} for ${email}`)
}

/** Presses the button that opens a provider's window, and returns the window. */
export async function windowBehind(page: Page, button: string): Promise<Page> {
  const [window] = await Promise.all([
    page.waitForEvent('popup'),
    page.getByRole('button', { name: button }).click(),
  ])
  return window
}

/** Fills in the page that plays a provider. */
export async function agree(window: Page, email: string, { isVerified = true } = {}): Promise<void> {
  await window.getByLabel('Email', { exact: true }).fill(email)
  if (!isVerified) await window.getByLabel('Email is verified').uncheck()
  await window.getByRole('button', { name: 'Sign in' }).click()
}
