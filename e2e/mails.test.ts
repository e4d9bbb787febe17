import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { createInvitation } from '@nodeyard/contract/publishers'
import { tellEvents } from '../server/src/services/notifications/jobs.ts'
import { allSentTo } from '../server/test/outbox.ts'
import { signUp } from './people.ts'
import { useProduct } from './product.ts'

const holder = useProduct()

describe('the links of mails', () => {
  it('open the invitation, which makes the reader a member', async () => {
    const { world } = holder.product
    const owner = await world.given.user()
    const { id: publisherId } = await world.given.publisher({ owner })
    const { page } = await holder.product.visit()
    const email = await signUp(page, '/nodes')
    await world.as(owner).call(createInvitation, { params: { publisherId }, body: { email } })
    await tellEvents.run(world.deps, {}, new AbortController().signal)
    const mail = (await allSentTo(world, email)).find(({ subject }) => subject.includes('Invitation'))
    const link = /https?:\S+/.exec(mail?.text ?? '')?.[0] ?? assert.fail('no link')
    await page.goto(link)
    await page.getByRole('button', { name: 'Accept' }).click()
    await page.waitForURL(`**/publishers/${publisherId}/manage`)
  })
})
