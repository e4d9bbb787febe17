import { connect, type Socket } from 'node:net'

/** The commands of WebDriver that the tests use: method and path over HTTP, and the name in Firefox's own protocol. */
const commands = {
  navigate: ['POST', '/url', 'WebDriver:Navigate'],
  back: ['POST', '/back', 'WebDriver:Back'],
  resize: ['POST', '/window/rect', 'WebDriver:SetWindowRect'],
  run: ['POST', '/execute/sync', 'WebDriver:ExecuteScript'],
  click: ['POST', '/element/{id}/click', 'WebDriver:ElementClick'],
  type: ['POST', '/element/{id}/value', 'WebDriver:ElementSendKeys'],
  act: ['POST', '/actions', 'WebDriver:PerformActions'],
  release: ['DELETE', '/actions', 'WebDriver:ReleaseActions'],
  /** Firefox only: whether scripts run in the page or in the browser itself. */
  context: ['POST', '/moz/context', 'Marionette:SetContext'],
  quit: ['DELETE', '', 'WebDriver:DeleteSession'],
} as const

export type Command = keyof typeof commands

/** A session of WebDriver, whichever protocol carries it. */
export interface Driver {
  /** Rejects with a `DriverError` if the browser refuses. */
  send(command: Command, parameters?: Record<string, unknown>): Promise<unknown>
}

/** A refusal with its code in the standard, such as `stale element reference`. */
export class DriverError extends Error {
  readonly code: string

  constructor({ error, message }: Refusal) {
    super(`${error}: ${message}`)
    this.code = error
  }
}

interface Refusal {
  error: string
  message: string
}

/** Opens a session of a WebDriver server, such as WebKitWebDriver. */
export async function openWebDriver(url: string): Promise<Driver> {
  const ask = async (method: string, path: string, body?: unknown) => {
    const response = await fetch(`${url}/session${path}`, {
      method,
      ...(method === 'POST' ? { body: JSON.stringify(body) } : {}),
    })
    const { value } = (await response.json()) as { value: unknown }
    if (!response.ok) throw new DriverError(value as Refusal)
    return value
  }
  const { sessionId } = (await ask('POST', '', { capabilities: {} })) as { sessionId: string }
  return {
    send(command, parameters = {}) {
      const [method, path] = commands[command]
      const { id, ...body } = parameters
      return ask(method, `/${sessionId}${path.replace('{id}', String(id))}`, body)
    },
  }
}

type Answer = [kind: 1, id: number, refusal: Refusal | null, result: { value?: unknown }]

/** Opens a session of a Firefox that listens to Marionette, into which geckodriver translates WebDriver. */
export async function openMarionette(port: number): Promise<Driver> {
  const socket = connect(port, '127.0.0.1')
  const waiting = new Map<number, PromiseWithResolvers<unknown>>()
  const greeted = Promise.withResolvers<void>()
  socket.once('error', greeted.reject)
  socket.once('close', () => {
    for (const { reject } of waiting.values()) reject(new Error('Firefox closed the connection.'))
  })
  readMessages(socket, (message) => {
    if (!Array.isArray(message)) return greeted.resolve()
    const [, id, refusal, result] = message as Answer
    const settled = waiting.get(id)
    waiting.delete(id)
    if (refusal) settled?.reject(new DriverError(refusal))
    else settled?.resolve(result.value)
  })
  let count = 0
  const ask = (name: string, parameters: Record<string, unknown>) => {
    count += 1
    const settled = Promise.withResolvers<unknown>()
    waiting.set(count, settled)
    const text = JSON.stringify([0, count, name, parameters])
    socket.write(`${Buffer.byteLength(text)}:${text}`)
    return settled.promise
  }
  await greeted.promise
  await ask('WebDriver:NewSession', {})
  return { send: (command, parameters = {}) => ask(commands[command][2], parameters) }
}

/** Reads messages that start with their length in bytes and a colon. */
function readMessages(socket: Socket, onMessage: (message: unknown) => void): void {
  let bytes = Buffer.alloc(0)
  socket.on('data', (chunk: Buffer) => {
    bytes = Buffer.concat([bytes, chunk])
    for (;;) {
      const colon = bytes.indexOf(':')
      const end = colon + 1 + Number(bytes.subarray(0, Math.max(colon, 0)))
      if (colon < 0 || bytes.byteLength < end) return
      onMessage(JSON.parse(bytes.subarray(colon + 1, end).toString()))
      bytes = bytes.subarray(end)
    }
  })
}
