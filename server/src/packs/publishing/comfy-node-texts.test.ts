import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { getComfyNode, listVersionComfyNodes } from '@nodeyard/contract/packs'
import { testPublisher } from '../../../test/publishing.ts'
import { useWorld } from '../../../test/world.ts'
import { findVersion } from '../nodes/versions/sql.ts'
import { extractAgain } from './pipeline.ts'

const holder = useWorld()

const web = '[tool.comfy]\nweb = "web"\n'

async function documented() {
  const { world } = holder
  const publisher = await testPublisher(world)
  const id = `${publisher.id}-blur`
  const name = `${id} Blur`
  const version = await publisher.publish({
    id,
    files: {
      'pyproject.toml': `[project]\nname = "${id}"\nversion = "1.0.0"\n[project.urls]\nRepository = "https://github.com/acme/blur"\n${web}`,
      '__init__.py': `class Blur:
    RETURN_TYPES = ("IMAGE",)
    FUNCTION = "run"
    @classmethod
    def INPUT_TYPES(cls): return {"required": {"radius": ("INT",)}}
NODE_CLASS_MAPPINGS = {"${name}": Blur}
`,
      'locales/fr/nodeDefs.json': JSON.stringify({
        [name]: { display_name: 'Flou', inputs: { radius: { name: 'rayon' } } },
      }),
      'locales/zh-CN/nodeDefs.json': JSON.stringify({ [name]: { display_name: '模糊' } }),
      'locales/en/nodeDefs.json': JSON.stringify({ [name]: { display_name: 'Soft blur' } }),
      [`web/docs/${name}.md`]:
        '# Blur\n\n![picture](Blur/a.png)\n\n<script>alert(1)</script><p onclick="x()">Softly.</p>',
      [`web/docs/${name}/fr.md`]: '# Flou',
    },
  })
  return { ...version, name }
}

describe('texts about comfy-nodes', () => {
  it("reads, stores and serves a pack's texts in the reader’s language", async () => {
    const { world } = holder
    const { nodeId, name } = await documented()
    const path = { nodeId, version: '1.0.0' }
    const inLanguage = async (language: string) => {
      const { comfy_nodes } = await world.anonymous.call(listVersionComfyNodes, {
        params: path,
        query: { language },
      })
      return comfy_nodes[0]
    }
    assert.equal((await inLanguage('fr'))?.translation?.inputs?.['radius']?.name, 'rayon')
    assert.equal((await inLanguage('zh'))?.translation?.display_name, '模糊')
    assert.equal((await inLanguage('ko'))?.translation?.display_name, 'Soft blur')
    assert.equal((await inLanguage('ko'))?.has_documentation, true)
    const plain = await world.anonymous.call(listVersionComfyNodes, { params: path, query: {} })
    assert.ok(!('translation' in (plain.comfy_nodes[0] ?? {})), 'translations are sent only on request')

    const detail = await world.anonymous.call(getComfyNode, { params: { ...path, comfyNodeName: name } })
    assert.deepEqual(Object.keys(detail.translations ?? {}).sort(), ['en', 'fr', 'zh-CN'])
    const [shared, french] = detail.documentation ?? []
    assert.equal(french?.language, 'fr')
    assert.match(shared?.html ?? '', /<h2 id="user-content-\d+-blur">Blur<\/h2>/)
    assert.match(shared?.html ?? '', /<p>Softly\.<\/p>/)
    assert.doesNotMatch(shared?.html ?? '', /script|onclick/)
    assert.match(
      shared?.html ?? '',
      /src="https:\/\/github\.com\/acme\/blur\/raw\/HEAD\/web\/docs\/Blur\/a\.png"/,
    )
  })

  it('replaces the texts when a version is read again', async () => {
    const { world } = holder
    const { id } = await documented()
    const { db } = world.deps
    const texts = () => db.selectFrom('comfy_node_texts').selectAll().where('version_id', '=', id).execute()
    const before = await texts()
    assert.equal(before.length, 4)
    await db.updateTable('node_versions').set({ extract_status: 'pending' }).where('id', '=', id).execute()
    await extractAgain(world.deps, id)
    assert.deepEqual(await texts(), before)
  })

  it('accepts null characters, lone surrogates and endless words everywhere', async () => {
    const { world } = holder
    const publisher = await testPublisher(world)
    const odd = '"a\\x00b\\ud800"'
    const name = `${publisher.id} Blur`
    const long = Array.from({ length: 9000 }, (_, place) => place.toString(36)).join('')
    const { id } = await publisher.publish({
      id: `${publisher.id}-blur`,
      files: {
        'nodes.py': `import os
class Blur:
    """\\x00"""
    RETURN_TYPES = (${odd}, "${long}")
    RETURN_NAMES = (${odd}, "${long}")
    CATEGORY = ${odd} + "${long}"
    FUNCTION = ${odd}
    @classmethod
    def INPUT_TYPES(cls): return {"required": {${odd}: ("INT", {"tooltip": ${odd}}), "${long}": ("${long}",)}}
os.getenv(${odd})
NODE_CLASS_MAPPINGS = {"${name}": Blur}
NODE_DISPLAY_NAME_MAPPINGS = {"${name}": ${odd} + "${long}"}
`,
        'locales/fr/nodeDefs.json': JSON.stringify({
          [name]: { display_name: '\0', inputs: { '\0': { name: '\ud800' } } },
        }),
      },
    })
    assert.equal((await findVersion(world.deps.db, id))?.status, 'active')
  })
})
