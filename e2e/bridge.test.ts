import assert from 'node:assert/strict'
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { after, before, describe, it } from 'node:test'
import type { Browser, Page } from 'playwright-core'
import { launchChromium } from '../scripts/chromium.ts'
import {
  fogCode,
  type StandInTool,
  startTool,
  toolFolder,
} from '../server/demo/bridge/stand-in-tool.test-support.ts'
import { testPublisher } from '../server/test/publishing.ts'
import { World } from '../server/test/world.ts'

let world: World
let browser: Browser
let folder: string
let tool: StandInTool
before(async () => {
  world = await World.open()
  const publisher = await testPublisher(world)
  await publisher.publish({ id: 'fog', files: { '__init__.py': fogCode } })
  folder = await toolFolder({ registry: await world.listen() })
  tool = await startTool(folder)
  browser = await launchChromium()
})
after(async () => {
  await browser?.close()
  await world?.close()
})

async function open(path = '/'): Promise<Page> {
  const page = await browser.newPage()
  page.on('pageerror', (error) => assert.fail(error))
  await page.goto(`${tool.url}${path}`)
  await page.getByText('Ready', { exact: true }).waitFor()
  return page
}

const isInstalled = async () => (await readdir(join(folder, 'custom_nodes'))).includes('fog')
const install = (page: Page) => page.getByRole('dialog', { name: 'Install from Nodeyard' })

interface ToolWindow {
  app: {
    run(id: string): void
    loadGraph(nodes: object[], missing: unknown[]): Promise<void>
  }
}

describe('the bridge in the page of the tool', () => {
  it('opens a link of the registry as a dialog, and installs nothing without the code of the console', async () => {
    const page = await open('/?nodeyard=fog@1.0.0&other=1')
    await install(page).getByText('fog', { exact: true }).waitFor()
    await tool.nextCode()
    assert.equal(new URL(page.url()).search, '?other=1')
    assert.match((await install(page).textContent()) ?? '', /[\da-f]{64}/)
    assert.ok(
      await install(page)
        .getByRole('button', { name: 'Cancel' })
        .evaluate((one) => one.matches(':focus')),
    )
    await page.keyboard.press('Enter')
    await install(page).waitFor({ state: 'detached' })
    assert.equal(await isInstalled(), false)
  })

  it('ignores links that name no pack', async () => {
    for (const named of ['..%2Fup', 'fog@latest', '%3Cb%3E']) {
      const page = await open(`/?nodeyard=${named}`)
      assert.equal(await page.getByRole('dialog').count(), 0)
      assert.equal(new URL(page.url()).search, '')
      await page.close()
    }
  })

  it('says why a pack cannot be installed', async () => {
    const page = await open()
    await page.evaluate(() => (window as unknown as ToolWindow).app.run('Nodeyard.Install'))
    await page.getByRole('textbox', { name: 'Id of the pack' }).fill('no-such-pack')
    await page.getByRole('button', { name: 'Continue' }).click()
    const refused = page.getByRole('dialog', { name: 'Cannot install' })
    await refused.waitFor()
    assert.match((await refused.textContent()) ?? '', /not found|does not exist|unknown|No node/i)
  })

  it('offers the packs of missing nodes, and installs one after a confirmation', async () => {
    const page = await open()
    await page.evaluate(() =>
      (window as unknown as ToolWindow).app.loadGraph(
        [{ type: 'ThickFog', properties: { cnr_id: 'fog', ver: '1.0.0' } }],
        ['ThickFog', { type: '<img src=x onerror=alert(1)>' }],
      ),
    )
    const missing = page.getByRole('dialog', { name: 'Missing nodes' })
    await missing.waitFor()
    assert.match((await missing.textContent()) ?? '', /1\.0\.0: ThickFog.*No pack found for: <img/s)
    await missing.getByRole('button', { name: 'Install from Nodeyard' }).click()
    const code = page.getByRole('textbox', { name: 'Code in the console of the tool' })
    await code.fill('wrong')
    await install(page).getByRole('button', { name: 'Install', exact: true }).click()
    await page.getByRole('alert').getByText("That is not the code in the tool's console.").waitFor()
    assert.equal(await isInstalled(), false)
    await code.fill(await tool.nextCode())
    await install(page).getByRole('button', { name: 'Install', exact: true }).click()
    const done = page.getByRole('dialog', { name: 'Installed' })
    await done.waitFor()
    assert.match((await done.textContent()) ?? '', /fog 1\.0\.0 is in place\. Restart the tool to load it\./)
    assert.equal(await isInstalled(), true)
  })
})
