// npm run looks [-- NAMES… --width 390 --theme dark --language ar --again]: takes a picture of every page at three widths,
// in both themes and in three languages, over the demo catalog. Each page gets one sheet; e2e/artifacts/looks/index.html
// shows them all. A run skips the pages that have a sheet, unless they are named, or with `--again`.
import { existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import type { Browser, BrowserContext, Page } from 'playwright-core'
import { launchChromium } from '../scripts/chromium.ts'
import { type DemoProduct, startDemoProduct } from '../scripts/demo-product.ts'
import { type LookedAtPage, missingPages, pagesToLookAt, type Reader } from './look-pages.ts'
import { logIn } from './people.ts'

const folder = join(import.meta.dirname, 'artifacts/looks')
const emails = { publisher: 'publisher@demo.test', admin: 'admin@demo.test' } as const
/** Longer pages are cut, so that sheets stay readable. */
const maxHeight = 4000
const attempts = 3
const timeoutMs = 120_000

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    width: { type: 'string', multiple: true, default: ['390', '820', '1440'] },
    theme: { type: 'string', multiple: true, default: ['light', 'dark'] },
    language: { type: 'string', multiple: true, default: ['en', 'zh', 'ar'] },
    again: { type: 'boolean', default: false },
  },
})
const looks = values.theme.flatMap((theme) => values.width.map((width) => ({ theme, width: Number(width) })))

interface Shot {
  file: string
  title: string
}

if (values.again) rmSync(folder, { recursive: true, force: true })
mkdirSync(folder, { recursive: true })
const product = await startDemoProduct()
const browser = await launchChromium()
try {
  const visits = await openVisits(browser, product)
  const pages = pagesToLookAt(await idsOf(product, visits.admin))
  writeFileSync(join(folder, 'index.html'), indexOf(pages))
  const failed: string[] = []
  for (const page of pages.filter(isWanted)) {
    const isDone = await lookPatiently(browser, visits[page.reader], page)
    if (!isDone) failed.push(page.name)
  }
  console.log(join(folder, 'index.html'))
  if (failed.length > 0) throw new Error(`No pictures of ${failed.join(', ')}.`)
} finally {
  await browser.close()
  await product.stop()
}

function isWanted({ name }: LookedAtPage): boolean {
  return positionals.length > 0 ? positionals.includes(name) : !existsSync(join(folder, `sheet-${name}.jpg`))
}

async function openVisits(
  from: Browser,
  { url, accounts }: DemoProduct,
): Promise<Record<Reader, BrowserContext>> {
  const open = async () => {
    const context = await from.newContext({ baseURL: url, locale: 'en', reducedMotion: 'reduce' })
    context.setDefaultTimeout(timeoutMs)
    return context
  }
  const signedIn = async (email: string) => {
    const context = await open()
    const page = await context.newPage()
    await page.goto('/auth/login?fromUrl=/account')
    await page.waitForFunction(() => 'live' in document.documentElement.dataset)
    await logIn(page, email, accounts.get(email) ?? '')
    await page.waitForURL(({ pathname }) => pathname === '/account')
    await page.close()
    return context
  }
  return {
    anyone: await open(),
    publisher: await signedIn(emails.publisher),
    admin: await signedIn(emails.admin),
  }
}

/** Ids of the demo catalog for the parameters of paths. */
async function idsOf({ url }: DemoProduct, admin: BrowserContext): Promise<Record<string, string>> {
  const [collection] = (await (await fetch(`${url}/api/collections`)).json()).collections
  const [advisory] = (await (await fetch(`${url}/api/advisories`)).json()).advisories
  return {
    nodeId: 'maskery-masks',
    publisherId: 'maskery',
    comfyNodeName: 'MaskeryShapeMask',
    place: '0',
    before: '1.0.0',
    collectionId: collection.id,
    advisoryId: advisory.id,
    userId: await idOfPublisher(admin),
    version: (await (await fetch(`${url}/api/nodes/maskery-masks/install`)).json()).version,
  }
}

async function idOfPublisher(admin: BrowserContext): Promise<string> {
  const page = await admin.newPage()
  await page.goto('/admin/users')
  const target = await page.getByRole('link', { name: 'Demo Publisher' }).getAttribute('href')
  await page.close()
  return target?.split('/').at(-1) ?? ''
}

/** Tries a page again when it fails, because busy machines are slow. */
async function lookPatiently(from: Browser, visit: BrowserContext, page: LookedAtPage): Promise<boolean> {
  for (let attempt = 1; attempt <= attempts; attempt++) {
    try {
      await lookAt(from, visit, page)
      return true
    } catch (error) {
      console.error(`${page.name}, attempt ${attempt}: ${error}`)
    }
  }
  return false
}

async function lookAt(from: Browser, visit: BrowserContext, { name, path }: LookedAtPage): Promise<void> {
  const page = await visit.newPage()
  try {
    const shots: Shot[] = []
    for (const language of values.language) {
      await page.setViewportSize({ width: 1440, height: 900 })
      const response = await page.goto(inLanguage(language, path))
      if (response?.ok() === false && !missingPages.has(name))
        console.error(`${name}: status ${response.status()}`)
      await settled(page)
      for (const look of looks) shots.push(await takePicture(page, `${name}-${language}`, look))
    }
    await makeSheet(from, name, shots)
    console.log(name)
  } finally {
    await page.close()
  }
}

async function takePicture(
  page: Page,
  name: string,
  { theme, width }: { theme: string; width: number },
): Promise<Shot> {
  await page.emulateMedia({ colorScheme: theme === 'dark' ? 'dark' : 'light', reducedMotion: 'reduce' })
  await page.setViewportSize({ width, height: 900 })
  const height = Math.min(maxHeight, await page.evaluate(() => document.documentElement.scrollHeight))
  await page.setViewportSize({ width, height: Math.max(900, height) })
  await settled(page)
  const file = `${name}-${theme}-${width}.jpg`
  await page.screenshot({ path: join(folder, file), type: 'jpeg', quality: 70, animations: 'disabled' })
  return { file, title: file }
}

function inLanguage(language: string, path: string): string {
  return language === 'en' ? path : `/${language}${path.replace(/^\/(?=\?|$)/, '')}`
}

/** Waits until the page is shown and loads nothing. Some pages wait for news forever, and one shows spinners. */
async function settled(page: Page): Promise<void> {
  await page.getByRole('heading', { level: 1 }).first().waitFor()
  const isQuiet = () =>
    !document.querySelector('main .spinner, main [aria-busy=true]') && document.fonts.status === 'loaded'
  await page.waitForFunction(isQuiet, undefined, { timeout: 10_000 }).catch(() => {})
  await page.waitForLoadState('networkidle', { timeout: 3000 }).catch(() => {})
  // Images load as they come into the window, which the page being idle before says nothing about.
  const isDrawn = () =>
    [...document.images].every(
      (image) =>
        image.complete || image.getBoundingClientRect().top > innerHeight || image.offsetParent === null,
    )
  await page.waitForFunction(isDrawn, undefined, { timeout: 10_000 }).catch(() => {})
}

/** One image with all looks of a page, for comparing them. */
async function makeSheet(from: Browser, name: string, shots: readonly Shot[]): Promise<void> {
  const sheet = join(folder, `sheet-${name}.html`)
  const cells = shots.map(
    ({ file, title }) => `<figure><figcaption>${title}</figcaption><img src="${file}"></figure>`,
  )
  writeFileSync(
    sheet,
    `<!doctype html><meta charset="utf-8"><title>${name}</title><style>body{margin:8px;background:#777;display:flex;flex-wrap:wrap;gap:8px;align-items:flex-start;font:12px sans-serif}figure{margin:0}figcaption{color:#fff}img{height:600px;width:auto;max-width:500px;object-fit:cover;object-position:top}</style>${cells.join('')}`,
  )
  const page = await from.newPage({ viewport: { width: 1600, height: 800 } })
  await page.goto(`file://${sheet}`)
  await page.screenshot({
    path: join(folder, `sheet-${name}.jpg`),
    type: 'jpeg',
    quality: 60,
    fullPage: true,
  })
  await page.close()
}

function indexOf(pages: readonly LookedAtPage[]): string {
  const sections = pages.map(
    ({ name, path }) =>
      `<h2>${name} <small>${path}</small></h2><a href="sheet-${name}.html"><img loading="lazy" src="sheet-${name}.jpg"></a>`,
  )
  return `<!doctype html><meta charset="utf-8"><title>Looks</title><style>body{font:14px sans-serif}img{max-width:100%}</style>${sections.join('')}`
}
