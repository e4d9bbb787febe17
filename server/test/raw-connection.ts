import { once } from 'node:events'
import { connect, type Socket } from 'node:net'

export interface RawAnswer {
  status: number
  headers: Headers
  body: Buffer
}

/**
 * A connection for raw bytes that no well-behaved program sends. It reads only on request, like a program
 * that writes its whole request first and loses the response when the connection is reset.
 */
export class RawConnection {
  readonly #socket: Socket
  #received = Buffer.alloc(0)
  #failure: Error | undefined

  private constructor(socket: Socket) {
    this.#socket = socket
    socket.pause()
    socket.on('error', (error) => {
      this.#failure = error
    })
  }

  static async open(address: string): Promise<RawConnection> {
    const { hostname, port } = new URL(address)
    const socket = connect(Number(port), hostname)
    await once(socket, 'connect')
    return new RawConnection(socket)
  }

  /** Resolves once the system has accepted all bytes. */
  async send(...parts: (string | Buffer)[]): Promise<void> {
    for (const part of parts) {
      await new Promise<void>((resolve, reject) => {
        this.#socket.write(part, (error) => (error ? reject(error) : resolve()))
      })
    }
  }

  /** Reads the next whole response; a response to HEAD has no body. */
  async receive({ hasBody = true } = {}): Promise<RawAnswer> {
    for (;;) {
      const end = this.#received.indexOf('\r\n\r\n')
      if (end >= 0) {
        const { status, headers } = parseHead(this.#received.subarray(0, end).toString('latin1'))
        const length = hasBody ? Number(headers.get('content-length') ?? 0) : 0
        const whole = end + 4 + length
        if (this.#received.length >= whole) {
          const body = this.#received.subarray(end + 4, whole)
          this.#received = this.#received.subarray(whole)
          return { status, headers, body }
        }
      }
      await this.#readMore()
    }
  }

  close(): void {
    this.#socket.destroy()
  }

  async #readMore(): Promise<void> {
    if (this.#failure) throw this.#failure
    const chunk = this.#socket.read() as Buffer | null
    if (chunk) this.#received = Buffer.concat([this.#received, chunk])
    else if (this.#socket.readableEnded || this.#socket.destroyed)
      throw new Error('The connection has ended.')
    else await this.#somethingHappens()
  }

  #somethingHappens(): Promise<void> {
    return new Promise((resolve) => {
      const names = ['readable', 'end', 'close']
      const done = () => {
        for (const name of names) this.#socket.off(name, done)
        resolve()
      }
      for (const name of names) this.#socket.on(name, done)
    })
  }
}

function parseHead(head: string): { status: number; headers: Headers } {
  const [first = '', ...lines] = head.split('\r\n')
  const headers = new Headers()
  for (const line of lines) {
    const colon = line.indexOf(':')
    headers.append(line.slice(0, colon), line.slice(colon + 1).trim())
  }
  return { status: Number(first.split(' ')[1]), headers }
}
