import { it } from 'node:test'
import { openPage, pages, useFilledProduct } from './filled-product.ts'
import { fitsItsWidth, hidesNothing } from './looks.ts'

const holder = useFilledProduct()

const widths = [360, 768, 1440]
/** The accessibility check and screenshots are most of the work, so they run once per language and theme. */
const isLookedThrough = (locale: string, colorScheme: string, width: number) =>
  process.env['EVERY_LOOK'] === '1' ||
  (locale === 'en' ? colorScheme === 'light' && width === 1440 : colorScheme === 'dark' && width === 360)

for (const [name, path] of Object.entries(pages)) {
  for (const locale of ['en', 'ar'] as const) {
    it(`fits every width in both themes and is accessible: ${name} in ${locale}`, async () => {
      const { page } = await holder.product.visit({ expectedComplaints: /404/ })
      await openPage(page, locale === 'en' ? path : `/ar${path === '/' ? '' : path.replace(/^\/\?/, '?')}`)
      for (const colorScheme of ['light', 'dark'] as const) {
        await page.emulateMedia({ colorScheme })
        for (const width of widths) {
          await page.setViewportSize({ width, height: 900 })
          await fitsItsWidth(page, name)
          if (!isLookedThrough(locale, colorScheme, width)) continue
          await hidesNothing(page, name)
          await holder.product.picture(page, `${name}-${locale}-${colorScheme}-${width}`)
        }
      }
    })
  }
}
