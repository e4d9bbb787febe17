import assert from 'node:assert/strict'
import { after, before, beforeEach, describe, it } from 'node:test'
import { type FakeMailServer, fakeMailServer } from '../../../test/fakes/mail-server.ts'
import { type FakeMessageGateway, fakeMessageGateway } from '../../../test/fakes/message-gateway.ts'
import { IdentityClient } from '../../../test/identity-client.ts'
import { World } from '../../../test/world.ts'
import { httpSender } from './http-sender.ts'
import { smtpMailer } from './smtp.ts'

let server: FakeMailServer
let gateway: FakeMessageGateway
let world: World
const from = 'Nodeyard <registry@example.test>'

before(async () => {
  server = await fakeMailServer()
  gateway = await fakeMessageGateway()
  world = await World.open(
    {},
    { SMTP_URL: server.url, MAIL_FROM: from, SMS_URL: gateway.url, SMS_TOKEN: gateway.token },
  )
})

beforeEach(() => {
  server.taken.length = 0
  gateway.taken.length = 0
  gateway.weather = 'fine'
})

after(async () => {
  await world.close()
  await server.close()
  await gateway.close()
})

const mailer = () => smtpMailer({ url: server.url, from })
const sender = (token = gateway.token) => httpSender({ url: gateway.url, token })

describe('sending messages', () => {
  it("sends a password reset link through the operator's mail server", async () => {
    const client = new IdentityClient(world)
    const email = 'ada@example.test'
    await client.post('accounts:signUp', { email, password: 'right-horse-9' })
    await client.post('accounts:sendOobCode', { requestType: 'PASSWORD_RESET', email })
    await world.runJobs()
    assert.deepEqual(
      server.taken.map((mail) => [mail.from, mail.to]),
      [['registry@example.test', [email]]],
    )
    const text = server.taken[0]?.text.replace(/=\n/g, '').replaceAll('=3D', '=') ?? ''
    assert.match(text, /^From: Nodeyard <registry@example\.test>$/m)
    assert.match(text, /oobCode=[\w-]{20,}/)
  })

  it("sends a sign-in code through the operator's gateway", async () => {
    const client = new IdentityClient(world)
    const { status } = await client.post('accounts:sendVerificationCode', { phoneNumber: '+33612345678' })
    assert.equal(status, 200)
    await world.runJobs()
    const [message] = gateway.taken as { to: string; text: string }[]
    assert.equal(message?.to, '+33612345678')
    assert.match(message?.text ?? '', /\b\d{6}\b/)
  })

  it('preserves the letters, leading dots and single recipient of a mail', async () => {
    const subject = 'Confirmez\r\nBcc: everybody@example.test'
    await mailer()
      .send({ to: 'zoë@example.test', subject, text: 'été\n.\n..雨' })
      .catch(() => {})
    await mailer().send({ to: 'a@example.test', subject, text: 'été\n.\n..雨' })
    const mail = server.taken.at(-1)
    assert.deepEqual(mail?.to, ['a@example.test'])
    const [head = '', body = ''] = mail?.text.split('\n\n') ?? []
    assert.doesNotMatch(head, /^Bcc:/im)
    const isBase64 = /^Content-Transfer-Encoding: base64$/im.test(head)
    const decoded = isBase64 ? Buffer.from(body, 'base64').toString() : fromQuotedPrintable(body)
    assert.equal(decoded.trimEnd(), 'été\n.\n..雨')
  })

  it('reports a refusal by the mail server or the gateway, so that the job is retried', async () => {
    server.unknown.add('gone@example.test')
    await assert.rejects(mailer().send({ to: 'gone@example.test', subject: 'x', text: 'x' }), /550/)
    const wrong = smtpMailer({ url: server.url.replace('registry:', 'stranger:'), from })
    await assert.rejects(wrong.send({ to: 'a@example.test', subject: 'x', text: 'x' }), /535/)
    const message = { to: '+33612345678', text: 'x' }
    await assert.rejects(sender('another').send(message), /responded with 401/)
    gateway.weather = 'down'
    await assert.rejects(sender().send(message), /responded with 503/)
    // Messages for the gateway must not follow a redirect.
    gateway.weather = 'moved'
    await assert.rejects(sender().send(message))
    assert.deepEqual(gateway.taken, [])
  })
})

function fromQuotedPrintable(text: string): string {
  const bytes = text
    .replace(/=\n/g, '')
    .replace(/=([0-9A-F]{2})/g, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)))
  return Buffer.from(bytes, 'latin1').toString()
}
