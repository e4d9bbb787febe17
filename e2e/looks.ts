import assert from 'node:assert/strict'
import AxeBuilder from '@axe-core/playwright'
import type { Page } from 'playwright-core'

/** Asserts that the page has the direction of its language and is no wider than the window. */
export async function fitsItsWidth(page: Page, name: string): Promise<void> {
  const found = await page.evaluate(() => ({
    direction: getComputedStyle(document.documentElement).direction,
    overflow: document.documentElement.scrollWidth - document.documentElement.clientWidth,
  }))
  const isArabic = /^\/ar(\/|$)/.test(new URL(page.url()).pathname)
  assert.deepEqual(found, { direction: isArabic ? 'rtl' : 'ltr', overflow: 0 }, name)
}

/**
 * Asserts that axe finds no accessibility problem. Prevents new animations, such as a late message, and waits
 * for running ones.
 */
export async function hidesNothing(page: Page, name: string): Promise<void> {
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await page.evaluate(async () => {
    await Promise.allSettled(document.getAnimations().map(({ finished }) => finished))
  })
  const { violations } = await new AxeBuilder({ page })
    // The page has no frames to combine, and only problems matter.
    .setLegacyMode()
    .options({ resultTypes: ['violations'] })
    .analyze()
  await page.emulateMedia({ reducedMotion: 'no-preference' })
  assert.deepEqual(
    violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' ')}`),
    [],
    name,
  )
}
