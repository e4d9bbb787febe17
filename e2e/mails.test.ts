// A promise: each link in a mail takes effect.
import assert from 'node:assert/strict'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, it } from 'node:test'
import { createInvitation } from '@nodeyard/contract/people'
import { answerReport, closeReports, contactPublisher, reportAbuse } from '@nodeyard/contract/safety'
import type { Page } from 'playwright-core'
import { type AuditEvent, recordEvent } from '../server/src/ground/audit/sql.ts'
import { inTransaction } from '../server/src/ground/db/transactions.ts'
import { texts as identityTexts, type MailKind } from '../server/src/people/identity/embedded/texts.ts'
import { mailDueNotices, tellEvents } from '../server/src/services/notifications/jobs.ts'
import { letters } from '../server/src/services/notifications/letter-names.ts'
import { asAdmin } from '../server/test/admin.ts'
import { IdentityClient } from '../server/test/identity-client.ts'
import { allSentTo } from '../server/test/outbox.ts'
import { linkTo, logIn, newEmail, password, signUp } from './people.ts'
import { useProduct } from './product.ts'

const holder = useProduct()
const signal = new AbortController().signal
const publisherId = 'lumen'
const node = 'soft-blur'

/** Links to open stand on lines of their own, unlike addresses within sentences. */
const linksIn = (text: string) => text.match(/^https?:\S+$/gm) ?? []

/** Signs up in the browser and verifies the address with its mail. */
async function verifiedReader(page: Page): Promise<string> {
  const email = await signUp(page, '/nodes')
  await page.goto(await linkTo(holder.product.world, email, 'verifyEmail'))
  await page.getByRole('button', { name: 'Confirm' }).click()
  await page.getByText(`${email} is verified.`).waitFor()
  return email
}

const userOf = (email: string) =>
  holder.product.world.deps.db
    .selectFrom('users')
    .selectAll()
    .where('email', '=', email)
    .executeTakeFirstOrThrow()

/** Processes events and mails the notices now, without their usual delay. */
async function deliver(): Promise<void> {
  const { deps } = holder.product.world
  await tellEvents.run(deps, {}, signal)
  await deps.db.updateTable('notices').set({ due_at: deps.now() }).where('sent_at', 'is', null).execute()
  await mailDueNotices.run(deps, {}, signal)
}

/** The pages behind the links of mails about events, and what their reader finds there. */
const pagesOfLinks: [path: RegExp, find: (page: Page) => Promise<void>][] = [
  [/^\/nodes\/[\w-]+$/, (page) => page.getByRole('heading', { level: 1, name: /blur/ }).waitFor()],
  [
    /^\/nodes\/[\w-]+\/versions\/1\.\d\.0$/,
    (page) =>
      page
        .getByText(/1\.\d\.0/)
        .first()
        .waitFor(),
  ],
  [
    /^\/nodes\/[\w-]+\/manage\/versions\/[\d.]+$/,
    (page) =>
      page
        .getByText(/1\.\d\.0/)
        .first()
        .waitFor(),
  ],
  [/\/manage\/versions\/[\d.]+#appeal$/, (page) => page.getByLabel('Message to the moderators').waitFor()],
  [/^\/publishers\/lumen$/, (page) => page.getByRole('heading', { level: 1, name: 'Lumen' }).waitFor()],
  [
    /^\/publishers\/lumen\/manage$/,
    async (page) => {
      await page.getByRole('button', { name: 'Accept other-blur' }).click()
      await page.getByRole('dialog').getByRole('button', { name: 'Accept' }).click()
    },
  ],
  [/^\/publishers\/lumen\/manage\/\w+/, (page) => page.locator('main a[aria-current=page]').last().waitFor()],
  [/^\/account$/, (page) => page.getByLabel('Releases').waitFor()],
  [
    /^\/api\/notifications\/unsubscribe/,
    async (page) => {
      await page.getByRole('button', { name: 'Unsubscribe' }).click()
      await page.getByText('You will no longer receive').waitFor()
    },
  ],
]

async function openEach(page: Page, links: Iterable<string>): Promise<void> {
  for (const link of new Set(links)) {
    const { pathname, hash, origin } = new URL(link)
    assert.equal(origin, holder.product.siteUrl, link)
    const [, find] =
      pagesOfLinks.find(([path]) => path.test(pathname + hash)) ?? assert.fail(`no row for ${link}`)
    const answer = await page.goto(link)
    assert.ok(answer?.ok() ?? true, link)
    await find(page)
  }
}

describe('every mail about events', () => {
  it('has links that lead its reader to the subject, and an unsubscribe link that works', async () => {
    const { world } = holder.product
    const { given, deps } = world
    const { page } = await holder.product.visit()
    const email = await verifiedReader(page)
    const reader = await userOf(email)
    await given.publisher({ id: publisherId, name: 'Lumen', owner: reader })
    const other = await given.publisher({ id: 'other' })
    await given.node({ id: node, name: 'Soft blur', publisher_id: publisherId })
    const listed = await given.version({ node_id: node, version: '1.0.0' })
    const flagged = await given.version({ node_id: node, version: '1.1.0', status: 'flagged' })
    await given.node({ id: 'other-blur', name: 'Other blur', publisher_id: other.id })
    const followed = await given.version({ node_id: 'other-blur', version: '1.2.0' })
    await given.transfer({ node_id: 'other-blur', from: other.id, to: publisherId })
    const follow = { user_id: reader.id, node_id: 'other-blur', created_at: deps.now() }
    await deps.db.insertInto('follows').values(follow).execute()

    const version = (action: string, { id } = listed, after: object = {}): Partial<AuditEvent> => ({
      action: `version.${action}`,
      subject: { kind: 'version', id },
      after: { ...after },
    })
    const about = (id: string, action: string, more: Partial<AuditEvent> = {}): Partial<AuditEvent> => ({
      action,
      subject: { kind: 'node', id },
      ...more,
    })
    const moved = { after: { from: other.id, to: publisherId } }
    const sent = { after: { from: publisherId, to: other.id } }
    const ofPublisher = (action: string, after: object = {}): Partial<AuditEvent> => ({
      action,
      subject: { kind: 'publisher', id: publisherId },
      after: { ...after },
    })
    const ofReader = (action: string): Partial<AuditEvent> => ({
      action,
      subject: { kind: 'user', id: reader.id },
    })
    const lost = {
      before: { repository: 'https://github.com/acme/blur' },
      after: { loser: node, keeper: node },
    }
    const stopped = { because: 'member-removed', name: 'CI' }
    const causes: Record<(typeof letters)[number], Partial<AuditEvent>> = {
      'version-listed': version('activate'),
      'version-broken': version('activate', flagged, { load_failure: 'No module palettes.' }),
      'followed-version': { ...version('activate', followed), publisherId: other.id },
      'version-refused': version('refuse', flagged, { message: 'Not an archive.' }),
      'version-flagged': version('flag', flagged, { findings: 2 }),
      'version-held': version('hold', flagged),
      'version-approved': version('approve'),
      'version-rejected': version('ban', flagged),
      'version-reopened': version('reopen', flagged),
      'version-deleted': { ...version('delete', flagged), actor: { kind: 'operator', id: 'operator' } },
      'version-without-provenance': version('provenance-missing'),
      'version-without-attestation': version('attestation-missing'),
      'appeal-answered': {
        ...version('answer', flagged),
        action: 'appeal.answer',
      },
      'node-banned': about(node, 'node.ban'),
      'node-unbanned': about(node, 'node.unban'),
      'node-claimed': about(node, 'node.claim', { after: { publisher: publisherId } }),
      'node-offered': about('other-blur', 'node.offer', moved),
      'node-offer-declined': about(node, 'node.offer-decline', sent),
      'node-offer-withdrawn': about('other-blur', 'node.offer-withdraw', moved),
      'node-moved': about(node, 'node.transfer', { after: { publisher: publisherId } }),
      'repository-lost': about(node, 'node.repository-lost', lost),
      'repository-kept': about(node, 'node.repository-kept', lost),
      'publisher-banned': ofPublisher('publisher.ban'),
      'publisher-unbanned': ofPublisher('publisher.unban'),
      'member-joined': ofReader('invitation.accept'),
      'member-removed': ofReader('member.remove'),
      'role-changed': ofReader('member.change-role'),
      'token-created': ofPublisher('token.create', { name: 'CI' }),
      'token-near-end': ofPublisher('token.near-end', { name: 'CI', expires_at: deps.now() }),
      'token-stopped': ofPublisher('token.pause', stopped),
      'token-leaked': ofPublisher('token.delete', { because: 'leaked', name: 'CI' }),
      'trusted-stopped': ofPublisher('trusted-publisher.stop', { ...stopped, node }),
      'webhook-given-up': ofPublisher('webhook.give-up', { url: 'https://hooks.example.test' }),
    }
    await inTransaction(deps.db, async (tx) => {
      for (const cause of Object.values(causes))
        await recordEvent(tx, {
          actor: { kind: 'service', id: 'pipeline' },
          publisherId,
          at: deps.now(),
          ...cause,
        } as AuditEvent)
    })
    await deliver()
    const notices = await deps.db
      .selectFrom('notices')
      .select('letter')
      .where('user_id', '=', reader.id)
      .where('sent_at', 'is not', null)
      .execute()
    assert.deepEqual([...new Set(notices.map(({ letter }) => letter))].sort(), [...letters].sort())
    const mails = (await allSentTo(world, email)).filter(({ text }) => !text.includes('oobCode'))
    await openEach(
      page,
      mails.flatMap(({ text }) => linksIn(text)),
    )
    const { publisher_id } = await deps.db
      .selectFrom('nodes')
      .select('publisher_id')
      .where('id', '=', 'other-blur')
      .executeTakeFirstOrThrow()
    assert.equal(publisher_id, publisherId)
    const { muted } = await deps.db
      .selectFrom('notification_settings')
      .select('muted')
      .where('user_id', '=', reader.id)
      .executeTakeFirstOrThrow()
    assert.deepEqual(muted.sort(), ['follows', 'nodes', 'releases', 'review', 'tokens', 'webhooks'])
  })
})

describe('every mail of the identity service', () => {
  const client = () => new IdentityClient(holder.product.world)
  const ask = (requestType: string, body: object) =>
    client().post('accounts:sendOobCode', { requestType, ...body })
  const linkFor = (email: string, mode: string) => linkTo(holder.product.world, email, mode)

  it('has a link that takes effect', async () => {
    // A change of the address ends the session that the page refreshes.
    const { page } = await holder.product.visit({ expectedComplaints: /\/auth\/action: .* 400/ })
    const email = await signUp(page, '/nodes')
    const newer = newEmail()
    const newPassword = 'another horse 8'
    const rows: Record<MailKind, () => Promise<void>> = {
      'verify-email': async () => {
        await page.goto(await linkFor(email, 'verifyEmail'))
        await page.getByRole('button', { name: 'Confirm' }).click()
        await page.getByText(`${email} is verified.`).waitFor()
        assert.equal((await userOf(email)).email_verified, true)
      },
      'change-email': async () => {
        const { body } = await client().post('accounts:signInWithPassword', { email, password })
        await ask('VERIFY_AND_CHANGE_EMAIL', { idToken: body.idToken, newEmail: newer })
        await page.goto(await linkFor(newer, 'verifyAndChangeEmail'))
        const reloaded = page.waitForEvent('load')
        await page.getByRole('button', { name: 'Confirm' }).click()
        await reloaded
        await page.getByText(`Your account now uses ${newer}`).waitFor()
      },
      'recover-email': async () => {
        await page.goto(await linkFor(email, 'recoverEmail'))
        await page.getByRole('button', { name: 'Confirm' }).click()
        await page.getByText(`Your account uses ${email} again.`).waitFor()
      },
      'reset-password': async () => {
        await ask('PASSWORD_RESET', { email })
        await page.goto(await linkFor(email, 'resetPassword'))
        await page.getByLabel('New password').fill(newPassword)
        await page.getByRole('button', { name: 'Save the password' }).click()
        await page.getByText('Your new password is saved').waitFor()
        await page.goto('/auth/login?fromUrl=/account')
        await logIn(page, email, newPassword)
        await page.getByText('Verified', { exact: true }).waitFor()
      },
      'email-link': async () => {
        const { page: elsewhere } = await holder.product.visit()
        await ask('EMAIL_SIGNIN', { email })
        await elsewhere.goto(await linkFor(email, 'signIn'))
        await elsewhere.getByLabel('Email').fill(email)
        await elsewhere.getByRole('button', { name: 'Log in' }).click()
        await elsewhere.waitForURL('**/nodes')
        await elsewhere.locator('summary[aria-label="Your menu"]').first().waitFor()
      },
    }
    const { message, ...kinds } = identityTexts.en
    assert.deepEqual(Object.keys(rows).sort(), Object.keys(kinds).sort())
    for (const row of Object.values(rows)) await row()
  })
})

describe('every other mail', () => {
  /** The only files that send mail, so that a new kind of mail cannot miss its row. */
  const senders = [
    'people/identity/embedded/jobs.ts',
    'people/publishers/jobs.ts',
    'safety/reports/jobs.ts',
    'services/notifications/invite.ts',
    'services/notifications/mail-notices.ts',
  ]

  it('comes from a file that these tests know', async () => {
    const root = join(import.meta.dirname, '../server/src')
    const found: string[] = []
    for (const name of await readdir(root, { recursive: true })) {
      if (!name.endsWith('.ts') || name.endsWith('.test.ts') || name.startsWith('ground')) continue
      if (/mailer\??\.send\(/.test(await readFile(join(root, name), 'utf8'))) found.push(name)
    }
    assert.deepEqual(found.sort(), senders)
  })

  it('is an invitation, which makes its reader a member', async () => {
    const { world } = holder.product
    const owner = await world.given.user()
    const { id } = await world.given.publisher({ owner })
    const { page } = await holder.product.visit()
    const email = await signUp(page, '/nodes')
    await world.as(owner).call(createInvitation, { params: { publisherId: id }, body: { email } })
    await deliver()
    const mail = (await allSentTo(world, email)).find(({ subject }) => subject.includes('Invitation'))
    await page.goto(linksIn(mail?.text ?? '')[0] ?? assert.fail('no link'))
    await page.getByRole('button', { name: 'Accept' }).click()
    await page.waitForURL(`**/publishers/${id}/manage`)
  })

  it('comes from moderators, about a report or to a publisher', async () => {
    const { world } = holder.product
    const { page } = await holder.product.visit()
    const owner = await userOf((await world.given.user()).email)
    const publisher = await world.given.publisher({ owner, id: 'reported', name: 'Reported' })
    await world.given.node({ id: 'bad-blur', name: 'Bad blur', publisher_id: publisher.id })
    const moderators = await asAdmin(holder.product.world)
    const contact = newEmail()
    const { id: reportId } = await world.anonymous.call(reportAbuse, {
      params: { nodeId: 'bad-blur' },
      body: { kind: 'malware', text: 'It reads my keys.', contact },
    })
    await moderators.call(answerReport, { params: { reportId }, body: { text: 'Which file?' } })
    await moderators.call(closeReports, {
      body: { reportIds: [reportId], outcome: 'harmless', reason: 'It reads no keys.', tellPublisher: true },
    })
    await moderators.call(contactPublisher, {
      params: { publisherId: publisher.id },
      body: { subject: 'Your pack', message: 'Thank you.' },
    })
    const toReporter = await allSentTo(world, contact)
    const toOwner = await allSentTo(world, owner.email)
    assert.deepEqual([toReporter.length, toOwner.length], [2, 2])
    for (const { text } of [...toReporter, ...toOwner]) {
      const [link = assert.fail('no link')] = linksIn(text)
      await page.goto(link)
      await page.getByRole('heading', { level: 1, name: /Bad blur|Reported/ }).waitFor()
    }
  })
})
