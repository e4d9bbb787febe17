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

/** Runs a registry until it has read everything, or kills it at the request for this archive. */
async function live(
  folder: string,
  host: RepositoryHost,
  url: string,
  killAt?: number,
): Promise<Found | undefined> {
  const running = spawn(process.execPath, [child, folder, url, names.join()])
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

describe('reading repositories across crashes', () => {
  it('loses nothing, and repeats only what was being read', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'nodeyard-reading-crash-'))
    const host = new RepositoryHost()
    const url = await host.listen()
    for (const name of names) host.put(name, packFiles(name.slice(4)))
    try {
      for (const killAt of [3, 4]) assert.equal(await live(folder, host, url, killAt), undefined)
      const found = await live(folder, host, url)
      const expected = names.map((name) => [name.replace('/', '-'), host.commitOf(name)])
      const read = found?.readings.map(({ node_id, commit_id }) => [node_id, commit_id]).toSorted()
      assert.deepEqual([read, found?.broken], [expected, []])
      const fetched = host.requests.filter((path) => path.includes('/archive/'))
      assert.ok(fetched.length <= names.length + 2 * maxAtOnce, fetched.join('\n'))
      host.requests.length = 0
      assert.deepEqual((await live(folder, host, url))?.counts, {})
      assert.deepEqual(host.requests, [])
    } finally {
      await host.close()
      await rm(folder, { recursive: true, force: true })
    }
  })
})
