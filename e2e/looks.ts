import assert from 'node:assert/strict'
import AxeBuilder from '@axe-core/playwright'
import type { Page } from 'playwright-core'

/** The page runs in the direction of its language and nothing of it is wider than the window. */
export async function fitsItsWidth(page: Page, name: string): Promise<void> {
  const found = await page.evaluate(() => ({
    direction: getComputedStyle(document.documentElement).direction,
    overflow: document.documentElement.scrollWidth - document.documentElement.clientWidth,
  }))
  const isArabic = /^\/ar(\/|$)/.test(new URL(page.url()).pathname)
  assert.deepEqual(found, { direction: isArabic ? 'rtl' : 'ltr', overflow: 0 }, name)
}

/**
 * axe finds nothing that assistive technology would miss. From here on nothing starts to move or fade, such as a message
 * whose script arrives late, and what already does is waited for.
 */
export async function hidesNothing(page: Page, name: string): Promise<void> {
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await page.evaluate(async () => {
    await Promise.allSettled(document.getAnimations().map(({ finished }) => finished))
  })
  const { violations } = await new AxeBuilder({ page })
    // One page without frames: there is nothing to put together, and only what is wrong is of interest.
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
