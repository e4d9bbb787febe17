import assert from 'node:assert/strict'
import { beforeEach, describe, it } from 'node:test'
import { limits } from '@nodeyard/contract/limits'
import {
  acceptInvitation,
  createInvitation,
  declineInvitation,
  getPublisher,
  listInvitations,
  removeMember,
  showInvitation,
  updateMember,
} from '@nodeyard/contract/people'
import { refused } from '../../../test/refused.ts'
import { useWorld } from '../../../test/world.ts'
import { decideOnUser } from '../users/ban.ts'

const registry = useWorld()
type User = Awaited<ReturnType<(typeof registry)['world']['given']['user']>>
const dayMs = 86_400_000

let owner: User
let member: User
let publisherId: string

beforeEach(async () => {
  const { given } = registry.world
  owner = await given.user()
  member = await given.user()
  publisherId = (await given.publisher({ owner })).id
  await given.member({ publisher_id: publisherId, user_id: member.id, role: 'member' })
})

const setRole = (by: User, of: User, role: 'owner' | 'member') =>
  registry.world.as(by).call(updateMember, { params: { publisherId, userId: of.id }, body: { role } })
const remove = (by: User, of: User) =>
  registry.world.as(by).call(removeMember, { params: { publisherId, userId: of.id } })
const invite = async (email = 'somebody@example.test') =>
  registry.world.as(owner).call(createInvitation, { params: { publisherId }, body: { email } })

async function rolesOf(): Promise<string[]> {
  const { members } = await registry.world.as(owner).call(getPublisher, { params: { publisherId } })
  return members.map(({ role, user }) => `${user.id} ${role}`).sort()
}

describe('the last owner of a publisher', () => {
  it('cannot leave or become a member without another owner', async () => {
    await refused('last_owner', remove(owner, owner))
    await refused('last_owner', setRole(owner, owner, 'member'))
    await setRole(owner, member, 'owner')
    await setRole(owner, owner, 'member')
    await refused('last_owner', remove(member, member))
    await remove(owner, owner)
    assert.deepEqual(await rolesOf(), [`undefined owner`])
  })

  it('stays when two owners leave concurrently', async () => {
    await setRole(owner, member, 'owner')
    const outcomes = await Promise.allSettled([remove(owner, owner), remove(member, member)])
    assert.deepEqual(outcomes.map(({ status }) => status).sort(), ['fulfilled', 'rejected'])
  })

  it('stays an owner when set to owner again', async () => {
    await setRole(owner, owner, 'owner')
    assert.deepEqual(await rolesOf(), [`${member.id} member`, `${owner.id} owner`].sort())
  })
})

describe('a member', () => {
  it('can leave, but cannot remove others', async () => {
    await refused('not_publisher_owner', remove(member, owner))
    await remove(member, member)
    await refused('member_not_found', remove(owner, member))
  })
})

describe('an invitation to a publisher', () => {
  it('ends when its creator is removed, demoted or banned', async () => {
    const { world } = registry
    await world.given.user({ is_admin: true })
    const guest = world.as(await world.given.user())
    const ends: Record<string, (inviter: User) => Promise<unknown>> = {
      'is removed': (inviter) => remove(owner, inviter),
      'is demoted': (inviter) => setRole(owner, inviter, 'member'),
      'is banned': (inviter) =>
        decideOnUser(world.deps, { kind: 'operator', id: 'operator' }, 'ban', { userId: inviter.id }),
    }
    for (const [name, end] of Object.entries(ends)) {
      const inviter = await world.given.user()
      await world.given.member({ publisher_id: publisherId, user_id: inviter.id, role: 'owner' })
      const { secret } = await world
        .as(inviter)
        .call(createInvitation, { params: { publisherId }, body: { email: 'friend@example.test' } })
      await end(inviter)
      for (const route of [showInvitation, acceptInvitation]) {
        await refused('invitation_not_found', guest.call(route, { body: { secret } }))
      }
      assert.deepEqual(await world.as(owner).call(listInvitations, { params: { publisherId } }), [], name)
    }
  })

  it('expires after its days', async () => {
    const { world } = registry
    const { secret, expiresAt } = await invite()
    assert.equal(
      new Date(expiresAt).getTime() - world.now().getTime() > (limits.invitationDays - 1) * dayMs,
      true,
    )
    const guest = world.as(await world.given.user())
    assert.equal((await guest.call(showInvitation, { body: { secret } })).publisherId, publisherId)
    world.advance(limits.invitationDays * dayMs)
    for (const route of [showInvitation, acceptInvitation, declineInvitation]) {
      await refused('invitation_not_found', guest.call(route, { body: { secret } }))
    }
    const open = await world.as(owner).call(listInvitations, { params: { publisherId } })
    assert.deepEqual(open, [])
  })

  it('works once, and replaces an earlier one to the same address', async () => {
    const { world } = registry
    const first = await invite()
    const second = await invite()
    const guest = await world.given.user()
    const accept = (secret: string) => world.as(guest).call(acceptInvitation, { body: { secret } })
    await refused('invitation_not_found', accept(first.secret))
    await accept(second.secret)
    await refused('invitation_not_found', accept(second.secret))
    assert.ok((await rolesOf()).includes(`${guest.id} member`))
  })

  it('is not consumed by an existing member', async () => {
    const { secret } = await invite()
    await refused('already_member', registry.world.as(member).call(acceptInvitation, { body: { secret } }))
    const guest = registry.world.as(await registry.world.given.user())
    await guest.call(acceptInvitation, { body: { secret } })
  })

  it('is replaced for an address whose lowercase form depends on the language', async () => {
    await invite('İSTANBUL@example.test')
    await invite('İSTANBUL@example.test')
    const open = await registry.world.as(owner).call(listInvitations, { params: { publisherId } })
    assert.equal(open.filter(({ email }) => email.startsWith('İSTANBUL@')).length, 1)
  })

  it('replaces an open one even at the limit', async () => {
    const { world } = registry
    for (let count = 0; count < limits.invitationsPerPublisher; count++) {
      await world.given.invitation({ publisher_id: publisherId, email: `guest-${count}@example.test` })
    }
    const problem = await refused('too_many_invitations', invite('one-more@example.test'))
    assert.equal(problem.limit, limits.invitationsPerPublisher)
    await invite('Guest-0@example.test')
    const open = await world.as(owner).call(listInvitations, { params: { publisherId } })
    assert.equal(open.length, limits.invitationsPerPublisher)
  })
})
