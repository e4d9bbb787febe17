import { test } from 'node:test'
import { openPage, pages, useFilledProduct } from './filled-product.ts'
import { fitsItsWidth, hidesNothing } from './looks.ts'

const it = useFilledProduct()

const widths = [360, 768, 1440]
/** Looking for faults of access and taking pictures is nearly all the work: here once a language and theme. */
const isLookedThrough = (locale: string, colorScheme: string, width: number) =>
  process.env['EVERY_LOOK'] === '1' ||
  (locale === 'en' ? colorScheme === 'light' && width === 1440 : colorScheme === 'dark' && width === 360)

for (const [name, path] of Object.entries(pages)) {
  for (const locale of ['en', 'ar'] as const) {
    test(`${name} in ${locale} fits every width in both themes and hides nothing from assistive technology`, async () => {
      const { page } = await it.product.visit({ expectedComplaints: /404/ })
      await openPage(page, locale === 'en' ? path : `/ar${path === '/' ? '' : path.replace(/^\/\?/, '?')}`)
      for (const colorScheme of ['light', 'dark'] as const) {
        await page.emulateMedia({ colorScheme })
        for (const width of widths) {
          await page.setViewportSize({ width, height: 900 })
          await fitsItsWidth(page, name)
          if (!isLookedThrough(locale, colorScheme, width)) continue
          await hidesNothing(page, name)
          await it.product.picture(page, `${name}-${locale}-${colorScheme}-${width}`)
        }
      }
    })
  }
}
