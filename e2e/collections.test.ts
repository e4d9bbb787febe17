import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { fitsItsWidth, hidesNothing } from './looks.ts'
import { signUp } from './people.ts'
import { useProduct } from './product.ts'

const holder = useProduct()

describe('collecting packs', () => {
  it('starts on the page of a pack, and ends with a list to share and to install', async () => {
    const { world } = holder.product
    const [blur, sharpen] = [
      await world.given.node({ name: 'Soft blur' }),
      await world.given.node({ name: 'Sharpen' }),
    ]
    for (const { id } of [blur, sharpen]) await world.given.version({ node_id: id })
    const { page, context } = await holder.product.visit()
    await signUp(page, `/nodes/${blur.id}`)

    await page.getByRole('button', { name: 'Collect' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('Title').fill('Portraits')
    await dialog.getByRole('button', { name: 'Create' }).click()
    await dialog.getByRole('checkbox', { name: 'Portraits' }).waitFor()
    assert.ok(await dialog.getByRole('checkbox', { name: 'Portraits' }).isChecked())
    await dialog.getByRole('link', { name: 'Open' }).click()

    await page.getByRole('link', { name: 'Edit collection' }).click()
    await page.getByLabel('Name or id of a pack').fill(sharpen.id)
    await page.getByRole('button', { name: 'Add', exact: true }).click()
    await page.getByLabel('Note about Sharpen').fill('Sharpen before you blur.')
    await page.getByRole('button', { name: 'Move Sharpen up' }).click()
    await page.getByLabel('People with the link can see it').check()
    await hidesNothing(page, 'form of a collection')
    await page.getByRole('button', { name: 'Save' }).click()
    await page.waitForURL(/\/collections\/[0-9a-f]{12}$/)
    const address = page.url()
    await context.close()

    const stranger = (await holder.product.visit()).page
    await stranger.goto(address)
    assert.deepEqual(await stranger.getByRole('heading', { level: 2 }).allTextContents(), [
      'Sharpen',
      'Soft blur',
      'Plan for this machine',
    ])
    await stranger.getByText('Sharpen before you blur.').waitFor()
    await stranger.getByText('by Ada').waitFor()
    await hidesNothing(stranger, 'page of a collection')
    await stranger.getByRole('button', { name: 'Make a plan' }).click()
    await stranger.locator('#plan').getByRole('link', { name: sharpen.id }).waitFor()
    const feed = await stranger.request.get(`${address}/feed.atom`)
    assert.match(await feed.text(), /Sharpen 1\./)
  })

  it('lists what admins pick for everyone, at every width', async () => {
    const { world } = holder.product
    const node = await world.given.node({ name: 'Grain' })
    const owner = await world.given.user()
    await world.given.collection(
      { owner_id: owner.id, title: 'Film looks', is_public: true, is_curated: true },
      [{ node_id: node.id, note: 'A little is enough.' }],
    )
    const { page } = await holder.product.visit()
    for (const path of ['/collections', '/ar/collections']) {
      await page.goto(path)
      for (const width of [360, 768, 1440]) {
        await page.setViewportSize({ width, height: 900 })
        await fitsItsWidth(page, path)
      }
      await hidesNothing(page, path)
    }
    await page.getByRole('link', { name: 'Film looks' }).click()
    await page.getByText('A little is enough.').waitFor()
  })
})
