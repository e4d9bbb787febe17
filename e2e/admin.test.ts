import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { unclaimedPublisherId } from '@nodeyard/contract/ground'
import {
  getNode,
  getNodeOfComfyNode,
  installNode,
  publishVersion,
  searchNodes,
} from '@nodeyard/contract/packs'
import { getCurrentUser, updatePublisher } from '@nodeyard/contract/people'
import type { Page } from 'playwright-core'
import { reindexNodes } from '../server/src/discovery/search/reindex.ts'
import { transact } from '../server/src/ground/db/changes.ts'
import { allSentTo } from '../server/test/outbox.ts'
import { refused } from '../server/test/refused.ts'
import { fitsItsWidth, hidesNothing } from './looks.ts'
import { signUp } from './people.ts'
import { useProduct, type VisitOptions } from './product.ts'

const holder = useProduct()

/** Opens an admin page as an admin. */
async function openAsAdmin(path: string, options: VisitOptions = {}): Promise<Page> {
  const { page } = await holder.product.visit(options)
  const email = await signUp(page, '/account')
  await holder.product.world.deps.db
    .updateTable('users')
    .set({ is_admin: true, email_verified: true })
    .where('email', '=', email)
    .execute()
  await page.goto(path)
  await page.locator('main h1').waitFor()
  return page
}

/** Creates a publisher with an owner, a token, and a node that can be found and installed. */
async function givenPublisher(nodeId: string) {
  const { world } = holder.product
  const owner = await world.given.user({ name: `Owner of ${nodeId}` })
  const publisher = await world.given.publisher({ owner })
  await world.given.node({ id: nodeId, publisher_id: publisher.id, name: `The ${nodeId}` })
  const version = await world.given.version({ node_id: nodeId })
  const { secret } = await world.given.token({ publisher_id: publisher.id })
  await transact(world.deps, (tx) => reindexNodes(tx, [nodeId], world.now()))
  return { owner, publisherId: publisher.id, nodeId, version, secret }
}

/** The view of a node by other users. */
const asOthers = (nodeId: string) => {
  const { anonymous } = holder.product.world
  const params = { nodeId }
  return {
    read: () => anonymous.call(getNode, { params }),
    install: () => anonymous.call(installNode, { params }),
    async isFound() {
      const { nodes } = await anonymous.call(searchNodes, { query: { search: nodeId } })
      return nodes.some(({ id }) => id === nodeId)
    },
  }
}

const publish = (path: { publisherId: string; nodeId: string }, secret: string, version: string) =>
  holder.product.world.anonymous.call(publishVersion, {
    params: path,
    body: { personal_access_token: secret, node: { id: path.nodeId }, node_version: { version } },
  })

const toast = (page: Page, text: string) => page.getByText(text, { exact: true }).first().waitFor()

describe("an admin's ban on the site", () => {
  it('hides a node from everyone and shows the reason, until it is lifted', async () => {
    const scene = await givenPublisher('grim-blur')
    const others = asOthers(scene.nodeId)
    // The first page is always rendered for anonymous users, who are refused.
    const page = await openAsAdmin('/admin/nodes?q=grim-blur', { expectedComplaints: /403/ })
    await page.getByRole('button', { name: 'Ban: grim-blur' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByText('1 version', { exact: true }).waitFor()
    await dialog.getByText('1 token that can publish it').waitFor()
    await holder.product.picture(page, 'admin-ban-node')
    await dialog.getByRole('button', { name: 'Ban' }).click()
    await dialog.getByText('A reason is required').waitFor()
    await dialog.getByLabel('Reason').fill('It mines coins.')
    await dialog.getByRole('button', { name: 'Ban' }).click()
    await toast(page, 'grim-blur is banned.')
    await page.getByRole('button', { name: 'Unban: grim-blur' }).waitFor()

    assert.equal((await refused('node_banned', others.read())).message, 'It mines coins.')
    await refused('node_banned', others.install())
    assert.equal(await others.isFound(), false)
    await refused('node_banned', publish(scene, scene.secret, '2.0.0'))
    const { page: reader } = await holder.product.visit({ expectedComplaints: /403/ })
    await reader.goto('/nodes/grim-blur')
    await reader.getByText('It mines coins.').waitFor()
    await holder.product.picture(reader, 'admin-banned-node-seen')

    await page.goto('/nodes/grim-blur')
    await page.getByRole('button', { name: 'Unban: grim-blur' }).waitFor()
    await page.getByText('It mines coins.').waitFor()
    await holder.product.picture(page, 'admin-banned-node')
    await page.getByRole('button', { name: 'Unban: grim-blur' }).click()
    await dialog.getByRole('button', { name: 'Unban' }).click()
    await toast(page, 'grim-blur is no longer banned.')
    assert.equal((await others.read()).status_detail, undefined)
    assert.equal((await others.install()).version, '1.0.0')
    assert.equal(await others.isFound(), true)
    await reader.reload()
    await reader.getByRole('heading', { level: 1, name: 'The grim-blur' }).waitFor()
    assert.equal((await publish(scene, scene.secret, '2.0.0')).node_version.version, '2.0.0')
  })

  it("includes a publisher's members, tokens and nodes, and restores them", async () => {
    const scene = await givenPublisher('grim-noise')
    const { world } = holder.product
    const rename = () =>
      world.as(scene.owner).call(updatePublisher, {
        params: { publisherId: scene.publisherId },
        body: { description: 'Changed.' },
      })
    const page = await openAsAdmin(`/admin/publishers?q=${scene.publisherId}`)
    await page.getByRole('button', { name: `Ban: ${scene.publisherId}` }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByText('1 member of the publisher').waitFor()
    await dialog.getByLabel('Reason').fill('Spam.')
    await holder.product.picture(page, 'admin-ban-publisher')
    await dialog.getByRole('button', { name: 'Ban' }).click()
    await toast(page, `${scene.publisherId} is banned.`)
    await refused('user_banned', rename())
    await refused('node_banned', asOthers(scene.nodeId).install())
    await refused('publisher_banned', publish(scene, scene.secret, '2.0.0'))

    await page.getByRole('button', { name: `Unban: ${scene.publisherId}` }).click()
    await dialog.getByRole('button', { name: 'Unban' }).click()
    await toast(page, `${scene.publisherId} is no longer banned.`)
    await rename()
    assert.equal((await asOthers(scene.nodeId).install()).version, '1.0.0')
    await publish(scene, scene.secret, '2.0.0')
  })
})

describe('the admin pages', () => {
  it('grants and revokes roles at once, and limits a banned user to reading', async () => {
    const { world } = holder.product
    const user = await world.given.user({ name: 'Noor Haddad' })
    const now = () => world.as(user).call(getCurrentUser)
    const page = await openAsAdmin('/admin/users?q=Noor')
    const dialog = page.getByRole('dialog')
    await page.getByRole('button', { name: 'Make admin: Noor Haddad' }).click()
    await dialog.getByText('Member of 0 publishers').waitFor()
    await dialog.getByRole('button', { name: 'Make admin' }).click()
    await toast(page, 'Noor Haddad is now an admin.')
    assert.equal((await now()).isAdmin, true)

    await page.getByRole('link', { name: 'Noor Haddad' }).click()
    await page.getByRole('heading', { name: 'Recent actions' }).waitFor()
    await page.getByText('user.grant-admin').waitFor()
    await holder.product.picture(page, 'admin-user')
    await page.getByRole('button', { name: 'Remove admin role: Noor Haddad' }).click()
    await dialog.getByRole('button', { name: 'Remove admin role' }).click()
    await toast(page, 'Noor Haddad is no longer an admin.')
    assert.equal((await now()).isAdmin, false)

    await page.getByRole('button', { name: 'Ban: Noor Haddad' }).click()
    await dialog.getByLabel('Reason').fill('Sends spam.')
    await dialog.getByRole('button', { name: 'Ban' }).click()
    await toast(page, 'Noor Haddad is banned.')
    assert.equal((await now()).isBanned, true)
    await page.getByRole('button', { name: 'Unban: Noor Haddad' }).click()
    await dialog.getByRole('button', { name: 'Unban' }).click()
    await toast(page, 'Noor Haddad is no longer banned.')
    assert.equal((await now()).isBanned, false)
  })

  it("applies rankings and preempted names, and saves an admin's tags by keyboard", async () => {
    const { world } = holder.product
    const [first, second] = [await givenPublisher('glow-one'), await givenPublisher('glow-two')]
    for (const { version } of [first, second]) {
      await world.given.comfyNode({ version_id: version.id, name: 'GlowMaker' })
    }
    const page = await openAsAdmin('/admin/search-ranking?q=glow-')
    const dialog = page.getByRole('dialog')
    await page.getByRole('button', { name: 'Edit: glow-two' }).click()
    await dialog.getByLabel('Ranking').fill('11')
    await dialog.getByText('Enter a whole number from 1 to 10.').waitFor()
    await dialog.getByLabel('Ranking').fill('1')
    await dialog.getByLabel('Ranking').press('Control+Enter')
    await toast(page, 'glow-two saved.')
    await page
      .getByRole('row', { name: /glow-two/ })
      .getByRole('cell', { name: '1', exact: true })
      .waitFor()
    const { nodes } = await world.anonymous.call(searchNodes, { query: { search: 'glow' } })
    assert.deepEqual(
      nodes.map(({ id }) => id),
      ['glow-two', 'glow-one'],
    )

    await page.goto('/admin/preempted-comfy-node-names?q=glow-two')
    await page.getByRole('button', { name: 'Edit: glow-two' }).click()
    await dialog.getByLabel('Add a name').fill('GlowMaker')
    await dialog.getByLabel('Add a name').press('Enter')
    await dialog.getByLabel('Add a name').fill('GlowMaker')
    await dialog.getByText('This name is already in the list.').waitFor()
    await holder.product.picture(page, 'admin-preempted')
    await dialog.getByRole('button', { name: 'Save' }).click()
    await toast(page, 'glow-two saved.')
    const params = { comfyNodeName: 'GlowMaker' }
    assert.equal((await world.anonymous.call(getNodeOfComfyNode, { params })).id, 'glow-two')

    await page.goto('/nodes/glow-one')
    await page.getByRole('button', { name: 'Edit: glow-one' }).click()
    await dialog.getByRole('button', { name: 'fragile_deps' }).click()
    await dialog.getByLabel('Category').fill('image')
    await dialog.getByLabel('Category').press('Control+Enter')
    await toast(page, 'glow-one saved.')
    await holder.product.picture(page, 'admin-node-page')
    await page.goto('/admin/nodes?has=admin-tags')
    await page
      .getByRole('row', { name: /glow-one/ })
      .getByText('fragile_deps')
      .waitFor()
  })

  it('adds an unclaimed node, checks it against its repository and assigns it to its publisher', async () => {
    const { world } = holder.product
    const files = { 'pyproject.toml': '[tool.comfy]\nPublisherId = "ember-lab"\n' }
    world.codeHost.addRepository({ owner: 'ember', name: 'lost-glow', files })
    const owner = await world.given.user()
    await world.given.publisher({ id: 'ember-lab', name: 'Ember Lab', owner })
    await world.given.publisher({ id: 'ember-fans', name: 'Ember Fans' })
    await givenPublisher('lost-shine')
    const page = await openAsAdmin('/admin/add-unclaimed-node')
    await page.getByLabel('Pack id').fill('LOST-SHINE')
    await page.getByText('A pack with this id already exists: lost-shine.').waitFor()
    await page.getByLabel('Pack id').fill('lost-glow')
    await page.getByLabel('Name', { exact: true }).fill('lost-shine')
    await page.getByText('There are similar packs').waitFor()
    await page.getByLabel('Description').fill('Glows.')
    await page.getByLabel('Category').fill('image')
    await page.getByLabel('Author').fill('Ember')
    await page.getByLabel('Repository').fill('https://github.com/ember/lost-glow')
    await page.getByLabel('License').fill('MIT')
    await holder.product.picture(page, 'admin-add-unclaimed')
    await page.reload()
    assert.equal(await page.getByLabel('Description').inputValue(), 'Glows.')
    await page.locator('main form').getByRole('button', { name: 'Add pack' }).click()
    await page.getByRole('link', { name: 'Go to its page' }).waitFor()
    assert.equal((await asOthers('lost-glow').read()).publisher.id, unclaimedPublisherId)

    await page.goto('/admin/claim-nodes')
    await page.getByRole('button', { name: 'Assign: lost-glow' }).click()
    const dialog = page.getByRole('dialog')
    const claim = dialog.getByRole('button', { name: 'Claim' })
    await dialog.getByLabel('Find a publisher').fill('ember')
    await dialog.getByRole('radio', { name: /ember-fans/ }).check()
    await dialog.getByRole('button', { name: 'Verify publisher id' }).click()
    await dialog.getByText('names another publisher: ember-lab').waitFor()
    assert.equal(await claim.isDisabled(), true)
    await dialog.getByRole('radio', { name: /ember-lab/ }).check()
    await dialog.getByText('The project file of ember/lost-glow names ember-lab.').waitFor()
    await holder.product.picture(page, 'admin-assign')
    await claim.click()
    await toast(page, 'lost-glow now belongs to ember-lab.')
    assert.equal((await asOthers('lost-glow').read()).publisher.id, 'ember-lab')

    await page.goto('/admin/publishers?q=ember-lab')
    await page.getByRole('button', { name: 'Contact: ember-lab' }).click()
    await dialog.getByLabel('Subject').fill('Your new node')
    await dialog.getByLabel('Message').fill('lost-glow is yours.')
    await dialog.getByRole('button', { name: 'Send' }).click()
    await toast(page, '1 email is on its way.')
    assert.match((await allSentTo(world, owner.email))[0]?.text ?? '', /^lost-glow is yours\./)
  })

  it("resets a node's compatibility to that of its latest version", async () => {
    const { world } = holder.product
    const { nodeId } = await givenPublisher('even-steps')
    await world.given.version({ node_id: nodeId, version: '2.0.0', supported_os: ['Linux', 'Windows'] })
    await world.deps.db
      .updateTable('nodes')
      .set({ supported_os: ['Linux'] })
      .where('id', '=', nodeId)
      .execute()
    const page = await openAsAdmin('/admin/node-version-compatibility?q=even-steps')
    await page.getByRole('button', { name: 'Copy to pack: even-steps@2.0.0' }).click()
    await toast(page, 'even-steps saved.')
    await page.getByText('Version info outdated').waitFor({ state: 'detached' })
    assert.deepEqual((await asOthers(nodeId).read()).supported_os, ['Linux', 'Windows'])
    await page.getByRole('link', { name: 'Edit: even-steps@1.0.0' }).click()
    const dialog = page.getByRole('dialog')
    const save = dialog.getByRole('button', { name: 'Save' })
    assert.equal(await save.isDisabled(), true)
    await dialog.getByRole('button', { name: 'Copy from latest' }).click()
    await dialog.getByLabel('Accelerators').fill('CUDA\nCPU\nCUDA')
    await holder.product.picture(page, 'admin-compatibility')
    await save.click()
    await page.getByRole('dialog').waitFor({ state: 'detached' })
    const row = page.getByRole('row', { name: /even-steps@1\.0\.0/ })
    await row.getByText('Windows').waitFor()
    assert.deepEqual(await row.getByRole('listitem').allInnerTexts(), ['Linux', 'Windows', 'CPU', 'CUDA'])
  })

  it('bans and unbans a node in Arabic on accessible pages that fit a phone', async () => {
    await givenPublisher('harsh-light')
    await holder.product.world.given.node({ id: 'nobodys-light', publisher_id: unclaimedPublisherId })
    const page = await openAsAdmin('/ar/admin/nodes?q=harsh-light')
    // Names are isolated, so that they do not change the direction of the words around them.
    const ban = page.getByRole('button', { name: /^\u2068حظر.*harsh-light/ })
    await ban.click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('السبب').fill('ضار')
    await holder.product.picture(page, 'admin-ban-arabic')
    await dialog.getByRole('button', { name: 'حظر' }).click()
    await page.getByRole('button', { name: /رفع الحظر.*harsh-light/ }).click()
    await dialog.getByRole('button', { name: 'رفع الحظر' }).click()
    await ban.waitFor()
    await page.setViewportSize({ width: 360, height: 740 })
    for (const path of [
      'nodes',
      'publishers',
      'users',
      'claim-nodes',
      'search-ranking',
      'node-version-compatibility',
      'jwt',
    ]) {
      await page.goto(`/ar/admin/${path}`)
      await page.locator('main h1').waitFor()
      await page.locator('main table, main ul[aria-label], main section').first().waitFor()
      await holder.product.picture(page, `admin-${path}-arabic-phone`)
      await fitsItsWidth(page, path)
    }
    await hidesNothing(page, 'the admin token')
  })
})
