import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'

/** A network between two programs that can stall, slow down or disconnect. */
export interface StallingProxy {
  port: number
  /** Holds all data in both directions without closing connections. */
  stall(): void
  /** Passes data again, held data first. */
  flow(): void
  /** Disconnects every connection. */
  cut(): void
  /** Disconnects every connection; new ones lead to another port of the same host. */
  redirect(port: number): void
  close(): Promise<void>
}

/** Starts a proxy in front of a port. */
export async function stallingProxy({
  port,
  host = '127.0.0.1',
}: {
  port: number
  host?: string
}): Promise<StallingProxy> {
  const sockets = new Set<Socket>()
  let isStalled = false
  let targetPort = port
  const cut = () => {
    for (const socket of sockets) socket.destroy()
  }
  const track = (socket: Socket) => {
    sockets.add(socket)
    socket.on('error', () => {}).once('close', () => sockets.delete(socket))
    if (isStalled) socket.pause()
  }
  const server = createServer((near) => {
    const far = connect(targetPort, host)
    for (const [from, to] of [
      [near, far],
      [far, near],
    ] as const) {
      from.on('data', (bytes) => to.write(bytes))
      from.once('close', () => to.destroy())
      track(from)
    }
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    port: (server.address() as AddressInfo).port,
    stall() {
      isStalled = true
      for (const socket of sockets) socket.pause()
    },
    flow() {
      isStalled = false
      for (const socket of sockets) socket.resume()
    },
    cut,
    redirect(other) {
      targetPort = other
      cut()
    },
    async close() {
      cut()
      server.close()
      await once(server, 'close')
    },
  }
}
