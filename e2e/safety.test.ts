import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { Page } from 'playwright-core'
import { connect } from '../client/src/client.ts'
import { findKilled, verifyKillList } from '../client/src/kill-list.ts'
import { allSentTo } from '../server/test/outbox.ts'
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

async function givenNode(id: string): Promise<string> {
  const { given } = holder.product.world
  await given.node({ id, name: `The ${id}` })
  for (const version of ['1.0.0', '1.1.0']) await given.version({ node_id: id, version })
  return id
}

/** Checks accessibility in both themes and on a phone. */
async function look(page: Page, name: string): Promise<void> {
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme })
    await holder.product.picture(page, `safety-${name}-${colorScheme}`)
  }
  await page.emulateMedia({ colorScheme: 'light' })
  await page.setViewportSize({ width: 360, height: 800 })
  await fitsItsWidth(page, name)
  await holder.product.picture(page, `safety-${name}-phone`)
  await page.setViewportSize({ width: 1280, height: 900 })
  await hidesNothing(page, name)
}

const installStatus = async (nodeId: string, version: string) =>
  (await fetch(`${holder.product.apiUrl}/nodes/${nodeId}/install?version=${version}`)).status

describe('the safety pages', () => {
  it('turns a report into an advisory that readers, feeds and clients see until it is withdrawn', async () => {
    const { world, apiUrl, siteUrl } = holder.product
    const nodeId = await givenNode('coin-blur')

    const { page: reader } = await holder.product.visit()
    await reader.goto(`/nodes/${nodeId}/versions/1.1.0`)
    const open = () => reader.getByRole('button', { name: 'Report', exact: true }).press('Enter')
    await open()
    await reader.getByLabel('What did you see?').fill('It mines coins in nodes.py.')
    await reader.getByRole('button', { name: 'Send the report' }).click()
    await reader.getByRole('alert').getByText('Required.').waitFor()
    await look(reader, 'report')
    await reader.keyboard.press('Escape')
    await reader.reload()
    await open()
    assert.equal(await reader.getByLabel('What did you see?').inputValue(), 'It mines coins in nodes.py.')
    await reader.getByLabel('It does something harmful').check()
    await reader.getByLabel('Your email address, if you want an answer').fill('kim@example.test')
    await reader.getByRole('button', { name: 'Send the report' }).click()
    await reader.getByText('Thank you. Moderators will look at it.').waitFor()

    const admin = await openAsAdmin('/admin/reports')
    await admin.getByText('It mines coins in nodes.py.').waitFor()
    await look(admin, 'reports')
    await admin.getByRole('button', { name: 'Assign to me', exact: true }).click()
    await admin.getByRole('button', { name: 'Unassign' }).waitFor()

    await admin.getByRole('link', { name: 'Write an advisory' }).click()
    assert.equal(await admin.getByLabel('Pack id').inputValue(), nodeId)
    await admin.getByLabel('Title').fill('Mines coins')
    await admin.getByLabel('What is wrong (Markdown)').fill('It **mines** coins.')
    await admin.getByLabel('Versions and ranges, one per line').fill('>=1.1.0')
    await admin.reload()
    assert.equal(await admin.getByLabel('Title').inputValue(), 'Mines coins')
    await admin.getByRole('button', { name: 'Preview affected versions' }).click()
    const dialog = admin.getByRole('dialog')
    await dialog.getByText('Versions: 1 · packs: 1 · installs: 0').waitFor()
    await look(admin, 'publish')
    await dialog.getByRole('button', { name: 'Publish' }).click()
    const row = admin.getByRole('row', { name: /Mines coins/ })
    await row.getByText('Blocks installs').waitFor()
    await look(admin, 'advisories')

    await reader.goto(`/nodes/${nodeId}`)
    await reader.getByText('Advisory: Mines coins').waitFor()
    await look(reader, 'node')
    assert.deepEqual([await installStatus(nodeId, '1.1.0'), await installStatus(nodeId, '1.0.0')], [403, 200])
    const registry = connect(apiUrl)
    const { keys } = await registry.listKillListKeys()
    const list = await verifyKillList(await registry.getKillList(), { keys, lastSerial: 0 })
    const id = findKilled(list, { node: nodeId, version: '1.1.0' })?.advisory ?? ''
    assert.ok((await (await fetch(`${siteUrl}/advisories.atom`)).text()).includes(id))
    await reader.getByRole('link', { name: id }).click()
    await reader.getByRole('heading', { name: 'Mines coins' }).waitFor()
    assert.equal(await reader.locator('strong').innerText(), 'mines')
    await look(reader, 'advisory')

    await admin.goto('/admin/reports')
    await admin.getByRole('button', { name: 'Close report', exact: true }).click()
    await dialog.getByLabel('Reason').fill('The version is refused now.')
    await dialog.getByRole('button', { name: 'Close report' }).click()
    await admin.getByText('No reports.').waitFor()
    const [mail] = await allSentTo(world, 'kim@example.test')
    assert.match(mail?.text ?? '', /The version is refused now\./)

    await admin.goto('/admin/advisories')
    await row.getByRole('button', { name: 'Withdraw' }).click()
    await dialog.getByLabel('Reason').fill('It was another node.')
    await dialog.getByRole('button', { name: 'Withdraw' }).click()
    await row.getByText('Withdrawn').waitFor()
    assert.equal(await installStatus(nodeId, '1.1.0'), 200)
    const later = await verifyKillList(await registry.getKillList(), { keys, lastSerial: list.serial })
    assert.equal(findKilled(later, { node: nodeId, version: '1.1.0' }), undefined)
  })

  it('shows reports, collisions and rescan results to moderators in Arabic', async () => {
    const { given } = holder.product.world
    for (const id of ['namesake-a', 'namesake-b']) {
      await given.node({ id })
      const version = await given.version({ node_id: id })
      await given.comfyNode({ version_id: version.id, name: 'Namesake Blur' })
    }
    await given.report({ node_id: 'namesake-a', text: 'نسخة من عملي.', kind: 'stolen' })
    await given.rescan()
    const page = await openAsAdmin('/ar/admin/reports', { locale: 'ar' })
    await page.getByText('نسخة من عملي.').waitFor()
    await look(page, 'reports-ar')
    await page.goto('/ar/admin/collisions')
    await page.getByText('Namesake Blur').waitFor()
    await look(page, 'collisions-ar')
    await page.goto('/ar/admin/rescans')
    await page.getByText('جاهز للتطبيق').first().waitFor()
    await look(page, 'rescans-ar')
    await page.goto('/ar/advisories')
    await page.locator('main h1').waitFor()
    await look(page, 'advisories-ar')
  })
})
