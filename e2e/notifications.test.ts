import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { Page } from 'playwright-core'
import { deliverWebhook } from '../server/src/services/webhooks/deliver.ts'
import { fakeWebhookReceiver, isSignedBy } from '../server/test/fakes/webhook-receiver.ts'
import { signUp } from './people.ts'
import { useProduct } from './product.ts'

const holder = useProduct({}, { WEBHOOK_NETWORKS: '127.0.0.0/8' })

/** Signs up an owner of a publisher and opens its webhooks page. */
async function ownerAtWebhooks(page: Page, publisherId: string): Promise<void> {
  const { world } = holder.product
  const email = await signUp(page, '/nodes')
  const owner = await world.deps.db
    .selectFrom('users')
    .select('id')
    .where('email', '=', email)
    .executeTakeFirstOrThrow()
  await world.given.publisher({ id: publisherId, owner })
  await page.goto(`/publishers/${publisherId}/manage/webhooks`)
}

describe('notifications', () => {
  it('creates and tests a webhook, shows its failure and resends the delivery', async (t) => {
    const { world } = holder.product
    const receiver = await fakeWebhookReceiver()
    t.after(() => receiver.close())
    const { page } = await holder.product.visit({ expectedComplaints: /400/ })
    await ownerAtWebhooks(page, 'hooked')
    await page.getByText('No webhooks yet.').waitFor()
    await page.getByLabel('Address').fill('ftp://example.com')
    await page.getByRole('button', { name: 'Create webhook' }).click()
    await page.getByRole('alert').getByText('A webhook needs a public https address').waitFor()
    await page.getByLabel('Address').fill(receiver.url)
    await page.getByLabel('Purpose').fill('Build machine')
    await page.getByLabel('Only these').check()
    await page.getByLabel('version.published').check()
    await holder.product.picture(page, 'webhook-form')
    await page.getByRole('button', { name: 'Create webhook' }).click()
    await page.getByText('The secret of this webhook').waitFor()
    const secret = (await page.getByRole('status').locator('code').first().textContent()) ?? ''
    assert.match(secret, /^whsec_/)
    await holder.product.picture(page, 'webhook-secret')
    await page.getByRole('button', { name: 'I have stored it' }).click()

    await page.getByRole('button', { name: 'Send a test to Build machine' }).click()
    const deliveries = page.getByRole('region', { name: 'Deliveries to Build machine' })
    await deliveries.getByText('ping').waitFor()
    await world.runJobs()
    assert.equal(isSignedBy(await receiver.next(), secret), true)
    await deliveries.getByRole('listitem').getByText('Delivered').waitFor()

    receiver.weather = 'moved'
    await page.getByRole('button', { name: 'Send a test to Build machine' }).click()
    await deliveries.getByText('ping').nth(1).waitFor()
    await world.runJobs()
    await deliveries.getByText('Response 302').waitFor()
    await deliveries.getByRole('button', { name: 'Details of ping' }).first().click()
    await deliveries.getByText('The answer was a redirect, which is not followed.').waitFor()
    await holder.product.picture(page, 'webhook-deliveries')
    // Its further attempts were made long ago.
    await world.deps.db
      .updateTable('publisher_webhook_deliveries')
      .set({ state: 'failed', next_attempt_at: null })
      .where('state', '=', 'waiting')
      .execute()
    await world.deps.database.raw.query(`delete from jobs.job where name = '${deliverWebhook.name}'`)
    receiver.weather = 'fine'
    await deliveries.getByRole('button', { name: 'Failed' }).click()
    await deliveries.getByRole('button', { name: 'Details of ping' }).click()
    await deliveries.getByRole('button', { name: 'Send again' }).click()
    await page.getByText('Sent again.').waitFor()
    await world.runJobs()
    const [, failed, again] = receiver.taken
    assert.equal(again?.headers['webhook-id'], failed?.headers['webhook-id'])
    await deliveries.getByRole('button', { name: 'Delivered' }).click()
    await deliveries.getByText('Attempts: 2').waitFor()
  })

  it('saves mail preferences on the account page, in Arabic too', async () => {
    const { world } = holder.product
    const phone = { viewport: { width: 390, height: 844 }, colorScheme: 'dark' as const }
    const { page } = await holder.product.visit(phone)
    const email = await signUp(page, '/account')
    await page.getByLabel('Releases').uncheck()
    await page.getByText('Saved.', { exact: true }).first().waitFor()
    assert(await page.getByLabel('Security').isDisabled())
    const saved = page.waitForResponse((answer) => answer.request().method() === 'PUT' && answer.ok())
    await page.getByLabel('Email language').selectOption('ar')
    await saved
    await page.goto('/ar/account')
    await page.getByLabel('لغة الرسائل').locator('option[value=ar]:checked').waitFor({ state: 'attached' })
    await holder.product.picture(page, 'mail-settings-ar')
    const settings = await world.deps.db
      .selectFrom('notification_settings')
      .innerJoin('users', 'users.id', 'user_id')
      .select(['language', 'muted'])
      .where('email', '=', email)
      .executeTakeFirstOrThrow()
    assert.deepEqual(settings, { language: 'ar', muted: ['releases'] })
  })
})
