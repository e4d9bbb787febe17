import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { brotliCompressSync, zstdCompressSync } from 'node:zlib'

export type Lie =
  | 'none'
  /** Files end before their length. */
  | 'cut-off'
  /** Files contain other bytes than their digests promise. */
  | 'other-bytes'
  /** The pointer is changed, so its signature is wrong. */
  | 'changed-pointer'
  /** The first pointer is served again. */
  | 'old-pointer'
  /** Files unpack to far more than announced. */
  | 'bomb'
  | 'redirect'
  | 'no-recent'
  /** Recent changes are well-formed, but differ from the pointer's. */
  | 'wrong-recent'
  | 'endless-pointer'

export interface LyingRegistry {
  url: string
  lie: Lie
  /** Served instead of the real one. */
  pointer: string | undefined
  /** The last part of each requested path. */
  requested: string[]
  /** Runs before a file is served. */
  meanwhile(): Promise<unknown>
  close(): Promise<void>
}

/** A registry that forwards to another one and adds faults. */
export async function lyingRegistry(truth: string): Promise<LyingRegistry> {
  let firstPointer: string | undefined
  let snapshots = new Set<string>()

  const server = createServer(async (request, response) => {
    const path = request.url ?? ''
    const name = path.split('/').at(-1) ?? ''
    registry.requested.push(name)
    if (/^[0-9a-f]{64}$/.test(name)) await registry.meanwhile()
    const answer = await fetch(truth + path)
    const text = await answer.text()
    if (!answer.ok) response.writeHead(answer.status).end(text)
    else if (name === 'latest') answerPointer(text, response)
    else if (name === 'keys') response.end(text)
    else answerFile(text, snapshots.has(name), response)
  })

  function answerPointer(text: string, response: ServerResponse): void {
    firstPointer ??= text
    const { payload } = JSON.parse(text) as { payload: string }
    const { snapshot } = JSON.parse(Buffer.from(payload, 'base64url').toString())
    snapshots = snapshots.add(snapshot.digest)
    if (registry.pointer !== undefined) response.end(registry.pointer)
    else if (registry.lie === 'old-pointer') response.end(firstPointer)
    else if (registry.lie === 'redirect') response.writeHead(302, { location: 'http://10.0.0.1/' }).end()
    else if (registry.lie === 'changed-pointer') response.end(changed(text))
    else if (registry.lie === 'endless-pointer') {
      response.writeHead(200, { 'content-encoding': 'zstd' })
      response.end(zstdCompressSync(Buffer.alloc(50_000_000)))
    } else response.end(text)
  }

  function answerFile(text: string, isSnapshot: boolean, response: ServerResponse): void {
    if (registry.lie === 'cut-off') {
      response.writeHead(200, { 'content-length': text.length * 2 })
      response.write(text.slice(0, text.length / 2), () => response.destroy())
    } else if (registry.lie === 'other-bytes') response.end(text.replace('"name"', '"nama"'))
    else if (registry.lie === 'bomb') {
      response.writeHead(200, { 'content-encoding': 'br' })
      response.end(brotliCompressSync(Buffer.alloc(50_000_000)))
    } else if (registry.lie === 'no-recent' && !isSnapshot) response.writeHead(404).end()
    else if (registry.lie === 'wrong-recent' && !isSnapshot) response.end(`${text.split('\n')[0]}\n`)
    else response.end(text)
  }

  const registry: LyingRegistry = {
    url: '',
    lie: 'none',
    pointer: undefined,
    requested: [],
    meanwhile: async () => {},
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  registry.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return registry
}

function changed(pointer: string): string {
  const { payload, ...rest } = JSON.parse(pointer) as { payload: string }
  const catalogue = JSON.parse(Buffer.from(payload, 'base64url').toString()) as { sequence: number }
  const other = JSON.stringify({ ...catalogue, sequence: catalogue.sequence + 1 })
  return JSON.stringify({ ...rest, payload: Buffer.from(other).toString('base64url') })
}
