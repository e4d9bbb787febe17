import { it } from 'node:test'
import { openPage, pages, useFilledProduct } from './filled-product.ts'
import { fitsItsWidth, hidesNothing, isThorough } from './looks.ts'

const holder = useFilledProduct()

const widths = [360, 768, 1440]
/** The accessibility check is most of the work, so it runs once per page and language. */
const isChecked = (locale: string, colorScheme: string, width: number) =>
  isThorough ||
  (locale === 'en' ? colorScheme === 'light' && width === 1440 : colorScheme === 'dark' && width === 360)

for (const locale of ['en', 'ar'] as const) {
  it(`all pages fit every width in both themes and are accessible in ${locale}`, async () => {
    const { page } = await holder.product.visit({ expectedComplaints: /404/ })
    for (const [name, path] of Object.entries(pages)) {
      await openPage(page, locale === 'en' ? path : `/ar${path === '/' ? '' : path.replace(/^\/\?/, '?')}`)
      for (const colorScheme of ['light', 'dark'] as const) {
        await page.emulateMedia({ colorScheme })
        for (const width of widths) {
          await page.setViewportSize({ width, height: 900 })
          await fitsItsWidth(page, name)
          if (!isChecked(locale, colorScheme, width)) continue
          await hidesNothing(page, name)
          await holder.product.picture(page, `${name}-${locale}-${colorScheme}-${width}`)
        }
      }
    }
  })
}
