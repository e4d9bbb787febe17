// Measures pages with Lighthouse, phone profile, on the built site over the demo catalog: the median of five
// runs. `npm run lab -- lighthouse` measures English; `-- --all` every language; names of languages and pages
// select those, such as `-- ar ja node`. The tool takes 185 MB and is not a dependency: it is installed
// beside the project's caches on first use.
import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { promisify } from 'node:util'
import { fallbackLocale, type Locale, locales } from '@nodeyard/contract/locales'
import { findChromium } from './chromium.ts'
import { startDemoProduct } from './demo-product.ts'

const root = join(import.meta.dirname, '..')
const lighthouseVersion = '13.5.0'
const runs = 5
const least = { performance: 97, accessibility: 100, 'best-practices': 100, seo: 100 } as const
type Category = keyof typeof least
const categories = Object.keys(least) as Category[]

const times = {
  'first-contentful-paint': 'first paint',
  'largest-contentful-paint': 'largest paint',
  'speed-index': 'speed index',
  'total-blocking-time': 'blocking',
} as const
const timeIds = Object.keys(times) as (keyof typeof times)[]

const pages = {
  home: '/',
  search: '/?q=mask',
  node: '/nodes/maskery-masks',
  publisher: '/publishers/gridworks',
} as const
const pageNames = Object.keys(pages) as (keyof typeof pages)[]

interface Report {
  /**
   * Benchmark of the machine during the run: below 1000, the scores reflect the machine more than the page.
   */
  environment: { benchmarkIndex: number }
  categories: Partial<Record<Category, { score: number | null }>>
  audits: Record<
    string,
    { score: number | null; numericValue?: number; scoreDisplayMode?: string; title: string }
  >
}

interface Tool {
  lighthouse(
    address: string,
    flags: { port: number; onlyCategories: readonly Category[]; disableFullPageScreenshot: true },
  ): Promise<{ lhr: Report } | undefined>
  launch(options: { chromePath: string; chromeFlags: string[] }): Promise<{ port: number; kill(): void }>
}

const tool = await installedTool()
const chromePath = await findChromium()
const product = await startDemoProduct()
try {
  process.exitCode = (await measureAll()) ? 0 : 1
} finally {
  product.stop()
}

async function measureAll(): Promise<boolean> {
  const requested = process.argv.slice(2)
  const among = <Name extends string>(all: readonly Name[], unless: readonly Name[]) => {
    const named = all.filter((name) => requested.includes(name))
    return named.length > 0 ? named : unless
  }
  let isGood = true
  console.log(
    ['page', 'language', ...categories, 'layout shift', ...Object.values(times), 'benchmark'].join('\t'),
  )
  for (const locale of among(locales, requested.includes('--all') ? locales : [fallbackLocale])) {
    for (const name of among(pageNames, pageNames)) {
      const isPageGood = await judge(`${name}\t${locale}`, product.url + inLocale(locale, pages[name]))
      isGood &&= isPageGood
    }
  }
  return isGood
}

function inLocale(locale: Locale, path: string): string {
  return locale === fallbackLocale ? path : `/${locale}${path.replace(/^\/(?=\?|$)/, '')}`
}

/** Prints the scores of a page and the audits that cost points. */
async function judge(title: string, address: string): Promise<boolean> {
  const reports = await measure(address)
  const scores = categories.map((category) => scoreOf(reports, category))
  const of = (id: string) => median(reports.map(({ audits }) => audits[id]?.numericValue ?? 0))
  const shift = of('cumulative-layout-shift')
  const benchmark = median(reports.map(({ environment }) => environment.benchmarkIndex))
  const inMs = timeIds.map((id) => Math.round(of(id)))
  console.log([title, ...scores, shift.toFixed(3), ...inMs, benchmark].join('\t'))
  const isGood = shift === 0 && categories.every((category, place) => (scores[place] ?? 0) >= least[category])
  const failed = failedAudits(reports[0])
  if (!isGood && failed.length > 0) console.log(`  ${failed.join('; ')}`)
  return isGood
}

function scoreOf(reports: readonly Report[], category: Category): number {
  const scores = reports.flatMap(({ categories: { [category]: found } }) => (found ? [found.score ?? 0] : []))
  return Math.round(median(scores) * 100)
}

/** Categories that do not depend on time are measured in the first run only. */
async function measure(address: string): Promise<Report[]> {
  const reports: Report[] = []
  for (let run = 0; run < runs; run++) {
    const only = run === 0 ? categories : (['performance'] as const)
    // On a busy machine a page can load too late to be measured.
    reports.push(await measureOnce(address, only).catch(() => measureOnce(address, only)))
  }
  return reports
}

/** Uses a separate browser, because a second visit would reuse its connection. */
async function measureOnce(address: string, onlyCategories: readonly Category[]): Promise<Report> {
  const sandbox = process.getuid?.() === 0 ? ['--no-sandbox'] : []
  const chromeFlags = ['--headless=new', '--no-first-run', ...sandbox]
  const browser = await tool.launch({ chromePath, chromeFlags })
  try {
    const { port } = browser
    // The full-page screenshot is only for human readers of the report.
    const result = await tool.lighthouse(address, { port, onlyCategories, disableFullPageScreenshot: true })
    if (typeof result?.lhr.categories.performance?.score !== 'number')
      throw new Error(`Lighthouse measured nothing on ${address}.`)
    return result.lhr
  } finally {
    browser.kill()
  }
}

/** Lists the audits that cost points in a run. */
function failedAudits(report: Report | undefined): string[] {
  return Object.entries(report?.audits ?? {})
    .filter(([, { score, scoreDisplayMode }]) => scoreDisplayMode === 'binary' && score === 0)
    .map(([id, { title }]) => `${id}: ${title}`)
}

function median(values: number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0
}

async function installedTool(): Promise<Tool> {
  const place = join(root, 'node_modules/.cache/lighthouse')
  const modules = join(place, 'node_modules')
  if (!existsSync(join(modules, 'lighthouse/cli/index.js'))) await install(place)
  const load = (file: string) => import(pathToFileURL(join(modules, file)).href)
  const { default: lighthouse } = await load('lighthouse/core/index.js')
  const { launch } = await load('chrome-launcher/dist/index.js')
  return { lighthouse, launch }
}

async function install(place: string): Promise<void> {
  console.log('Installing Lighthouse; this takes a minute.')
  const quietly = ['--no-save', '--no-audit', '--no-fund']
  await promisify(execFile)('npm', [
    'install',
    ...['--prefix', place],
    ...quietly,
    `lighthouse@${lighthouseVersion}`,
  ])
}
