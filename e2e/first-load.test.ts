import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import { brotliCompressSync } from 'node:zlib'
import type { Page } from 'playwright-core'
import { useProduct } from './product.ts'

const it = useProduct()

/** Brotli, as browsers get it; scripts by page. Two kilobytes more than it was when this was last looked at. */
const mostBytes = { html: 35_000, home: 114_000, node: 123_000, api: 112_000 }
const onlyForSome =
  /(?:^|\/)(?:src\/(?:identity|auth|account|analytics)\/|node_modules\/(?:@firebase|mixpanel-browser|uqr)\/)/

const build = new URL('../web/build/client/', import.meta.url)

async function pathsOfPages() {
  const { world } = it.product
  const node = await world.given.node({ name: 'Soft blur' })
  const version = await world.given.version({ node_id: node.id })
  await world.given.comfyNode({ version_id: version.id })
  return { home: '/', node: `/nodes/${node.id}`, api: '/docs/api' } as const
}

test('a first page asks for each script once, after it is painted, for no font, and an anonymous reader loads nothing of signing in or analytics', async () => {
  const paths = await pathsOfPages()
  for (const name of ['home', 'node', 'api'] as const) {
    const path = paths[name]
    const { page } = await it.product.visit()
    const scripts: string[] = []
    const fonts: string[] = []
    page.on('request', (request) => {
      if (request.resourceType() === 'font') fonts.push(request.url())
      if (request.resourceType() === 'script' || request.url().endsWith('.js')) scripts.push(request.url())
    })
    const answer = await page.goto(path)
    await page.getByRole('link', { name: 'Log in' }).first().waitFor()
    // The last thing that a page loads without being asked is what puts its answers by.
    await page.waitForFunction(() => localStorage.getItem('nodeyard-cache') !== null)

    const files = [...new Set(scripts)].map((address) => new URL(address).pathname.slice(1))
    assert.ok(files.length > 0)
    assert.equal(files.length, scripts.length, path)
    assert.deepEqual(await scriptsBeforePaint(page), [], path)
    assert.deepEqual(fonts, [], path)
    assert.deepEqual(
      files.flatMap(modulesOf).filter((source) => onlyForSome.test(source)),
      [],
      path,
    )
    const html = brotliCompressSync((await answer?.body()) ?? '').length
    const bytes = files.reduce(
      (sum, file) => sum + brotliCompressSync(readFileSync(new URL(file, build))).length,
      0,
    )
    assert.ok(html <= mostBytes.html, `${path}: ${html} bytes of HTML`)
    assert.ok(bytes <= mostBytes[name], `${path}: ${bytes} bytes of scripts`)
  }
})

/** What the page asked for before there was anything to see. */
function scriptsBeforePaint(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const [painted] = performance.getEntriesByName('first-contentful-paint')
    return performance
      .getEntriesByType('resource')
      .filter(({ name, startTime }) => name.endsWith('.js') && startTime < (painted?.startTime ?? Infinity))
      .map(({ name }) => name)
  })
}

/** The sources that a built file was made of. */
function modulesOf(file: string): string[] {
  const modules: Record<string, string[]> = JSON.parse(
    readFileSync(new URL('.vite/modules.json', build), 'utf8'),
  )
  return modules[file] ?? []
}
