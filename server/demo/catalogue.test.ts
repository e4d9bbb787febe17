import assert from 'node:assert/strict'
import { readdirSync } from 'node:fs'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, describe, it } from 'node:test'
import { filesOfArchive } from '../../analysis/src/archive/pack-files.ts'
import { openArchive, verifyContents } from '../../analysis/src/archive/reader.ts'
import { sourceOfBytes } from '../../analysis/src/archive/source.ts'
import { isBlocking } from '../../analysis/src/ground/finding.ts'
import { type Inspection, inspectPack } from '../../analysis/src/inspection/inspect.ts'
import { parserFrom } from '../../analysis/src/python/parser.ts'
import { buildArchive } from '../../cli/src/pack/pack-archive.ts'
import { readProjectFile } from '../../cli/src/pack/project-file.ts'
import { selectFiles } from '../../cli/src/pack/select-files.ts'
import { nodeIdPattern, publisherIdPattern } from '../../contract/src/ground/shapes.ts'
import catalogue from './catalogue.json' with { type: 'json' }

const packs = join(import.meta.dirname, 'packs')
const listed = catalogue.packs.flatMap(({ publisher, versions }) =>
  versions.map((version) => ({ publisher, ...version })),
)

/** Packs without comfy-nodes. */
const onlyInThePage = new Set(['nodeyard-bridge'])

describe('the demo catalog', () => {
  it('lists every folder once, and only existing ones', () => {
    assert.deepEqual(listed.map(({ folder }) => folder).sort(), readdirSync(packs).sort())
  })

  it('matches the project files', async () => {
    const publishers = catalogue.publishers.map(({ id }) => id)
    for (const { publisher, folder, version } of listed) {
      const project = await readProjectFile(join(packs, folder))
      assert.deepEqual([project.publisherId, project.version], [publisher, version], folder)
      assert.equal(folder.split('@')[0], project.id)
      assert.match(project.id, new RegExp(nodeIdPattern))
      assert.ok(project.manifest?.display_name)
      assert(publishers.includes(publisher), publisher)
      assert.match(publisher, new RegExp(publisherIdPattern))
    }
  })

  it('lists the versions of a pack in ascending order', () => {
    for (const { versions } of catalogue.packs) {
      const numbers = versions.map(({ version }) => version)
      assert.deepEqual(numbers.toSorted(), numbers)
    }
  })

  it('contains only packs that pass the checks and whose comfy-nodes are found', async () => {
    for (const { folder } of listed) {
      const { comfy_nodes, undecided, readme } = await inspect(folder)
      const least = onlyInThePage.has(folder) ? 0 : 2
      assert(comfy_nodes.length >= least && comfy_nodes.length <= 6, folder)
      const unread = undecided.filter(({ reason }) => !reason.endsWith('only the running tool knows'))
      assert.deepEqual(unread, [], folder)
      assert(readme && readme.text.length > 200, folder)
      for (const { comfy_node_name, category, display_name } of comfy_nodes) {
        assert.notEqual(category, '', comfy_node_name)
        assert.notEqual(display_name, comfy_node_name)
      }
    }
  })

  it('contains exactly one flagged version, as an example for the review', async () => {
    const flagged: string[] = []
    for (const { folder, version } of listed) {
      const { findings } = await inspect(folder)
      if (findings.some(isBlocking)) flagged.push(`${folder} ${version}`)
    }
    assert.deepEqual(flagged, ['quiet-expressions 1.1.0'])
  })
})

const work = await mkdtemp(join(tmpdir(), 'demo-test-'))
after(() => rm(work, { recursive: true, force: true }))
const parser = await parserFrom(
  await readFile(new URL(import.meta.resolve('web-tree-sitter/web-tree-sitter.wasm'))),
  await readFile(new URL(import.meta.resolve('tree-sitter-python/tree-sitter-python.wasm'))),
)

async function inspect(folder: string): Promise<Inspection> {
  const path = join(work, `${folder}.zip`)
  await buildArchive(await selectFiles(join(packs, folder), [], { isWithoutGit: true }), path)
  const archive = await openArchive(sourceOfBytes(await readFile(path)))
  await verifyContents(archive)
  return inspectPack(filesOfArchive(archive), parser)
}
