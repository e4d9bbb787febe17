import assert from 'node:assert/strict'
import { readFileSync, statSync } from 'node:fs'
import { describe, it } from 'node:test'
import { brotliCompressSync } from 'node:zlib'
import type { Page } from 'playwright-core'
import { createPublisherFor, createTokenFor } from '../server/src/operator/publishers.ts'
import { publish } from '../server/test/command-line-client.ts'
import { buildPack } from '../server/test/pack.ts'
import { untilIdle } from './idle.ts'
import { useProduct } from './product.ts'

const holder = useProduct()

/**
 * Brotli, as browsers get it; scripts by page, counted until the page is idle. The limit of the scripts is at most two
 * kilobytes above what was measured.
 */
const maxBytes = { html: 35_000, font: 40_000 }
const maxScripts = {
  home: 127_500,
  search: 132_500,
  node: 137_500,
  version: 136_500,
  source: 154_000,
  resolve: 119_500,
  installation: 119_000,
  publish: 147_500,
  api: 119_000,
} as const
/** Modules that every page loads last, and those of single pages. */
const storing = 'src/persistence.ts'
const loadedLast: Partial<Record<keyof typeof maxScripts, string>> = {
  home: 'src/public/search/shelves.tsx',
  search: 'src/public/search/results.tsx',
  source: 'src/public/source/highlight.ts',
}
/** Pages without content to read before hydration. */
const forMembers: ReadonlySet<string> = new Set(['publish'])
const onlyForSome =
  /(?:^|\/)(?:src\/(?:identity|auth|account|analytics)\/|node_modules\/(?:@firebase|mixpanel-browser|uqr)\/)/

const build = new URL('../web/build/client/', import.meta.url)

async function pathsOfPages() {
  const { world, apiUrl } = holder.product
  const [publisherId, nodeId, version] = ['acme', 'soft-blur', '1.0.0']
  const ownerEmail = 'owner@acme.test'
  await createPublisherFor(world.deps, { id: publisherId, name: 'Acme', ownerEmail })
  const token = await createTokenFor(world.deps, publisherId, 'first load')
  // Most packs explain themselves before they list their nodes.
  const files = { 'README.md': '# Soft blur\n\n'.concat('It blurs softly.\n\n'.repeat(60)) }
  const archive = buildPack({ id: nodeId, version, files })
  await publish({ apiUrl, publisherId, nodeId, token, version, node: { name: 'Soft blur' }, archive })
  await world.runJobs()
  const ofNode = `/nodes/${nodeId}`
  return {
    home: '/',
    search: '/?q=blur',
    node: ofNode,
    version: `${ofNode}/versions/${version}`,
    source: `${ofNode}/versions/${version}/source`,
    resolve: '/resolve',
    installation: '/installation',
    publish: '/docs/publish',
    api: '/docs/api',
  } as const
}

describe('the first load of a page', () => {
  it('requests each script once after painting, one small font, and no sign-in or analytics for anonymous readers', async () => {
    const paths = await pathsOfPages()
    const modules: Record<string, string[]> = JSON.parse(
      readFileSync(new URL('.vite/modules.json', build), 'utf8'),
    )
    for (const [name, path] of Object.entries(paths) as [keyof typeof maxScripts, string][]) {
      const { page } = await holder.product.visit()
      const scripts: string[] = []
      const fonts: string[] = []
      page.on('request', (request) => {
        if (request.resourceType() === 'font') fonts.push(request.url())
        if (request.resourceType() === 'script' || request.url().endsWith('.js')) scripts.push(request.url())
      })
      const answer = await page.goto(path)
      await page.getByRole('link', { name: 'Log in' }).first().waitFor()
      for (const module of [storing, loadedLast[name] ?? storing]) {
        const file = Object.keys(modules).find((path) => modules[path]?.includes(module))
        assert.ok(file, module)
        await untilReceived(page, file)
      }
      await untilIdle(page)

      const files = [...new Set(scripts)].map((address) => new URL(address).pathname.slice(1))
      assert.ok(files.length > 0)
      assert.equal(files.length, scripts.length, path)
      if (!forMembers.has(name)) assert.deepEqual(await scriptsBeforePaint(page), [], path)
      assert.ok(fonts.length <= 1, `${path}: ${fonts}`)
      for (const font of fonts) {
        const { size } = statSync(new URL(`.${new URL(font).pathname}`, build))
        assert.ok(size <= maxBytes.font, `${font}: ${size} bytes`)
      }
      const forSome = files
        .flatMap((file) => modules[file] ?? [])
        .filter((source) => onlyForSome.test(source))
      if (!forMembers.has(name)) assert.deepEqual(forSome, [], path)
      const html = brotliCompressSync((await answer?.body()) ?? '').length
      const bytes = files.reduce(
        (sum, file) => sum + brotliCompressSync(readFileSync(new URL(file, build))).length,
        0,
      )
      assert.ok(html <= maxBytes.html, `${path}: ${html} bytes of HTML`)
      assert.ok(bytes <= maxScripts[name], `${path}: ${bytes} bytes of scripts`)
    }
  })
})

/** Waits until the page has received a file of the build. */
async function untilReceived(page: Page, file: string): Promise<void> {
  await page.waitForFunction(
    (path) => performance.getEntriesByName(location.origin + path).length > 0,
    `/${file}`,
  )
}

/** Returns the scripts that the page requested before its first paint, for which it waits ten seconds. */
function scriptsBeforePaint(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const [painted] = performance.getEntriesByName('first-contentful-paint')
    return performance
      .getEntriesByType('resource')
      .filter(
        ({ name, startTime }) =>
          name.endsWith('.js') && startTime < Math.min(painted?.startTime ?? Infinity, 10_000),
      )
      .map(({ name }) => name)
  })
}
