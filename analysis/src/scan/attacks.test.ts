import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { filesOfRecord } from '../archive/pack-files.ts'
import { isBlocking } from '../ground/finding.ts'
import { inspectPack } from '../inspection/inspect.ts'
import { testParser } from '../python/parser.test-support.ts'
import { attacks } from './attacks.test-support.ts'

const parser = await testParser()

const project = '[project]\nname = "sample"\nversion = "1.0.0"\n[tool.comfy]\nPublisherId = "acme"\n'

async function blockingIn(files: Readonly<Record<string, string | Uint8Array>>): Promise<string[]> {
  const { findings } = await inspectPack(filesOfRecord({ 'pyproject.toml': project, ...files }), parser)
  return findings
    .filter(isBlocking)
    .map(({ rule, file_path, line_number }) => `${rule} ${file_path}:${line_number}`)
}

describe('the scan of a pack', () => {
  for (const { name, files, twin } of attacks) {
    it(`holds back a pack that ${name}, but not its harmless twin`, async () => {
      assert.notDeepEqual(await blockingIn(files), [])
      assert.deepEqual(await blockingIn(twin), [])
    })
  }
})
