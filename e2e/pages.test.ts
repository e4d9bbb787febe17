import assert from 'node:assert/strict'
import { test } from 'node:test'
import AxeBuilder from '@axe-core/playwright'
import type { Page } from 'playwright-core'
import { openPage, pages, useFilledProduct } from './filled-product.ts'

const it = useFilledProduct()

const widths = [360, 768, 1440]
/** Looking for faults of access takes most of the time here: at each width once, and everywhere with `npm run looks`. */
const lookedThrough =
  process.env['EVERY_LOOK'] === '1' ? { light: widths, dark: widths } : { light: [360, 1440], dark: [768] }

for (const [name, path] of Object.entries(pages)) {
  for (const locale of ['en', 'ar'] as const) {
    test(`${name} in ${locale} fits every width in both themes and hides nothing from assistive technology`, async () => {
      const { page } = await it.product.visit({ expectedComplaints: /404/ })
      await openPage(page, locale === 'en' ? path : `/ar${path === '/' ? '' : path.replace(/^\/\?/, '?')}`)
      for (const colorScheme of ['light', 'dark'] as const) {
        await page.emulateMedia({ colorScheme })
        for (const width of widths) {
          await page.setViewportSize({ width, height: 900 })
          await fits(page, locale === 'ar' ? 'rtl' : 'ltr')
          if (lookedThrough[colorScheme].includes(width)) await hidesNothing(page)
          await it.product.picture(page, `${name}-${locale}-${colorScheme}-${width}`)
        }
      }
    })
  }
}

async function fits(page: Page, direction: 'ltr' | 'rtl'): Promise<void> {
  const found = await page.evaluate(() => ({
    direction: getComputedStyle(document.documentElement).direction,
    overflow: document.documentElement.scrollWidth - document.documentElement.clientWidth,
  }))
  assert.deepEqual(found, { direction, overflow: 0 })
}

async function hidesNothing(page: Page): Promise<void> {
  const { violations } = await new AxeBuilder({ page })
    // One page without frames: there is nothing to put together, and only what is wrong is of interest.
    .setLegacyMode()
    .options({ resultTypes: ['violations'] })
    .analyze()
  assert.deepEqual(
    violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' ')}`),
    [],
  )
}
