import assert from 'node:assert/strict'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, it } from 'node:test'
import { askRunningProcess, interrupted } from './control.ts'
import type { Config } from './ground/settings.ts'

let dataDir: string
before(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'nodeyard-control-'))
})
after(() => rm(dataDir, { recursive: true }))

/** Forwards a command to a process that ends as `end` does. */
async function ask(end: (response: ServerResponse) => void) {
  const server = createServer((_request, response) => end(response))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  await writeFile(join(dataDir, 'control.json'), JSON.stringify({ port, secret: 'secret' }))
  const said: string[] = []
  const code = await askRunningProcess({ dataDir } as Config, ['import', 'list'], (line) => said.push(line))
  server.close()
  return { code, said, port }
}

describe('a command that another process runs', () => {
  it('is interrupted when that process ends, before or after it said something', async () => {
    assert.deepEqual((await ask((response) => response.destroy())).code, interrupted)
    const { code, said } = await ask((response) => {
      response.writeHead(200).write('500 nodes are read.\n', () => response.destroy())
    })
    assert.deepEqual([code, said], [interrupted, ['500 nodes are read.']])
  })

  it('is not forwarded to a process that is no longer there', async () => {
    await ask((response) => response.end())
    const code = await askRunningProcess({ dataDir } as Config, ['import', 'list'], () => {})
    assert.equal(code, undefined)
  })
})
