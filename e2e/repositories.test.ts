import assert from 'node:assert/strict'
import { after, afterEach, before, describe, it } from 'node:test'
import { HostTurns } from '../server/src/packs/readings/host-turns.ts'
import { requestedLimits } from '../server/src/packs/readings/limits.ts'
import { hiddenCode, packFiles, unclaimedNode } from '../server/src/packs/readings/readings.test-support.ts'
import { CodeHostSource } from '../server/src/packs/readings/sources/code-host.ts'
import { RepositoryHost } from '../server/test/fakes/repository-host.ts'
import { fitsItsWidth, hidesNothing } from './looks.ts'
import { Product } from './product.ts'

const host = new RepositoryHost()
let product: Product
let place: string

before(async () => {
  const url = await host.listen()
  place = new URL(url).host
  const networks = { isAny: false, has: () => false }
  product = await Product.open({
    requestedSources: [new CodeHostSource({ url, apiUrl: `${url}/api` }, { networks }, requestedLimits)],
    hostTurns: new HostTurns(0),
  })
})
afterEach(() => product.endVisits())
after(async () => {
  await product.close()
  await host.close()
})

describe('a repository that is not listed', () => {
  it('is offered by the search, read after a click, and shown with verdict and findings', async () => {
    host.put('ann/misty', packFiles('misty', { 'run.py': hiddenCode }))
    const { page } = await product.visit()
    await page.goto(`/?q=${encodeURIComponent(`https://${place}/ann/misty`)}`)
    await page.getByText('This repository is not listed here.').waitFor()
    await page.getByRole('link', { name: 'Read it' }).click()
    await page.getByRole('heading', { level: 1, name: `${place}/ann/misty` }).waitFor()
    await page.getByRole('button', { name: 'Read it' }).click()
    await page.getByText('Waiting for its turn').waitFor()
    await product.world.runJobs()
    await page.getByText('It cannot be published yet').waitFor()
    await page.getByText('misty Blur').first().waitFor()
    await page.getByText('run.py:2').first().waitFor()
    assert.equal(await page.locator('meta[name=robots]').getAttribute('content'), 'noindex')
    const ofCommit = await page.request.get(`/badges/repositories/${place}/ann/misty@${'a'.repeat(40)}.svg`)
    assert.equal(ofCommit.status(), 404)
    const badge = await page.request.get(`/badges/repositories/${place}/ann/misty.svg`)
    assert.match(await badge.text(), /check: not publishable/)
    await hidesNothing(page, 'repository')
    await page.setViewportSize({ width: 360, height: 800 })
    await fitsItsWidth(page, 'repository')
  })

  it('leads to its pack once it is listed', async () => {
    const node = await unclaimedNode(product.world, `https://${place}/ann/known`, { name: 'Known' })
    const { page } = await product.visit()
    await page.goto(`/repositories/${place}/ann/known`)
    await page.waitForURL(`**/nodes/${node.id}`)
  })
})
