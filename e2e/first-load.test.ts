import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import { gzipSync } from 'node:zlib'
import { useProduct } from './product.ts'

const it = useProduct()

/** Of scripts, compressed. What a first page loads today and a little more. */
const mostBytes = 150_000
const onlyForSome =
  /(?:^|\/)(?:src\/(?:identity|auth|account|analytics)\/|node_modules\/(?:@firebase|mixpanel-browser|uqr)\/)/

const build = new URL('../web/build/client/', import.meta.url)

for (const path of ['/', '/nodes/nobody-made-this', '/docs/api']) {
  test(`the first page of an anonymous reader at ${path} loads no identity, analytics or account code`, async () => {
    const { page } = await it.product.visit({ expectedComplaints: /404/ })
    const scripts = new Set<string>()
    page.on('request', (request) => {
      if (request.resourceType() === 'script' || request.url().endsWith('.js'))
        scripts.add(new URL(request.url()).pathname.slice(1))
    })
    await page.goto(path, { waitUntil: 'load' })
    await page.getByRole('link', { name: 'Log in' }).waitFor()
    // The page is at rest: the answers of the next visit have been put by.
    await page.waitForLoadState('networkidle')
    assert.ok(await page.evaluate(() => localStorage.getItem('nodeyard-cache')))

    const modules: Record<string, string[]> = JSON.parse(
      readFileSync(new URL('.vite/modules.json', build), 'utf8'),
    )
    assert.ok(scripts.size > 0)
    const unwanted = [...scripts].flatMap((file) =>
      (modules[file] ?? []).filter((source) => onlyForSome.test(source)),
    )
    assert.deepEqual(unwanted, [])
    const bytes = [...scripts].reduce(
      (sum, file) => sum + gzipSync(readFileSync(new URL(file, build))).length,
      0,
    )
    assert.ok(bytes <= mostBytes, `${bytes} bytes of scripts, of at most ${mostBytes}`)
  })
}
