import assert from 'node:assert/strict'
import { before, describe, it } from 'node:test'
import { getNode } from '@nodeyard/contract/packs'
import { upload } from '../../../test/command-line-client.ts'
import { buildPack } from '../../../test/pack.ts'
import { type TestPublisher, testPublisher } from '../../../test/publishing.ts'
import { useWorld } from '../../../test/world.ts'

const registry = useWorld()
let acme: TestPublisher

/** Publishes an archive with a request that has only these values. */
async function publish(
  id: string,
  said: { node?: object; version?: object; number?: string; manifest?: string },
): Promise<{ findings: { rule: string; message: string }[] }> {
  const { world } = registry
  const { number = '1.0.0' } = said
  const response = await world.fetch(`http://registry.test/publishers/${acme.id}/nodes/${id}/versions`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({
      personal_access_token: acme.token,
      node: { id, ...said.node },
      node_version: { version: number, ...said.version },
    }),
  })
  assert.equal(response.status, 201, await response.clone().text())
  const { signedUrl, node_version } = await response.json()
  const files = said.manifest === undefined ? {} : { 'pyproject.toml': said.manifest }
  const uploaded = await upload(signedUrl, buildPack({ id, version: number, files }))
  assert.equal(uploaded.status, 200)
  await world.runJobs()
  return world.deps.db
    .selectFrom('version_analyses')
    .select('findings')
    .where('version_id', '=', node_version.id)
    .executeTakeFirstOrThrow()
}

const nodeOf = (nodeId: string) => registry.world.anonymous.call(getNode, { params: { nodeId } })

const full = (id: string, more = '') => `[project]
name = "${id}"
version = "1.0.0"
description = "Blurs pictures."
license = "MIT"
dependencies = ["numpy>=1.26", "comfyui-frontend-package>=1.20"]
classifiers = ["Operating System :: OS Independent", "Environment :: GPU :: NVIDIA CUDA"]
[project.urls]
Repository = "https://github.com/acme/${id}.git"
[tool.comfy]
PublisherId = "acme"
DisplayName = "Soft Blur"
requires-comfyui = ">=0.3.0"
${more}`

describe('values that a publish request omits', () => {
  before(async () => {
    acme = await testPublisher(registry.world)
  })

  it('come from the project file in the archive', async () => {
    const pictures = 'Icon = "https://example.org/i.png"\nBanner = "https://example.org/b.png"\n'
    const { findings } = await publish('omitted', { manifest: full('omitted', pictures) })
    assert.deepEqual(findings, [])
    const { latest_version: version, ...node } = await nodeOf('omitted')
    assert.equal(node.name, 'Soft Blur')
    assert.equal(node.description, 'Blurs pictures.')
    assert.match(node.license ?? '', /MIT/)
    assert.equal(node.repository, 'https://github.com/acme/omitted')
    assert.equal(node.icon, 'https://example.org/i.png')
    assert.equal(node.banner_url, 'https://example.org/b.png')
    assert.deepEqual(version?.dependencies, ['numpy>=1.26'])
    assert.deepEqual(version?.supported_os, ['OS Independent'])
    assert.deepEqual(version?.supported_accelerators, ['CUDA'])
    assert.equal(version?.supported_comfyui_version, '>=0.3.0')
    assert.equal(version?.supported_comfyui_frontend_version, '>=1.20')
  })

  it('stay as they are where the project file states none either', async () => {
    await publish('kept', { node: { description: 'Softens.' }, manifest: '[project]\nname = "kept"\n' })
    await publish('kept', { number: '1.1.0', manifest: '[project]\nname = "kept"\n' })
    assert.equal((await nodeOf('kept')).description, 'Softens.')
  })

  it('are left out with a finding where the registry refuses them', async () => {
    const manifest = full('unusable', `Icon = "../icon.png"\n`).replace('Blurs pictures.', 'x'.repeat(1001))
    const { findings } = await publish('unusable', { manifest })
    const messages = findings.map(({ message }) => message)
    assert.ok(messages.some((one) => /^Icon in \[tool\.comfy\] must be the http/.test(one)))
    assert.ok(messages.some((one) => /^description in \[project\] must not have more than 1000/.test(one)))
    const node = await nodeOf('unusable')
    assert.deepEqual([node.icon ?? '', node.description], ['', ''])
    assert.equal(node.name, 'Soft Blur')
  })
})

describe('values that a publish request states otherwise than the project file', () => {
  it('count, with a finding that names them', async () => {
    const said = {
      node: { description: 'Other.', license: '{"text": "MIT"}', repository: '' },
      version: { dependencies: [] },
    }
    const { findings } = await publish('differing', { ...said, manifest: full('differing') })
    assert.deepEqual(
      findings.map(({ rule, message }) => [rule, message]),
      [
        [
          'manifest-values-differ',
          'The publish request and the project file differ: dependencies, description, repository_url.',
        ],
      ],
    )
    const node = await nodeOf('differing')
    assert.equal(node.description, 'Other.')
    assert.deepEqual(node.latest_version?.dependencies, [])
  })
})
