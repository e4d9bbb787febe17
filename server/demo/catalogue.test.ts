import assert from 'node:assert/strict'
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { nodeIdPattern, publisherIdPattern } from '../../contract/src/shapes.ts'
import catalogue from './catalogue.json' with { type: 'json' }
import { readProjectFile } from './project-file.ts'

const packs = join(import.meta.dirname, 'packs')
const listed = catalogue.packs.flatMap(({ publisher, versions }) =>
  versions.map((version) => ({ publisher, ...version })),
)

test('every folder is listed once, and every listed folder is there', () => {
  assert.deepEqual(listed.map(({ folder }) => folder).sort(), readdirSync(packs).sort())
})

test('the catalogue and the project files say the same', async () => {
  const publishers = catalogue.publishers.map(({ id }) => id)
  for (const { publisher, folder, version } of listed) {
    const project = await readProjectFile(join(packs, folder))
    assert.deepEqual([project.publisherId, project.version], [publisher, version], folder)
    assert.equal(folder.split('@')[0], project.id)
    assert.match(project.id, new RegExp(nodeIdPattern))
    assert.notEqual(project.node.name, '')
    assert(publishers.includes(publisher), publisher)
    assert.match(publisher, new RegExp(publisherIdPattern))
  }
})

test('versions of one pack rise', () => {
  for (const { versions } of catalogue.packs) {
    const numbers = versions.map(({ version }) => version)
    assert.deepEqual(numbers.toSorted(), numbers)
  }
})
