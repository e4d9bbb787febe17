import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { describe, it } from 'node:test'
import { fileURLToPath } from 'node:url'
import { RepositoryHost } from '../../../test/fakes/repository-host.ts'
import { packFiles } from './readings.test-support.ts'

const child = fileURLToPath(new URL('../../../test/reading-child.ts', import.meta.url))
const names = Array.from({ length: 8 }, (_, at) => `ann/pack-${at}`)
/** One more than threads; see `readDue`. */
const maxAtOnce = 3

interface Found {
  counts: Record<string, number>
  readings: { node_id: string; commit_id: string }[]
  broken: unknown[]
}

interface Life {
  /** The registry is killed at the request for this archive. */
  killAt?: number
  /** How far its clock is ahead. */
  hours?: number
}

/** Runs a registry until it has read everything or is killed. */
async function live(
  folder: string,
  host: RepositoryHost,
  url: string,
  { killAt, hours = 0 }: Life = {},
): Promise<Found | undefined> {
  const running = spawn(process.execPath, [child, folder, url, names.join(), `${hours}`])
  const problems = text(running.stderr)
  const output = text(running.stdout)
  let archives = 0
  host.onRequest = (path) => {
    if (path.includes('/archive/') && ++archives === killAt) running.kill('SIGKILL')
  }
  const [code, signal] = await new Promise<[number | null, string | null]>((resolve) =>
    running.once('exit', (...ended) => resolve(ended)),
  )
  if (signal === 'SIGKILL') return undefined
  assert.equal(code, 0, await problems)
  return JSON.parse(await output) as Found
}

/** Returns the requests for archives since the last call. */
function takeArchives({ requests }: RepositoryHost): string[] {
  return requests.splice(0).filter((path) => path.includes('/archive/'))
}

describe('reading repositories across crashes', () => {
  it('loses nothing, and repeats only what was being read', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'nodeyard-reading-crash-'))
    const host = new RepositoryHost()
    const url = await host.listen()
    for (const name of names) host.put(name, packFiles(name.slice(4)))
    try {
      for (const killAt of [3, 4]) assert.equal(await live(folder, host, url, { killAt }), undefined)
      const begun = new Set(takeArchives(host))
      await live(folder, host, url)
      // Those that were being read wait, so that one that ends the process is not the first one again.
      assert.ok(takeArchives(host).every((path) => !begun.has(path)))
      const found = await live(folder, host, url, { hours: 2 })
      const expected = names.map((name) => [name.replace('/', '-'), host.commitOf(name)])
      const read = found?.readings.map(({ node_id, commit_id }) => [node_id, commit_id]).toSorted()
      assert.deepEqual([read, found?.broken], [expected, []])
      assert.ok(takeArchives(host).length <= 2 * maxAtOnce)
      assert.deepEqual((await live(folder, host, url))?.counts, {})
      assert.deepEqual(host.requests, [])
    } finally {
      await host.close()
      await rm(folder, { recursive: true, force: true })
    }
  })
})
