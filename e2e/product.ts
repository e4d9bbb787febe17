import assert from 'node:assert/strict'
import { mkdir } from 'node:fs/promises'
import type { Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { after, afterEach, before } from 'node:test'
import type { Browser, BrowserContext, BrowserContextOptions, Page } from 'playwright-core'
import { launchChromium } from '../scripts/chromium.ts'
import { ensureBuilt } from '../scripts/set-up.mjs'
import type { Deps } from '../server/src/deps.ts'
import { type BuiltSite, createSite, openBuiltSite } from '../server/src/discovery/site/site.ts'
import { findSiteFile } from '../server/src/discovery/site-files/find.ts'
import { World } from '../server/test/world.ts'
import { applyNetwork, countRequests } from './idle.ts'
import { isThorough } from './looks.ts'

const artifacts = join(import.meta.dirname, 'artifacts')

export interface VisitOptions extends BrowserContextOptions {
  /** Page errors that the test expects; all others fail the test. */
  expectedComplaints?: RegExp
  /** If false, navigation ends once the page is shown, before its scripts run. */
  waitsForScripts?: boolean
}

/** A separate browser profile: visits share nothing. */
export interface Visit {
  page: Page
  context: BrowserContext
}

/**
 * The whole product for one test file: API and site over HTTP, a real database, and Chromium on the first visit. Tests create
 * content through `world.given` or over HTTP, and run jobs explicitly (`world.runJobs`).
 */
export class Product {
  readonly world: World
  readonly siteUrl: string
  readonly apiUrl: string
  readonly #site: Server
  readonly #built: BuiltSite
  #browser: Promise<Browser> | undefined
  readonly #contexts: BrowserContext[] = []
  readonly #complaints: string[] = []

  private constructor(world: World, site: Server, built: BuiltSite) {
    this.world = world
    this.siteUrl = world.deps.config.siteUrl
    this.apiUrl = world.deps.config.apiUrl
    this.#site = site
    this.#built = built
  }

  static async open(overrides: Partial<Deps> = {}, env: Record<string, string> = {}): Promise<Product> {
    await ensureBuilt()
    const world = await World.open(overrides, env)
    await world.listen()
    const built = await openBuiltSite()
    const site = await createSite(world.app, {
      api: world.app.handler,
      findFile: (...given) => findSiteFile(world.deps, ...given),
      ...built,
    })
    await new Promise<void>((resolve) => site.listen(0, '127.0.0.1', resolve))
    const { port } = site.address() as AddressInfo
    Object.assign(world.deps.config, { siteUrl: `http://127.0.0.1:${port}` })
    return new Product(world, site, built)
  }

  /** Opens a new browser profile with one page, by default in English with the light theme. */
  async visit({ expectedComplaints, waitsForScripts = true, ...options }: VisitOptions = {}): Promise<Visit> {
    this.#browser ??= launchChromium()
    const context = await (await this.#browser).newContext({
      baseURL: this.siteUrl,
      locale: 'en',
      colorScheme: 'light',
      viewport: { width: 1280, height: 900 },
      ...options,
    })
    this.#contexts.push(context)
    // On a busy machine, one page can take over half a minute.
    context.setDefaultTimeout(180_000)
    await context.addInitScript(lackWhatSafariLacks)
    const complain = (text: string) => {
      if (!expectedComplaints?.test(text)) this.#complaints.push(text)
    }
    context.on('page', countRequests)
    if (waitsForScripts && options.javaScriptEnabled !== false) context.on('page', waitForScripts)
    context.on('weberror', (error) => complain(String(error.error())))
    context.on('console', (message) => {
      if (['error', 'warning'].includes(message.type()))
        complain(`${message.page()?.url()}: ${message.text()} (${message.location().url})`)
    })
    context.on('request', (request) => {
      if (!this.#isOurs(request.url())) complain(`asks another host: ${request.url()}`)
    })
    const page = await context.newPage()
    await applyNetwork(page)
    return { page, context }
  }

  /** Saves a screenshot in `e2e/artifacts` for human review, with `npm run lab -- looks`. */
  async picture(page: Page, name: string): Promise<void> {
    if (!isThorough) return
    await mkdir(artifacts, { recursive: true })
    await page.screenshot({ path: join(artifacts, `${name}.png`), fullPage: true, animations: 'disabled' })
  }

  /** Returns the address and the visible text of each open page, to explain a failure. */
  async describePages(): Promise<string> {
    const pages = this.#contexts.flatMap((context) => context.pages())
    const texts = pages.map(async (page) => {
      const text = await page.locator('body').innerText({ timeout: 5000 })
      return `${page.url()}\n${text.slice(0, 3000)}`
    })
    return (await Promise.all(texts)).join('\n\n')
  }

  /** Ends every visit. Fails when a page logged or threw an error, or requested a foreign host. */
  async endVisits(): Promise<void> {
    await Promise.all(this.#contexts.splice(0).map((context) => context.close()))
    assert.deepEqual(this.#complaints.splice(0), [])
  }

  async close(): Promise<void> {
    await (await this.#browser)?.close()
    await new Promise<void>((resolve) => {
      this.#site.close(() => resolve())
      this.#site.closeAllConnections()
    })
    await Promise.all([this.#built.pages.close(), this.world.close()])
  }

  #isOurs(address: string): boolean {
    const { protocol, origin } = new URL(address)
    return ['data:', 'blob:'].includes(protocol) || origin === this.siteUrl || origin === this.apiUrl
  }
}

/** Safari cannot iterate over streams, so no journey may need it. */
function lackWhatSafariLacks() {
  Reflect.deleteProperty(ReadableStream.prototype, Symbol.asyncIterator)
  Reflect.deleteProperty(ReadableStream.prototype, 'values')
}

/**
 * Opens one product for the tests of this file, with content from `fill`. Ends the visits after each test.
 */
export function useProduct(
  overrides?: Partial<Deps>,
  env?: Record<string, string>,
  fill: (product: Product) => Promise<void> = async () => {},
): { product: Product } {
  const holder = {} as { product: Product }
  // A single hook, because a second one need not wait for the first.
  before(async () => {
    holder.product = await Product.open(overrides, env)
    await fill(holder.product)
  })
  afterEach(async (test) => {
    if ('passed' in test && !test.passed) console.log(await holder.product.describePages())
    await holder.product.endVisits()
  })
  after(() => holder.product.close())
  return holder
}

/** Navigation ends with the response, while scripts load after the page is shown. */
function waitForScripts(page: Page): void {
  const answering = () =>
    page.waitForFunction(
      () => !document.getElementById('page-facts') || 'live' in document.documentElement.dataset,
    )
  const { goto, reload } = page
  Object.assign(page, {
    goto: async (...args: Parameters<Page['goto']>) => {
      const answer = await goto.apply(page, args)
      await answering()
      return answer
    },
    reload: async (...args: Parameters<Page['reload']>) => {
      const answer = await reload.apply(page, args)
      await answering()
      return answer
    },
  })
}
