import assert from 'node:assert/strict'
import { before, describe, it } from 'node:test'
import { getNode, getNodeScore, getNodeVersion, updateVersion } from '@nodeyard/contract/packs'
import { announce, upload } from '../../../test/command-line-client.ts'
import { buildPack } from '../../../test/pack.ts'
import { type TestPublisher, testPublisher } from '../../../test/publishing.ts'
import { useWorld } from '../../../test/world.ts'

const registry = useWorld()
let acme: TestPublisher
let owner: { id: string; email: string; name: string }

const working = (name: string) => `class ${name}:\n    pass\n\nNODE_CLASS_MAPPINGS = {"${name}": ${name}}\n`
const broken = `from .palettes import colors\n${working('Tint')}`
const none = 'NODE_CLASS_MAPPINGS = {}\n'

interface Sent {
  version: string
  code: string
  allowed?: string[]
  description?: string
}

/** Publishes as existing clients do, or with the failures that `nodeyard` sends. */
async function publish(id: string, { version, code, allowed, description }: Sent): Promise<void> {
  const { world } = registry
  const response = await announce({
    apiUrl: await world.listen(),
    publisherId: acme.id,
    nodeId: id,
    token: acme.token,
    version,
    ...(description ? { node: { description } } : {}),
    ...(allowed ? { nodeVersion: { allowed_failures: allowed } } : {}),
  })
  assert.equal(response.status, 201, await response.clone().text())
  const { signedUrl } = await response.json()
  await upload(signedUrl, buildPack({ id, version, files: { '__init__.py': code } }))
  await world.runJobs()
}

const nodeOf = (nodeId: string) => registry.world.anonymous.call(getNode, { params: { nodeId } })
const versionOf = (nodeId: string, version: string) =>
  registry.world.anonymous.call(getNodeVersion, { params: { nodeId, version } })
const installed = async (id: string, version = '') =>
  (
    await registry.world.fetch(`http://registry.test/nodes/${id}/install${version && `?version=${version}`}`)
  ).json()

describe('a version that the tool cannot load', () => {
  before(async () => {
    owner = await registry.world.given.user()
    acme = await testPublisher(registry.world, { owner })
  })

  it('is listed, but existing clients get the version before it', async () => {
    await publish('tint', { version: '1.0.0', code: working('Tint'), description: 'Works.' })
    await publish('tint', { version: '1.1.0', code: broken, description: 'Fails.' })
    const { status, downloadUrl, load_failures } = await versionOf('tint', '1.1.0')
    assert.deepEqual(
      [status, typeof downloadUrl, load_failures],
      [
        'NodeVersionStatusActive',
        'string',
        [
          {
            rule: 'import-missing',
            message: 'This line imports `.palettes`, but the archive has no palettes.py.',
            file: '__init__.py',
            line: 1,
          },
        ],
      ],
    )
    assert.equal((await installed('tint')).version, '1.0.0')
    assert.equal((await installed('tint', '1.1.0')).version, '1.1.0')
    const { latest_version, description, install } = await nodeOf('tint')
    assert.deepEqual(
      [latest_version?.version, description, install.state],
      ['1.0.0', 'Works.', 'installable'],
    )
  })

  it('is the latest once its publisher allows the failure, with what it says about the pack', async () => {
    const { world } = registry
    const params = { publisherId: acme.id, nodeId: 'tint', versionId: '1.1.0' }
    const allow = (allowed_failures: string[]) =>
      world.as(owner).call(updateVersion, { params, body: { allowed_failures } })
    const [failure] = (await allow(['import-missing'])).load_failures ?? []
    assert.equal(failure?.allowed, true)
    const { latest_version, description } = await nodeOf('tint')
    assert.deepEqual([latest_version?.version, description], ['1.1.0', 'Fails.'])
    assert.equal((await installed('tint')).version, '1.1.0')
    const { judged } = await world.anonymous.call(getNodeScore, { params: { nodeId: 'tint' } })
    assert.equal(judged?.next?.name, 'loads')
    await allow([])
    assert.equal((await nodeOf('tint')).latest_version?.version, '1.0.0')
  })

  it('is the latest if the request allows the failure', async () => {
    await publish('shade', { version: '1.0.0', code: working('Shade') })
    await publish('shade', { version: '1.1.0', code: broken, allowed: ['import-missing'] })
    assert.equal((await installed('shade')).version, '1.1.0')
  })

  it('stays the latest when only a later check found the failure and its changelog changes', async () => {
    const { world } = registry
    await publish('glow', { version: '1.0.0', code: working('Glow') })
    await publish('glow', { version: '1.1.0', code: working('Glow') })
    const load_failures = [{ rule: 'import-missing', message: 'A file is missing.' }]
    await world.deps.db
      .updateTable('node_versions')
      .set({ load_failures: JSON.stringify(load_failures) })
      .where('version', '=', '1.1.0')
      .where('node_id', '=', 'glow')
      .execute()
    const params = { publisherId: acme.id, nodeId: 'glow', versionId: '1.1.0' }
    await world.as(owner).call(updateVersion, { params, body: { changelog: 'Faster.' } })
    assert.equal((await nodeOf('glow')).latest_version?.version, '1.1.0')
  })

  it('says why nothing can be installed when it is the first one', async () => {
    await publish('hue', { version: '1.0.0', code: 'def f(:\n' })
    const { install, latest_version } = await nodeOf('hue')
    assert.equal(latest_version, undefined)
    assert.equal(install.state, 'cannot_load')
    assert.match(install.reason ?? '', /__init__\.py|Python/)
    await publish('hue', { version: '1.0.1', code: working('Hue') })
    assert.equal((await nodeOf('hue')).install.state, 'installable')
  })

  it('is one that lost all nodes of the version before', async () => {
    await publish('mono', { version: '1.0.0', code: working('Mono') })
    await publish('mono', { version: '2.0.0', code: none })
    assert.deepEqual((await versionOf('mono', '2.0.0')).load_failures, [
      {
        rule: 'nodes-lost',
        message: 'This version has no nodes; version 1.0.0 has 1.',
        file: '__init__.py',
      },
    ])
    assert.equal((await installed('mono')).version, '1.0.0')
    await publish('front', { version: '1.0.0', code: none })
    assert.equal((await versionOf('front', '1.0.0')).load_failures, undefined)
  })

  it('is named in the event of its release', async () => {
    const events = await registry.world.deps.db
      .selectFrom('audit_events')
      .select('after')
      .where('action', '=', 'version.activate')
      .execute()
    const found = events.flatMap(({ after }) => {
      const { node, version, load_failure } = after as Record<string, string>
      return load_failure === undefined ? [] : [`${node} ${version}`]
    })
    assert.deepEqual(found.sort(), ['hue 1.0.0', 'mono 2.0.0', 'tint 1.1.0'])
  })
})
