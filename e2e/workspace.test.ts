import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { unclaimedPublisherId } from '@nodeyard/contract/ground'
import { getNode } from '@nodeyard/contract/packs'
import type { Page } from 'playwright-core'
import { fitsItsWidth, hidesNothing } from './looks.ts'
import { logIn, newEmail, password, signUp, waitForLogIn } from './people.ts'
import { useProduct } from './product.ts'

const holder = useProduct({}, { CODE_HOST: 'fake' })

/** Creates a publisher on the site's own pages and opens its workspace. */
async function createPublisher(page: Page, id: string): Promise<void> {
  await page.goto('/publishers/create')
  await page.getByLabel('Publisher id').fill(id)
  await page.getByText('This id is available.').waitFor()
  await page.getByRole('button', { name: 'Create' }).click()
  await page.waitForURL(`**/publishers/${id}/manage`)
}

describe('the workspace', () => {
  it('creates a publisher, invites a member who accepts, and keeps an account that owns nodes', async () => {
    const { world } = holder.product
    await world.given.publisher({ id: 'taken' })
    const { page } = await holder.product.visit({ expectedComplaints: /400/ })
    await signUp(page, '/nodes')
    await page.getByText('You have no publisher yet').waitFor()
    await holder.product.picture(page, 'own-nodes-first')
    await page.getByRole('link', { name: 'Create a publisher' }).click()
    await page.getByLabel('Publisher id').fill('taken')
    await page.getByRole('alert').getByText('This publisher id is already taken.').waitFor()
    assert(await page.getByRole('button', { name: 'Create' }).isDisabled())
    await holder.product.picture(page, 'create-publisher')
    await createPublisher(page, 'acme')

    await page.getByRole('link', { name: 'Members' }).click()
    await page.getByLabel('Email address').fill('eve@example.test')
    await page.getByRole('button', { name: 'Invite' }).click()
    await page.getByText('eve@example.test is invited').waitFor()
    await holder.product.picture(page, 'members')
    const link = (await page.getByRole('main').locator('code').textContent()) ?? ''

    const { page: invited } = await holder.product.visit()
    await invited.goto(link)
    await waitForLogIn(invited, '/invitations')
    await invited.goto('/auth/signup?fromUrl=/invitations')
    await invited.getByLabel('Name').fill('Eve')
    await invited.getByLabel('Email').fill(newEmail())
    await invited.getByLabel('Password', { exact: true }).fill(password)
    await invited.getByRole('button', { name: 'Sign up' }).click()
    await invited.getByRole('button', { name: 'Continue', exact: true }).click()
    await invited.getByText('invites you to become a member').waitFor()
    await holder.product.picture(invited, 'invitation')
    await invited.getByRole('button', { name: 'Accept' }).click()
    await invited.waitForURL('**/publishers/acme/manage')
    await invited.getByText('Owners can change this.').waitFor()
    assert.equal(await invited.getByRole('button', { name: 'Save' }).count(), 0)

    await page.reload()
    await page.getByRole('button', { name: 'Remove Eve' }).waitFor()
    await page.getByRole('combobox', { name: 'Role of Eve' }).selectOption('owner')
    await page.waitForFunction(
      () =>
        document.querySelector<HTMLSelectElement>('[aria-label="Role of Eve"]:enabled')?.value === 'owner',
    )
    await page.getByRole('button', { name: 'Remove Eve' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click()
    await page.getByRole('button', { name: 'Remove Eve' }).waitFor({ state: 'detached' })
    await world.given.node({ publisher_id: 'acme', id: 'blur' })
    await page.getByRole('link', { name: 'Overview' }).click()
    await page.getByRole('button', { name: 'Delete publisher' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('Type acme to confirm').fill('acme')
    await dialog.getByRole('button', { name: 'Delete publisher' }).click()
    await dialog.getByRole('alert').getByText('still owns packs').waitFor()
    await holder.product.picture(page, 'delete-publisher-refused')
  })

  it('keeps typed input after an error, in a second tab and after the session ended elsewhere', async () => {
    const { page, context } = await holder.product.visit({ expectedComplaints: /40[01]|ERR_FAILED/ })
    const email = await signUp(page, '/nodes')
    await createPublisher(page, 'keeper')
    const typed = page.getByLabel('Description')
    await typed.fill('Blurs pictures.')
    await page.route('**/api/publishers/keeper', (route) => route.abort())
    await page.getByRole('button', { name: 'Save' }).click()
    await page.getByRole('alert').getByText('Cannot reach the registry').waitFor()
    assert.equal(await typed.inputValue(), 'Blurs pictures.')
    await page.unroute('**/api/publishers/keeper')

    const tab = await context.newPage()
    await tab.goto('/publishers/keeper/manage')
    await tab.getByText('Your unsaved changes are still here.').waitFor()
    await tab.getByRole('button', { name: 'Save' }).click()
    await tab.getByText('Saved.', { exact: true }).waitFor()
    await page.getByText('Another tab saved or discarded this form').waitFor()
    assert.equal(await typed.inputValue(), 'Blurs pictures.')
    await typed.fill('Sharpens pictures.')
    await tab.close()

    const { page: elsewhere } = await holder.product.visit({ expectedComplaints: /40[01]/ })
    await elsewhere.goto('/auth/login?fromUrl=/account')
    await logIn(elsewhere, email)
    await elsewhere.getByRole('button', { name: 'Log out everywhere' }).click()
    await waitForLogIn(elsewhere, '/account')
    await page.getByRole('button', { name: 'Save' }).click()
    await waitForLogIn(page, '/publishers/keeper/manage')
    await logIn(page, email)
    await page.getByText('Your unsaved changes are still here.').waitFor()
    assert.equal(await typed.inputValue(), 'Sharpens pictures.')
    await holder.product.picture(page, 'draft-kept')

    await page.getByLabel('Your menu').first().click()
    await page.getByRole('button', { name: 'Logout' }).click()
    await page.getByText('You have unsaved changes.').waitFor()
    await holder.product.picture(page, 'log-out-with-draft')
  })

  for (const [locale, words] of [
    [
      '',
      {
        go: 'Continue',
        away: 'Continue at github.com',
        again: 'Try again at github.com',
        refused: 'does not administer this repository',
        take: 'Claim pack',
        done: 'belongs to',
      },
    ],
    [
      '/ar',
      {
        go: 'متابعة',
        away: 'المتابعة لدى',
        again: 'أعد المحاولة لدى',
        refused: 'لا يدير هذا المستودع',
        take: 'المطالبة بالحزمة',
        done: 'تنتمي الآن إلى',
      },
    ],
  ] as const) {
    it(`claims the node of an administered repository${locale && ', from right to left on a phone'}`, async () => {
      const { world } = holder.product
      const name = `wire${locale.replace('/', '-')}`
      const publisherId = `claimer${locale.replace('/', '-')}`
      world.codeHost.addRepository({ owner: 'octo', name })
      await world.given.node({
        id: name,
        publisher_id: unclaimedPublisherId,
        repository_url: `https://github.com/octo/${name}.git`,
        repository_key: `github.com/octo/${name}`,
      })
      const { page } = await holder.product.visit()
      await signUp(page, '/account')
      await createPublisher(page, publisherId)
      if (locale) await page.setViewportSize({ width: 360, height: 740 })
      await page.goto(`${locale}/nodes/${name}`)
      await page.locator(`a[href="${locale}/nodes/${name}/claim"]`).click()
      await page.getByRole('radio', { checked: true }).waitFor()
      await assertFits(page, `claim-publisher${locale.replace('/', '-')}`)
      await page.getByRole('button', { name: words.go, exact: true }).click()
      await page.getByRole('button', { name: words.away }).waitFor()
      await assertFits(page, `claim-info${locale.replace('/', '-')}`)
      await page.getByRole('button', { name: words.away }).click()
      await signInAtCodeHost(page, 'eve')
      await page.getByRole('alert').getByText(words.refused).waitFor()
      assert.equal(new URL(page.url()).hash, '')
      await assertFits(page, `claim-refused${locale.replace('/', '-')}`)
      await page.getByRole('button', { name: words.again }).click()
      await signInAtCodeHost(page, 'octo')
      await page.getByRole('button', { name: words.take }).waitFor()
      assert.equal(new URL(page.url()).hash, '')
      await assertFits(page, `claim-ready${locale.replace('/', '-')}`)
      await page.getByRole('button', { name: words.take }).click()
      await page.getByRole('status').getByText(words.done).waitFor()
      await assertFits(page, `claim-done${locale.replace('/', '-')}`)
      await page.goto(`${locale}/nodes`)
      await page.locator(`a[href="${locale}/nodes/${name}"]`).waitFor()
      await assertFits(page, `own-nodes${locale.replace('/', '-')}`)
    })
  }

  it('offers a node to another publisher, which declines it and accepts a second offer', async () => {
    const { world } = holder.product
    const { page } = await holder.product.visit()
    await signUp(page, '/account')
    await createPublisher(page, 'giver')
    await createPublisher(page, 'taker')
    await world.given.node({ id: 'wander', publisher_id: 'giver' })
    const offer = async () => {
      await page.goto('/nodes/wander/manage/transfer')
      await page.getByLabel('Id of the new publisher').fill('taker')
      await page.getByRole('button', { name: 'Offer pack' }).click()
      await page.getByRole('dialog').getByRole('button', { name: 'Offer pack' }).click()
      await page.getByText('Offered to taker').waitFor()
    }
    await offer()
    await page.getByRole('button', { name: 'Withdraw offer' }).click()
    await page.getByText('Offer withdrawn.').waitFor()
    await offer()
    await page.goto('/publishers/taker/manage')
    await page.getByRole('button', { name: 'Decline wander' }).click()
    await page.getByText('The offer has ended.').waitFor()
    await offer()
    await page.goto('/publishers/taker/manage')
    await page.getByRole('button', { name: 'Accept wander' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Accept' }).click()
    await page.getByText('wander now belongs to this publisher.').waitFor()
    assert.equal(
      (await world.anonymous.call(getNode, { params: { nodeId: 'wander' } })).publisher.id,
      'taker',
    )
    await page.goto('/publishers/giver/manage/events')
    await page.getByRole('link', { name: 'wander' }).first().waitFor()
  })

  it('fits long names, many nodes and held-back versions on a phone in the dark theme, accessibly', async () => {
    const { world } = holder.product
    const { page } = await holder.product.visit({ colorScheme: 'dark' })
    await signUp(page, '/account')
    const publisher_id = `long-${'name-'.repeat(11)}end`
    await createPublisher(page, publisher_id)
    for (let count = 0; count < 13; count++) {
      const id = count === 0 ? `${'Long'.repeat(24)}.id` : `many-${count}`
      const node = await world.given.node({
        id,
        publisher_id,
        name: count === 0 ? 'Unbreakable'.repeat(20) : `Node ${count}`,
      })
      if (count < 3) await world.given.version({ node_id: node.id, version: '1.2.3' })
      if (count === 1) await world.given.version({ node_id: node.id, version: '1.3.0', status: 'flagged' })
    }
    await world.given.node({ id: 'gone', publisher_id, status: 'banned', status_detail: 'It mines coins.' })
    for (const [name, path, heading] of [
      ['own-nodes', '/nodes', 'Your Nodes'],
      ['manage', `/publishers/${publisher_id}/manage`, 'Details'],
      ['members', `/publishers/${publisher_id}/manage/members`, 'Invitations'],
      ['create-publisher', '/publishers/create', 'New publisher'],
    ] as const) {
      await page.setViewportSize({ width: 1280, height: 900 })
      await page.goto(path)
      await page.getByRole('heading', { name: heading }).waitFor()
      await page
        .getByText(name === 'own-nodes' ? '14 packs' : heading, { exact: true })
        .first()
        .waitFor()
      await holder.product.picture(page, `${name}-dark`)
      await hidesNothing(page, name)
      await page.setViewportSize({ width: 360, height: 740 })
      await assertFits(page, `${name}-dark-phone`)
    }
    await page.goto(`/publishers/${publisher_id}/manage/events`)
    await page.getByText('Created the publisher').waitFor()
    await assertFits(page, 'events-dark-phone')
    await page.goto('/nodes')
    await page.getByText('It mines coins.').waitFor()
    await assertFits(page, 'own-nodes-banned')
  })
})

async function signInAtCodeHost(page: Page, login: string): Promise<void> {
  await page.getByLabel('Login').fill(login)
  await page.getByRole('button', { name: 'Continue' }).click()
}

async function assertFits(page: Page, picture: string): Promise<void> {
  await holder.product.picture(page, picture)
  await fitsItsWidth(page, picture)
}
