import assert from 'node:assert/strict'
import { beforeEach, test } from 'node:test'
import { brotliCompressSync } from 'node:zlib'
import AxeBuilder from '@axe-core/playwright'
import type { Page } from 'playwright-core'
import { createPublisherFor, createTokenFor } from '../server/src/operator/publishers.ts'
import { publish } from '../server/test/command-line-client.ts'
import { buildPack } from '../server/test/pack.ts'
import { useProduct } from './product.ts'

const it = useProduct()

const publisherId = 'lumen'
const nodeId = 'soft-blur'

/** Every page that anybody can read, with something on it. */
const pages = {
  home: '/',
  search: '/?q=blur',
  nothing: '/?q=zzzzqqqq',
  node: `/nodes/${nodeId}`,
  unclaimed: '/nodes/listed-elsewhere',
  version: `/nodes/${nodeId}/versions/1.0.0`,
  source: `/nodes/${nodeId}/versions/1.1.0/source?file=nodes.py`,
  compare: `/nodes/${nodeId}/versions/1.1.0/since/1.0.0`,
  publisher: `/publishers/${publisherId}`,
  api: '/docs/api',
  login: '/auth/login',
  signup: '/auth/signup',
  missing: '/nodes/nobody-made-this',
} as const

const widths = [360, 768, 1440]

let published: Promise<void> | undefined

/** Once for all tests of this file. */
function catalogue(): Promise<void> {
  published ??= publishAll()
  return published
}

async function publishAll(): Promise<void> {
  const { world, apiUrl } = it.product
  await createPublisherFor(world.deps, {
    ...{ id: publisherId, name: 'Lumen', description: 'Light and **colour**.' },
    ownerEmail: 'owner@lumen.test',
  })
  const token = await createTokenFor(world.deps, publisherId, 'pages')
  const release = async (id: string, version: string, files: Record<string, string> = {}) => {
    const archive = buildPack({ id, version, files })
    const node = { name: `The ${id}`, description: 'Blurs pictures softly.', tags: ['blur', 'image'] }
    const nodeVersion = { changelog: `What is new in ${version}.`, dependencies: ['numpy>=1.0'] }
    await publish({ apiUrl, publisherId, nodeId: id, token, version, node, nodeVersion, archive })
    await world.runJobs()
  }
  await release(nodeId, '1.0.0')
  await release(nodeId, '1.1.0', {
    'README.md': '# Soft blur\n\n```python\nx = 1\n```\n',
    'web/ضباب.js': 'let x = 1\n',
  })
  await release('hard-edges', '1.0.0')
  for (let count = 0; count < 3; count++) await (await fetch(`${apiUrl}/nodes/${nodeId}/install`)).json()
  await world.deps.installs.flush()
  const unclaimed = 'admin-11338bd3-f081-43cf-b3f9-295c829826f7'
  const listed = await world.given.node({ id: 'listed-elsewhere', publisher_id: unclaimed })
  for (const name of ['Fog', 'ضباب']) await world.given.hint(listed.id, name)
}

beforeEach(catalogue)

/** What is read from archives is there too. */
async function open(page: Page, path: string): Promise<void> {
  await page.goto(path)
  await page.getByRole('heading', { level: 1 }).first().waitFor()
  if (path.includes('/source')) await page.locator('.code-lines').waitFor()
  if (path.includes('/since/')) await page.locator('main summary').first().waitFor()
  await page.waitForLoadState('networkidle')
}

for (const [name, path] of Object.entries(pages)) {
  for (const colorScheme of ['light', 'dark'] as const) {
    for (const locale of ['en', 'ar'] as const) {
      test(`${name} in ${locale}, ${colorScheme}, fits every width and hides nothing from assistive technology`, async () => {
        const { page } = await it.product.visit({ colorScheme, expectedComplaints: /404/ })
        await open(page, locale === 'en' ? path : `/ar${path === '/' ? '' : path.replace(/^\/\?/, '?')}`)
        for (const width of widths) {
          await page.setViewportSize({ width, height: 900 })
          const { direction, overflow } = await page.evaluate(() => ({
            direction: getComputedStyle(document.documentElement).direction,
            overflow: document.documentElement.scrollWidth - document.documentElement.clientWidth,
          }))
          assert.deepEqual(
            { direction, overflow },
            { direction: locale === 'ar' ? 'rtl' : 'ltr', overflow: 0 },
          )
          const { violations } = await new AxeBuilder({ page }).analyze()
          assert.deepEqual(
            violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' ')}`),
            [],
          )
          await it.product.picture(page, `${name}-${locale}-${colorScheme}-${width}`)
        }
      })
    }
  }
}

for (const [name, path] of Object.entries(pages)) {
  test(`${name} says what it is about without JavaScript`, async () => {
    const { page } = await it.product.visit({ javaScriptEnabled: false, expectedComplaints: /404/ })
    const answer = await page.goto(path)
    assert.equal(answer?.status(), name === 'missing' ? 404 : 200)
    await page.getByRole('heading', { level: 1 }).first().waitFor()
    const text = await page.getByRole('main').innerText()
    assert.ok(text.length > 40, text)
  })
}

/** Brotli, as browsers get it. The goal for scripts is 120,000; until then, they must not grow. */
const mostBytes = { html: 35_000, scripts: 126_000 }

for (const path of [pages.home, pages.node]) {
  test(`the first load of ${path} stays within its bytes, and asks for each file once`, async () => {
    const { page } = await it.product.visit()
    const scripts: string[] = []
    page.on('request', (request) => {
      if (request.resourceType() === 'script') scripts.push(request.url())
    })
    await page.goto(path, { waitUntil: 'networkidle' })
    const weigh = async (address: string) =>
      brotliCompressSync(Buffer.from(await (await fetch(address)).arrayBuffer())).length
    const html = await weigh(it.product.siteUrl + path)
    const sizes = await Promise.all([...new Set(scripts)].map(weigh))
    const total = sizes.reduce((sum, size) => sum + size, 0)
    assert.ok(sizes.length > 0)
    assert.equal(new Set(scripts).size, scripts.length)
    assert.ok(html <= mostBytes.html, `${html} bytes of HTML`)
    assert.ok(total <= mostBytes.scripts, `${total} bytes of scripts`)
  })
}

test('a reader opens the parts of a comfy-node, copies nothing by accident, and goes on without a reload', async () => {
  const { page } = await it.product.visit()
  await open(page, pages.node)
  await page.getByText('All inputs, outputs and widgets').click()
  await page.getByText('From 0 to 64').waitFor()
  await page.evaluate(() => Object.assign(window, { stayed: true }))
  await page.getByRole('link', { name: '1.0.0', exact: true }).first().click()
  await page.waitForURL('**/versions/1.0.0')
  assert.equal(await page.evaluate(() => (window as { stayed?: boolean }).stayed), true)
})

test('a line of a file has an address, and the shift key spans to another', async () => {
  const { page } = await it.product.visit()
  await open(page, `${pages.source}#L3`)
  await page.getByRole('link', { name: 'Line 6', exact: true }).click({ modifiers: ['Shift'] })
  await page.waitForURL(/#L3-L6$/)
  assert.equal(await page.locator('[data-picked]').count(), 4)
})

test('what changed in a file is shown when it is opened', async () => {
  const { page } = await it.product.visit()
  await open(page, pages.compare)
  await page.getByText('README.md').click()
  await page.getByText('# Soft blur').waitFor()
})

test('a page is fetched when somebody is about to go there', async () => {
  const { page } = await it.product.visit()
  await open(page, pages.publisher)
  const fetched = page.waitForResponse(/\/api\/nodes\/soft-blur(\?|$)/)
  await page.getByRole('link', { name: 'The soft-blur' }).hover()
  await fetched
})

test('nothing on a page of a node moves while it loads', async () => {
  const { page } = await it.product.visit({ viewport: { width: 412, height: 823 } })
  await page.addInitScript(() => {
    const shifts: number[] = []
    Object.assign(window, { shifts })
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) shifts.push((entry as unknown as { value: number }).value)
    }).observe({ type: 'layout-shift', buffered: true })
  })
  for (const path of [pages.home, pages.node, pages.publisher]) {
    await open(page, path)
    assert.deepEqual(await page.evaluate(() => (window as unknown as { shifts: number[] }).shifts), [])
  }
})
