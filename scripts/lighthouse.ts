// Measures pages with Lighthouse, phone profile, on the built site over the demo catalogue: the median of five runs.
// `npm run lighthouse` measures English; `-- --all` every language. The tool brings 185 MB and is no dependency: it is
// installed beside the project's caches when it is first needed.
import { execFile, spawn } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { fallbackLocale, type Locale, locales } from '@nodeyard/contract/locales'
import { findChromium } from './chromium.ts'
import { ensureSiteBuilt } from './set-up.mjs'

const root = join(import.meta.dirname, '..')
const lighthouseVersion = '13.5.0'
const runs = 5
const least = { performance: 97, accessibility: 100, 'best-practices': 100, seo: 100 } as const
type Category = keyof typeof least
const categories = Object.keys(least) as Category[]

const times = ['first-contentful-paint', 'largest-contentful-paint', 'total-blocking-time', 'speed-index']

const pages = {
  home: '/',
  search: '/?q=mask',
  node: '/nodes/maskery-masks',
  publisher: '/publishers/gridworks',
} as const

interface Report {
  /** Of the machine while it measured: below 1000 the scores say more about it than about the page. */
  environment: { benchmarkIndex: number }
  categories: Record<Category, { score: number | null }>
  audits: Record<
    string,
    { score: number | null; numericValue?: number; scoreDisplayMode?: string; title: string }
  >
}

const folder = mkdtempSync(join(tmpdir(), 'nodeyard-lighthouse-'))
const program = await installed()
const chromium = await findChromium()
const product = await startProduct()
try {
  process.exitCode = (await measureAll(process.argv.includes('--all') ? locales : [fallbackLocale])) ? 0 : 1
} finally {
  product.stop()
  rmSync(folder, { recursive: true, force: true })
}

async function measureAll(wanted: readonly Locale[]): Promise<boolean> {
  let isGood = true
  console.log(['page', 'language', ...categories, 'layout shift'].join('\t'))
  for (const locale of wanted) {
    for (const [name, path] of Object.entries(pages)) {
      const address =
        product.url + (locale === fallbackLocale ? path : `/${locale}${path === '/' ? '' : path}`)
      const reports: Report[] = []
      for (let run = 0; run < runs; run++) reports.push(await measureSurely(address.replace(/\/\?/, '?')))
      const scores = categories.map((category) =>
        median(reports.map((report) => Math.round((report.categories[category].score ?? 0) * 100))),
      )
      const shift = median(reports.map(({ audits }) => audits['cumulative-layout-shift']?.numericValue ?? 0))
      console.log([name, locale, ...scores, shift.toFixed(3)].join('\t'))
      const misses = categories.filter((category, place) => (scores[place] ?? 0) < least[category])
      if (misses.length > 0 || shift > 0) {
        isGood = false
        console.log(`  ${[...timesOf(reports.at(-1)), ...failedAudits(reports.at(-1))].join('; ')}`)
      }
    }
  }
  return isGood
}

/** On a busy machine a browser may come up too late to be measured. */
function measureSurely(address: string): Promise<Report> {
  return measure(address).catch(() => measure(address))
}

async function measure(address: string): Promise<Report> {
  const output = join(folder, 'report.json')
  const flags = ['--headless=new', '--no-first-run', ...(process.getuid?.() === 0 ? ['--no-sandbox'] : [])]
  await promisify(execFile)(
    process.execPath,
    [
      program,
      address,
      ...['--output=json', `--output-path=${output}`, '--quiet', `--chrome-flags=${flags.join(' ')}`],
      `--only-categories=${categories.join(',')}`,
    ],
    { env: { ...process.env, CHROME_PATH: chromium } },
  )
  return JSON.parse(readFileSync(output, 'utf8'))
}

/** What the performance of a run is made of, in milliseconds; the last is what the machine itself was good for. */
function timesOf(report: Report | undefined): string[] {
  const inMs = times.map((id) => `${id} ${Math.round(report?.audits[id]?.numericValue ?? 0)}`)
  return [...inMs, `benchmark index ${report?.environment.benchmarkIndex}`]
}

/** What cost points in a run. */
function failedAudits(report: Report | undefined): string[] {
  return Object.entries(report?.audits ?? {})
    .filter(([, { score, scoreDisplayMode }]) => scoreDisplayMode === 'binary' && score === 0)
    .map(([id, { title }]) => `${id}: ${title}`)
}

function median(values: number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0
}

async function installed(): Promise<string> {
  const place = join(root, 'node_modules/.cache/lighthouse')
  const cli = join(place, 'node_modules/lighthouse/cli/index.js')
  if (existsSync(cli)) return cli
  console.log('Installing Lighthouse; this takes a minute.')
  await promisify(execFile)('npm', [
    'install',
    '--prefix',
    place,
    '--no-save',
    '--no-audit',
    '--no-fund',
    `lighthouse@${lighthouseVersion}`,
  ])
  return cli
}

/** The program as it runs in production, with the demo catalogue. */
async function startProduct(): Promise<{ url: string; stop(): void }> {
  await ensureSiteBuilt()
  const [sitePort, apiPort] = [await freePort(), await freePort()]
  const url = `http://localhost:${sitePort}`
  const child = spawn(process.execPath, ['server/src/main.ts'], {
    cwd: root,
    stdio: ['ignore', 'pipe', 'inherit'],
    env: {
      ...process.env,
      ...{ SITE_PORT: String(sitePort), API_PORT: String(apiPort), DATA_DIR: join(folder, 'data') },
      ...{ DEMO: 'on', LOG_LEVEL: 'error' },
    },
  })
  for await (const line of child.stdout.setEncoding('utf8')) {
    if (line.includes('demo catalogue is published')) break
  }
  return { url, stop: () => void child.kill('SIGTERM') }
}

function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer()
    server.once('error', reject)
    server.listen(0, '127.0.0.1', () => {
      const address = server.address()
      server.close(() => resolve(typeof address === 'object' && address ? address.port : 0))
    })
  })
}
