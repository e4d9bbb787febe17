import assert from 'node:assert/strict'
import { test } from 'node:test'
import { brotliCompressSync } from 'node:zlib'
import { openPage, pages, useFilledProduct } from './filled-product.ts'

const it = useFilledProduct()

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
  await openPage(page, pages.node)
  await page.getByText('All inputs, outputs and widgets').click()
  await page.getByText('From 0 to 64').waitFor()
  await page.evaluate(() => Object.assign(window, { stayed: true }))
  await page.getByRole('link', { name: '1.0.0', exact: true }).first().click()
  await page.waitForURL('**/versions/1.0.0')
  assert.equal(await page.evaluate(() => (window as { stayed?: boolean }).stayed), true)
})

test('a line of a file has an address, and the shift key spans to another', async () => {
  const { page } = await it.product.visit()
  await openPage(page, `${pages.source}#L3`)
  await page.getByRole('link', { name: 'Line 6', exact: true }).click({ modifiers: ['Shift'] })
  await page.waitForURL(/#L3-L6$/)
  assert.equal(await page.locator('[data-picked]').count(), 4)
})

test('what changed in a file is shown when it is opened', async () => {
  const { page } = await it.product.visit()
  await openPage(page, pages.compare)
  await page.getByText('README.md').click()
  await page.getByText('# Soft blur').waitFor()
})

test('a page is fetched when somebody is about to go there', async () => {
  const { page } = await it.product.visit()
  await openPage(page, pages.publisher)
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
    await openPage(page, path)
    assert.deepEqual(await page.evaluate(() => (window as unknown as { shifts: number[] }).shifts), [])
  }
})
