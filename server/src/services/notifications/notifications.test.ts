import assert from 'node:assert/strict'
import { after, before, beforeEach, describe, it } from 'node:test'
import { acceptInvitation, createInvitation, createToken } from '@nodeyard/contract/people'
import * as contract from '@nodeyard/contract/services'
import { setFollow } from '@nodeyard/contract/services'
import { fakeWebhookReceiver } from '../../../test/fakes/webhook-receiver.ts'
import { refused } from '../../../test/refused.ts'
import { World } from '../../../test/world.ts'
import { type AuditEvent, recordEvent } from '../../ground/audit/sql.ts'
import { inTransaction } from '../../ground/db/transactions.ts'
import type { Mail } from '../../ground/mail/mailer.ts'
import { forgetOldNotices, mailDueNotices, noteTokenEnds, postDueLines, tellEvents } from './jobs.ts'

let world: World
let owner: Awaited<ReturnType<World['given']['user']>>
let publisherId: string
const sent: Mail[] = []
let isMailDown = false
const signal = new AbortController().signal
const minuteMs = 60_000
const dayMs = 86_400_000

const mailer = {
  async send(mail: Mail) {
    if (isMailDown) throw new Error('The mail server is down.')
    sent.push(mail)
  },
}

before(async () => {
  world = await World.open({ mailer })
})
beforeEach(async () => {
  isMailDown = false
  await tell()
  world.advance(60 * minuteMs)
  await mail()
  sent.length = 0
  owner = await world.given.user()
  publisherId = (await world.given.publisher({ owner })).id
})
after(() => world.close())

const tell = () => tellEvents.run(world.deps, {}, signal)
const mail = () => mailDueNotices.run(world.deps, {}, signal)
/** Processes events, waits for the bundle, and mails. */
async function deliver() {
  await tell()
  world.advance(20 * minuteMs)
  await mail()
}
const happen = (event: Partial<AuditEvent> & Pick<AuditEvent, 'action' | 'subject'>) =>
  inTransaction(world.deps.db, (tx) =>
    recordEvent(tx, {
      actor: { kind: 'service', id: 'pipeline' },
      publisherId,
      at: world.now(),
      ...event,
    }),
  )
const listed = (version: string, node = 'acme-blur') =>
  happen({
    action: 'version.activate',
    subject: { kind: 'version', id: world.deps.newId() },
    after: { node, version },
  })
const settings = (body: object, user = owner) =>
  world.as(user).call(contract.setNotificationSettings, { body })
const stop = (link: string, init: RequestInit = {}) =>
  world.fetch(link.replace(`${world.deps.config.siteUrl}/api`, 'http://registry.test'), init)

describe('the alarm of a version without attestations', () => {
  it('goes to owners at once, and to followers with the next bundle', async () => {
    const { id: nodeId } = await world.given.node({ publisher_id: publisherId })
    const follower = await world.given.user()
    await world.as(follower).call(setFollow, { body: { kind: 'node', id: nodeId, follows: true } })
    const subject = { kind: 'version', id: world.deps.newId() } as const
    await happen({
      action: 'version.attestation-missing',
      subject,
      after: { node: nodeId, version: '1.1.0' },
    })
    await tell()
    await mail()
    assert.deepEqual(
      sent.map(({ to }) => to),
      [owner.email],
    )
    await deliver()
    assert.deepEqual(
      sent.map(({ to }) => to),
      [owner.email, follower.email],
    )
    for (const { text } of sent) assert.match(text, /was not signed by the build/)
  })
})

describe('the mail about a version that cannot be loaded', () => {
  it('says why and what to do, and does not go to followers', async () => {
    const { id: nodeId } = await world.given.node({ publisher_id: publisherId })
    const follower = await world.given.user()
    await world.as(follower).call(setFollow, { body: { kind: 'node', id: nodeId, follows: true } })
    await happen({
      action: 'version.activate',
      subject: { kind: 'version', id: world.deps.newId() },
      after: { node: nodeId, version: '1.1.0', load_failure: 'The archive has no palettes.py.' },
    })
    await deliver()
    assert.deepEqual(
      sent.map(({ to }) => to),
      [owner.email],
    )
    assert.match(
      sent[0]?.text ?? '',
      /is not the latest version[\s\S]*palettes\.py[\s\S]*\/manage\/versions\/1\.1\.0/,
    )
  })
})

describe('a notification mail', () => {
  it('goes to every owner, in plain text and HTML, with an unsubscribe link', async () => {
    await listed('1.2.0')
    await deliver()
    const [first] = sent
    assert.equal(sent.length, 1)
    assert.equal(first?.to, owner.email)
    assert.equal(first?.subject, 'Nodeyard: acme-blur 1.2.0 is listed')
    assert.match(first?.text ?? '', /http:\/\/localhost:3000\/nodes\/acme-blur\/versions\/1\.2\.0\n/)
    assert.match(first?.html ?? '', /<html lang="en" dir="ltr">/)
    assert.match(first?.unsubscribe ?? '', /^http:\/\/localhost:3000\/api\/notifications\/unsubscribe\?wish=/)
  })

  it('bundles events and is sent once', async () => {
    for (let number = 0; number < 40; number++) await listed(`1.${number}.0`)
    await tell()
    await mail()
    assert.equal(sent.length, 0)
    await deliver()
    assert.equal(sent.length, 1)
    assert.equal(sent[0]?.subject, 'Nodeyard: News about your packs')
    assert.match(sent[0]?.text ?? '', /More events: 10/)
    await deliver()
    assert.equal(sent.length, 1)
  })

  it('informs both publishers which of two nodes keeps a repository', async () => {
    const event = {
      before: { repository: 'https://github.com/acme/blur' },
      after: { loser: 'late-blur', keeper: 'acme-blur' },
    }
    await happen({
      ...event,
      action: 'node.repository-lost',
      subject: { kind: 'node', id: 'late-blur' },
    })
    await deliver()
    await happen({
      ...event,
      action: 'node.repository-kept',
      subject: { kind: 'node', id: 'acme-blur' },
    })
    await deliver()
    assert.deepEqual(
      sent.map(({ subject }) => subject),
      [
        'Nodeyard: late-blur lost its link to the repository https://github.com/acme/blur, which belongs to acme-blur',
        'Nodeyard: acme-blur keeps the repository https://github.com/acme/blur, which late-blur had also named',
      ],
    )
  })

  it('is never sent after a rollback', async () => {
    await inTransaction(world.deps.db, async (tx) => {
      await recordEvent(tx, {
        actor: { kind: 'service', id: 'pipeline' },
        action: 'node.ban',
        subject: { kind: 'node', id: 'acme-blur' },
        publisherId,
        at: world.now(),
      })
      throw new Error('rolled back')
    }).catch(() => {})
    await deliver()
    assert.deepEqual(sent, [])
  })

  it('is retried with backoff while the mail server is down', async () => {
    isMailDown = true
    await listed('1.0.0')
    await deliver()
    await mail()
    const { attempts } = await world.deps.db
      .selectFrom('notices')
      .select('attempts')
      .where('user_id', '=', owner.id)
      .executeTakeFirstOrThrow()
    assert.equal(attempts, 1)
    isMailDown = false
    world.advance(2 * minuteMs)
    await mail()
    assert.equal(sent.length, 1)
  })

  it('waits until the email of its reader is verified', async () => {
    const { db } = world.deps
    const stranger = await world.given.user({ email_verified: false })
    await world.given.member({ publisher_id: publisherId, user_id: stranger.id, role: 'owner' })
    const follower = await world.given.user({ email_verified: false })
    const { id: nodeId } = await world.given.node({ publisher_id: publisherId })
    await db
      .insertInto('follows')
      .values({ user_id: follower.id, node_id: nodeId, created_at: world.now() })
      .execute()
    await listed('1.0.0', nodeId)
    await listed('1.1.0', nodeId)
    await deliver()
    await deliver()
    const takeRecipients = () => new Set(sent.splice(0).map(({ to }) => to))
    assert.deepEqual(takeRecipients(), new Set([owner.email]))
    await db.updateTable('users').set({ email_verified: true }).where('id', '=', stranger.id).execute()
    await mail()
    assert.equal(sent.length, 1)
    assert.match(sent[0]?.text ?? '', /1\.0\.0\W* is listed.*1\.1\.0\W* is listed/s)
    assert.deepEqual(takeRecipients(), new Set([stranger.email]))
    world.advance(6 * dayMs)
    await forgetOldNotices.run(world.deps, {}, signal)
    await db.updateTable('users').set({ email_verified: true }).where('id', '=', follower.id).execute()
    await mail()
    assert.deepEqual(takeRecipients(), new Set())
  })

  it('about security never shares a mail with other news', async () => {
    await listed('1.0.0')
    await listed('1.1.0')
    const create = (name: string) =>
      world.as(owner).call(createToken, { params: { publisherId }, body: { name } })
    await create('CI')
    await tell()
    await mail()
    const takeSubjects = () => sent.splice(0).map(({ subject }) => subject)
    assert.deepEqual(takeSubjects(), [`Nodeyard: A token was created for ${publisherId}`])
    await create('Laptop')
    await create('Build machine')
    await deliver()
    assert.deepEqual(takeSubjects().sort(), [
      'Nodeyard: News about your packs',
      'Nodeyard: Security notices about your publishers',
    ])
  })

  it('contains foreign text as one plain line, never in a header', async () => {
    await happen({
      action: 'version.ban',
      subject: { kind: 'version', id: world.deps.newId() },
      after: {
        node: 'acme-blur',
        version: '1.0.0',
        status_reason: 'Bad.\r\nBcc: all@example.test\n<img src=x onerror=alert(1)>\u202e',
      },
    })
    await deliver()
    assert.match(
      sent[0]?.text ?? '',
      /Reason: \u2068Bad\. Bcc: all@example\.test <img src=x onerror=alert\(1\)>\u2069\n/,
    )
    assert.doesNotMatch(sent[0]?.html ?? '', /<img/)
    assert.doesNotMatch(sent[0]?.subject ?? '', /[\r\n]/)
  })

  for (const language of ['en', 'ar'])
    it(`has ids that can be copied, without invisible characters: ${language}`, async () => {
      await settings({ language })
      const subject = { kind: 'version' as const, id: world.deps.newId() }
      const [node, version] = ['acme-blur_2', '1.0.0']
      await happen({ action: 'version.ban', subject, after: { node, version, status_reason: 'Not safe.' } })
      await deliver()
      assert.match(sent[0]?.text ?? '', /(?<![\u2068\w])acme-blur_2(?!\u2069)/)
      assert.match(sent[0]?.text ?? '', /\u2068Not safe\.\u2069/)
    })
})

describe('notifications for owners', () => {
  it('report a flagged version with the kinds and number of its findings', async () => {
    const node = await world.given.node({ publisher_id: publisherId })
    const version = await world.given.version({ node_id: node.id, version: '2.0.0' })
    // The pipeline's event does not name the publisher.
    await inTransaction(world.deps.db, (tx) =>
      recordEvent(tx, {
        actor: { kind: 'service', id: 'pipeline' },
        action: 'version.flag',
        subject: { kind: 'version', id: version.id },
        after: { findings: 3, held_for: ['private_data', 'hidden_code', 'unknown'] },
        at: world.now(),
      }),
    )
    await deliver()
    assert.match(sent[0]?.subject ?? '', new RegExp(`${node.id} 2\\.0\\.0 is waiting for review`))
    assert.match(sent[0]?.text ?? '', /^Held: hides code and touches keys or private data$/m)
    assert.match(sent[0]?.text ?? '', /Findings: .?3/)
    assert.match(sent[0]?.text ?? '', new RegExp(`/nodes/${node.id}/manage/versions/2\\.0\\.0\n`))
  })

  it('report a new token immediately, even when muted', async () => {
    await settings({ muted: ['releases', 'review', 'nodes', 'tokens', 'webhooks'] })
    await world.as(owner).call(createToken, { params: { publisherId }, body: { name: 'CI' } })
    await tell()
    await mail()
    assert.match(sent[0]?.subject ?? '', /A token was created/)
    assert.match(sent[0]?.text ?? '', /Name: .?CI/)
    assert.equal(sent[0]?.unsubscribe, undefined)
  })

  it('report an expiring token a week and a day before, once each', async () => {
    await world.as(owner).call(createToken, {
      params: { publisherId },
      body: { name: 'CI', expires_in_days: 30 },
    })
    await world.as(owner).call(createToken, {
      params: { publisherId },
      body: { name: 'short', expires_in_days: 1 },
    })
    await deliver()
    sent.length = 0
    const ends = async () => {
      await noteTokenEnds.run(world.deps, {}, signal)
      await noteTokenEnds.run(world.deps, {}, signal)
      await deliver()
      return sent.splice(0).map(({ text }) => /expires on/.test(text) && /Name: .?CI/.test(text))
    }
    assert.deepEqual(await ends(), [])
    world.advance(23 * dayMs)
    assert.deepEqual(await ends(), [true])
    world.advance(dayMs)
    assert.deepEqual(await ends(), [])
    world.advance(5 * dayMs)
    assert.deepEqual(await ends(), [true])
    world.advance(dayMs)
    assert.deepEqual(await ends(), [])
  })

  it('report joining and leaving members, also to the leaving one', async () => {
    const member = await world.given.user()
    await world.given.member({ publisher_id: publisherId, user_id: member.id, role: 'member' })
    await happen({ action: 'member.remove', subject: { kind: 'user', id: member.id } })
    await deliver()
    assert.deepEqual(new Set(sent.map(({ to }) => to)), new Set([owner.email, member.email]))
    assert.match(sent[0]?.subject ?? '', new RegExp(member.email))
  })

  it('report an offer to the receiver, and a move to both', async () => {
    const receiver = await world.given.user()
    const to = (await world.given.publisher({ owner: receiver })).id
    for (const id of [publisherId, to]) {
      const subject = { kind: 'node', id: 'acme-blur' } as const
      await happen({ action: 'node.offer', subject, publisherId: id, after: { from: publisherId, to } })
    }
    await deliver()
    assert.deepEqual(
      sent.splice(0).map((one) => one.to),
      [receiver.email],
    )
    for (const id of [publisherId, to]) {
      await happen({
        action: 'node.transfer',
        subject: { kind: 'node', id: 'acme-blur' },
        publisherId: id,
        before: { publisher: publisherId },
        after: { publisher: to },
      })
    }
    await deliver()
    assert.deepEqual(new Set(sent.map((one) => one.to)), new Set([receiver.email, owner.email]))
  })
})

describe('an invitation mail', () => {
  it('contains a separate link that works once', async () => {
    const { secret } = await world.as(owner).call(createInvitation, {
      params: { publisherId },
      body: { email: 'kim@example.test', role: 'member' },
    })
    await tell()
    await world.runJobs()
    const invitation = sent.find(({ to }) => to === 'kim@example.test')
    const mailed = /\/invitations#([\w-]{30,})/.exec(invitation?.text ?? '')?.[1] ?? ''
    assert.notEqual(mailed, '')
    assert.notEqual(mailed, secret)
    const kim = await world.given.user()
    await world.as(kim).call(acceptInvitation, { body: { secret: mailed } })
    await refused('invitation_not_found', world.as(kim).call(acceptInvitation, { body: { secret } }))
  })
})

describe('notification settings', () => {
  it("use the site's language until another is chosen", async () => {
    await world.as(owner).call(contract.noteLanguage, { body: { language: 'fr' } })
    await world.as(owner).call(contract.noteLanguage, { body: { language: 'ja' } })
    await listed('1.0.0')
    await deliver()
    assert.equal(sent[0]?.subject, 'Nodeyard: acme-blur 1.0.0 est publiée')
    assert.match(sent[0]?.text ?? '', /\/fr\/nodes\/acme-blur/)
    assert.equal((await settings({ language: 'ar' })).language, 'ar')
    await listed('1.1.0')
    await deliver()
    assert.match(sent[1]?.html ?? '', /<html lang="ar" dir="rtl">/)
  })

  it('mute every kind except security', async () => {
    assert.deepEqual((await settings({ muted: ['releases'] })).muted, ['releases'])
    await listed('1.0.0')
    await deliver()
    assert.deepEqual(sent, [])
    await refused('notification_kind_fixed', settings({ muted: ['security'] }))
  })

  it('unsubscribe with one click, but not by opening the link', async () => {
    await listed('1.0.0')
    await deliver()
    const link = sent[0]?.unsubscribe ?? ''
    assert.match(await (await stop(link)).text(), /Do you want to stop receiving emails/)
    const read = () => world.as(owner).call(contract.getNotificationSettings)
    assert.deepEqual((await read()).muted, [])
    const answer = await stop(link, {
      method: 'POST',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      body: 'List-Unsubscribe=One-Click',
    })
    assert.equal(answer.status, 200)
    assert.deepEqual((await read()).muted, ['releases'])
  })

  it('ignore a forged link', async () => {
    await listed('1.0.0')
    await deliver()
    const link = new URL(sent[0]?.unsubscribe ?? '')
    const [, proof] = (link.searchParams.get('wish') ?? '').split('.')
    const forged = Buffer.from(JSON.stringify([owner.id, 'review'])).toString('base64url')
    for (const wish of [`${forged}.${proof}`, forged, '', '.', '%']) {
      link.searchParams.set('wish', wish)
      assert.equal((await stop(link.href, { method: 'POST' })).status, 400)
    }
  })
})

describe('moderator chats', () => {
  it('bundle new work and retry after an outage', async (t) => {
    const chat = await fakeWebhookReceiver()
    t.after(() => chat.close())
    const { moderatorChats } = world.deps.config
    Object.assign(world.deps.config, { moderatorChats: [chat.url] })
    chat.weather = 'down'
    const subject = { kind: 'version', id: world.deps.newId() } as const
    await happen({ action: 'version.flag', subject, after: { node: 'blur', version: '1.0.0', findings: 2 } })
    await happen({ action: 'report.create', subject: { kind: 'node', id: 'blur' }, after: { kind: 'spam' } })
    await happen({
      action: 'node.reading-hold',
      subject: { kind: 'node', id: 'blur' },
      after: { findings: 1 },
    })
    await tell()
    const post = () => postDueLines.run(world.deps, {}, signal)
    await post()
    assert.equal(chat.taken.length, 0)
    world.advance(minuteMs)
    await post()
    chat.weather = 'fine'
    world.advance(2 * minuteMs)
    await post()
    await post()
    assert.equal(chat.taken.length, 2)
    const { text } = JSON.parse(chat.taken[1]?.body ?? '{}')
    assert.match(
      text,
      /^blur 1\.0\.0 waits for review \(findings: 2\) http\S+\nNew report about blur \(spam\) http\S+\nThe repository of blur has critical findings \(1\) http\S+\/admin\/readings\?show=held$/,
    )
    Object.assign(world.deps.config, { moderatorChats })
  })
})

describe('unsent mails', () => {
  it('are dropped if they cannot be sent for days', async () => {
    isMailDown = true
    await listed('1.0.0')
    await deliver()
    world.advance(6 * dayMs)
    await forgetOldNotices.run(world.deps, {}, signal)
    isMailDown = false
    await mail()
    assert.deepEqual(sent, [])
  })
})
