import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { locales } from '../contract/src/ground/locales.ts'
import { createPublisherFor, createTokenFor } from '../server/src/operator/publishers.ts'
import { publish } from '../server/test/command-line-client.ts'
import { buildPack } from '../server/test/pack.ts'
import { fitsItsWidth } from './looks.ts'
import { useProduct } from './product.ts'

const holder = useProduct()

/** Returns a publisher's token, created as the operator would. */
async function tokenOf(publisherId: string): Promise<string> {
  const { deps } = holder.product.world
  await createPublisherFor(deps, {
    id: publisherId,
    name: publisherId,
    ownerEmail: `${publisherId}@example.test`,
  })
  return createTokenFor(deps, publisherId, 'journey')
}

async function publishPack(publisherId: string, token: string, nodeId: string, version = '1.0.0') {
  const { world, apiUrl } = holder.product
  const archive = buildPack({ id: nodeId, version })
  const node = { name: `The ${nodeId}` }
  await publish({ apiUrl, publisherId, nodeId, token, version, node, archive })
  await world.runJobs()
  const published = await (await fetch(`${apiUrl}/nodes/${nodeId}`)).json()
  assert.equal(published.latest_version?.version, version)
}

describe("a reader's journey", () => {
  it('finds a node by one of its comfy-nodes and shows its readme, comfy-nodes and install command', async () => {
    const token = await tokenOf('acme')
    for (const id of ['soft-blur', 'hard-edges', 'colour-wheel']) await publishPack('acme', token, id)
    const { page } = await holder.product.visit()
    await page.goto('/')
    await page.getByRole('link', { name: 'The hard-edges' }).first().waitFor()
    await page.getByRole('main').getByRole('combobox').fill('soft-blur blur')
    await page.keyboard.press('Enter')
    await page.waitForURL(/q=soft-blur/)
    await page.getByText('for “soft-blur blur”').first().waitFor()
    const results = page.getByRole('main').getByRole('link', { name: /^The / })
    assert.equal(await results.first().textContent(), 'The soft-blur')
    await results.first().click()
    await page.waitForURL('**/nodes/soft-blur')
    await page.getByRole('heading', { level: 1, name: 'The soft-blur' }).waitFor()
    await page.getByText('Blurs pictures.').first().waitFor()
    await page.getByText('soft-blur Blur').first().waitFor()
    await page.getByText('nodeyard.tgz install soft-blur').waitFor()
    await holder.product.picture(page, 'node-light')
  })

  it("shows a new version on the reader's next visit", async () => {
    const token = await tokenOf('busy')
    await publishPack('busy', token, 'growing')
    const { page } = await holder.product.visit()
    await page.goto('/nodes/growing')
    await page.getByRole('heading', { level: 1 }).waitFor()
    await publishPack('busy', token, 'growing', '1.1.0')
    await page.reload()
    await page.getByRole('link', { name: '1.1.0' }).first().click()
    await page.waitForURL('**/nodes/growing/versions/1.1.0')
  })

  it('explains a missing page and links back', async () => {
    const { page } = await holder.product.visit({ expectedComplaints: /404/ })
    const answer = await page.goto('/nodes/nobody-made-this')
    assert.equal(answer?.status(), 404)
    await page.getByRole('heading', { name: 'Pack not found' }).waitFor()
    assert.equal(await page.getByRole('main').getByRole('searchbox').inputValue(), 'nobody-made-this')
    await page.getByRole('link', { name: 'Browse all packs' }).click()
    await page.getByRole('main').getByRole('combobox').first().waitFor()
  })

  it('suggests packs whose id or repository resembles a missing address', async () => {
    await publishPack('near', await tokenOf('near'), 'nearly-sharp')
    const { page } = await holder.product.visit({ expectedComplaints: /404/ })
    for (const path of ['/nodes/nearly-shrap', '/near/nearly-sharp']) {
      await page.goto(path)
      const offers = page.getByRole('region', { name: 'Did you mean' })
      await offers.getByRole('link', { name: 'The nearly-sharp' }).waitFor()
    }
  })

  it('compares packs at an address that can be shared', async () => {
    const token = await tokenOf('twins')
    for (const id of ['twin-one', 'twin-two']) await publishPack('twins', token, id)
    const { page } = await holder.product.visit()
    await page.goto('/nodes/twin-one')
    await page.getByRole('link', { name: 'Compare', exact: true }).click()
    await page.getByLabel('Name or id of a pack').fill('twin-two')
    await page.getByRole('button', { name: 'Add' }).click()
    await page.waitForURL('**/compare?packs=twin-one%2Ctwin-two')
    const table = page.getByRole('table', { name: 'Compare' })
    await table.getByRole('link', { name: 'The twin-two', exact: true }).waitFor()
    await page.getByRole('switch', { name: 'Differences only' }).click()
    await page.waitForURL(/differences=1/)
    await table.getByRole('rowheader', { name: 'Publisher' }).waitFor({ state: 'detached' })
  })

  it('renders every page of the catalog without JavaScript', async () => {
    const token = await tokenOf('plain')
    await publishPack('plain', token, 'plain-text')
    const { page } = await holder.product.visit({ javaScriptEnabled: false })
    await page.goto('/?q=plain-text')
    await page.getByRole('link', { name: 'The plain-text' }).click()
    await page.getByRole('heading', { level: 1, name: 'The plain-text' }).waitFor()
    await page.goto('/publishers/plain')
    await page.getByRole('link', { name: 'The plain-text' }).waitFor()
  })

  for (const width of [320, 360, 378])
    it(`keeps the bar in one line, and its menus in the window of ${width} pixels`, async () => {
      const { page } = await holder.product.visit({ viewport: { width, height: 740 } })
      for (const locale of locales) {
        await page.goto(locale === 'en' ? '/' : `/${locale}`)
        for (const size of ['16px', '20px']) {
          await page.evaluate((fontSize) => {
            document.documentElement.style.fontSize = fontSize
          }, size)
          const found = await page.evaluate(() => {
            const bar = [...document.querySelectorAll('header :is(a[href], summary)')].filter(
              (part) => part.checkVisibility() && !part.matches('.skip-link, details > div *'),
            )
            const middles = bar.map((part) => {
              const { top, bottom } = part.getBoundingClientRect()
              return (top + bottom) / 2
            })
            for (const details of document.querySelectorAll('header details'))
              details.setAttribute('open', '')
            const panels = [...document.querySelectorAll('header details > div')].map((panel) =>
              panel.getBoundingClientRect(),
            )
            for (const details of document.querySelectorAll('header details')) details.removeAttribute('open')
            return {
              rows: Math.round((Math.max(...middles) - Math.min(...middles)) / 10) + 1,
              outside: panels.filter(({ left, right }) => left < 0 || right > innerWidth).length,
            }
          })
          assert.deepEqual(found, { rows: 1, outside: 0 }, `${locale} at ${size}`)
        }
      }
    })

  it('keeps its dots and the edges of its main buttons in forced colors', async () => {
    const { page } = await holder.product.visit({ forcedColors: 'active' })
    await page.goto('/')
    const [dot, canvas, edge] = await page.evaluate(() => [
      getComputedStyle(document.querySelector('.socket-dot') as Element).backgroundColor,
      getComputedStyle(document.body).backgroundColor,
      getComputedStyle(document.querySelector('header a[href^="/auth/signup"]') as Element).borderTopWidth,
    ])
    assert.notEqual(dot, canvas)
    assert.equal(edge, '1px')
  })

  for (const [name, options, path] of [
    ['home-dark', { colorScheme: 'dark' }, '/'],
    ['home-arabic-phone', { viewport: { width: 360, height: 740 } }, '/ar'],
    ['node-arabic', {}, '/ar/nodes/pictured'],
    ['node-phone-dark', { viewport: { width: 360, height: 740 }, colorScheme: 'dark' }, '/nodes/pictured'],
  ] as const) {
    it(`fits its width and its reading direction: ${name}`, async () => {
      const { world } = holder.product
      const known = await world.deps.db
        .selectFrom('nodes')
        .select('id')
        .where('id', '=', 'pictured')
        .execute()
      if (known.length === 0) await publishPack('painter', await tokenOf('painter'), 'pictured')
      const { page } = await holder.product.visit(options)
      await page.goto(path)
      await page.getByRole('heading', { level: 1 }).waitFor()
      await fitsItsWidth(page, name)
      await holder.product.picture(page, name)
    })
  }
})
