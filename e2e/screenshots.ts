// npm run lab -- screenshots: takes the pictures of the README from the demo catalog, in the light and the dark theme.
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Browser } from 'playwright-core'
import { launchChromium } from '../scripts/chromium.ts'
import { startDemoProduct } from '../scripts/demo-product.ts'

const root = join(import.meta.dirname, '..')
const viewport = { width: 1280, height: 800 }
const quality = 0.85

const product = await startDemoProduct()
const browser = await launchChromium()
try {
  for (const theme of ['light', 'dark'] as const) {
    const file = join(root, `docs/home-${theme}.webp`)
    writeFileSync(file, await toWebp(browser, await picture(browser, theme)))
    console.log(file)
  }
} finally {
  await browser.close()
  await product.stop()
}

async function picture(from: Browser, colorScheme: 'light' | 'dark'): Promise<Buffer> {
  const page = await from.newPage({ viewport, colorScheme, locale: 'en', deviceScaleFactor: 1 })
  await page.goto(product.url, { waitUntil: 'networkidle' })
  const taken = await page.screenshot()
  await page.close()
  return taken
}

/** Converts a PNG in the browser, which saves a library. */
async function toWebp(from: Browser, png: Buffer): Promise<Buffer> {
  const page = await from.newPage()
  const address = await page.evaluate(
    async ([base64, share]) => {
      const image = new Image()
      image.src = `data:image/png;base64,${base64}`
      await image.decode()
      const canvas = document.createElement('canvas')
      canvas.width = image.width
      canvas.height = image.height
      canvas.getContext('2d')?.drawImage(image, 0, 0)
      return canvas.toDataURL('image/webp', share)
    },
    [png.toString('base64'), quality] as const,
  )
  await page.close()
  return Buffer.from(address.slice(address.indexOf(',') + 1), 'base64')
}
