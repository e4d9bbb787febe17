import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, it } from 'node:test'
import { Ajv } from 'ajv'
import addFormats from 'ajv-formats'
import { listComponents } from './sbom.ts'

const read = (name: string) => JSON.parse(readFileSync(join(import.meta.dirname, 'schemas', name), 'utf8'))

describe('the list of components', () => {
  it('is valid by the schema of CycloneDX, and leaves out what only development needs', async () => {
    const ajv = new Ajv({ strict: false, allErrors: true })
    addFormats.default(ajv)
    // Ajv has no internationalized addresses; the plain forms are stricter.
    for (const [format, plain] of [
      ['iri-reference', /^\S*$/],
      ['idn-email', /^\S+@\S+$/],
    ] as const)
      ajv.addFormat(format, plain)
    for (const name of ['spdx.schema.json', 'jsf-0.82.schema.json']) ajv.addSchema(read(name))
    const isValid = ajv.compile(read('bom-1.5.schema.json'))
    const { text } = await listComponents(join(import.meta.dirname, '../..'))
    const list: { components: { name: string }[] } = JSON.parse(text)
    assert.ok(isValid(list), JSON.stringify(isValid.errors?.slice(0, 5)))
    const names = list.components.map(({ name }) => name)
    assert.ok(names.includes('fastify') && !names.includes('recheck'))
    assert.ok(!isValid({ ...list, components: [{ name: 'no type' }] }))
  })
})
