import { type AddressInfo, createServer, type Socket } from 'node:net'
import { createInterface } from 'node:readline'

export interface TakenMail {
  from: string
  to: string[]
  /** Head and body as received, without SMTP's dot stuffing. */
  text: string
}

export interface FakeMailServer {
  /** `smtp://user:password@…` */
  url: string
  taken: TakenMail[]
  /** Addresses that this server refuses as unknown recipients. */
  unknown: Set<string>
  close(): Promise<void>
}

const credential = { user: 'registry', password: 'mail password' }

/** A small mail server: accepts mail by SMTP (RFC 5321) with the right password, and stores it. */
export async function fakeMailServer(): Promise<FakeMailServer> {
  const taken: TakenMail[] = []
  const unknown = new Set<string>()
  const sockets = new Set<Socket>()
  const server = createServer((socket) => {
    sockets.add(socket.once('close', () => sockets.delete(socket)))
    socket.on('error', () => {})
    void converse(socket, taken, unknown)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return {
    url: `smtp://${credential.user}:${encodeURIComponent(credential.password)}@127.0.0.1:${port}`,
    taken,
    unknown,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        for (const socket of sockets) socket.destroy()
      }),
  }
}

async function converse(socket: Socket, taken: TakenMail[], unknown: Set<string>): Promise<void> {
  const say = (line: string) => socket.write(`${line}\r\n`)
  const proof = Buffer.from(`\0${credential.user}\0${credential.password}`).toString('base64')
  let mail: TakenMail = { from: '', to: [], text: '' }
  let isKnown = false
  let isReading = false
  say('220 mail.test ready')
  for await (const line of createInterface({ input: socket, crlfDelay: Number.POSITIVE_INFINITY })) {
    if (isReading) {
      if (line !== '.') mail.text += `${line.replace(/^\.\./, '.')}\n`
      else {
        isReading = false
        taken.push(mail)
        mail = { from: '', to: [], text: '' }
        say('250 taken')
      }
      continue
    }
    const [verb = ''] = line.toUpperCase().split(/[ :]/)
    const address = /<([^<>]*)>/.exec(line)?.[1] ?? ''
    if (verb === 'EHLO') socket.write('250-mail.test\r\n250 AUTH PLAIN\r\n')
    else if (verb === 'AUTH') {
      isKnown = line.split(' ')[2] === proof
      say(isKnown ? '235 welcome' : '535 who are you')
    } else if (verb === 'QUIT') {
      say('221 bye')
      socket.end()
    } else if (!isKnown) say('530 first say who you are')
    else if (verb === 'MAIL') {
      mail.from = address
      say('250 ok')
    } else if (verb === 'RCPT') {
      if (!unknown.has(address)) mail.to.push(address)
      say(unknown.has(address) ? '550 nobody here' : '250 ok')
    } else if (verb === 'DATA') {
      isReading = true
      say('354 go on')
    } else say('500 what')
  }
}
