import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { addAttestation, getAttestation, getNodeVersion, listAttestations } from '@nodeyard/contract/packs'
import { FakeSigstore, type Signing } from '../../../test/fakes/sigstore.ts'
import { testPublisher } from '../../../test/publishing.ts'
import { refused } from '../../../test/refused.ts'
import { useWorld } from '../../../test/world.ts'
import { checkAttestations } from '../publishing/missing-attestation.ts'
import { attestationVerifier } from './verify.ts'

const sigstore = new FakeSigstore(new Date('2026-01-01T00:00:00Z'))
const holder = useWorld({ attestationVerifier: attestationVerifier(async () => sigstore.trustedRoot()) })
const minuteMs = 60_000

async function scene() {
  const { world } = holder
  const publisher = await testPublisher(world)
  const nodeId = `${publisher.id}-blur`
  const publish = (version: string) => publisher.publish({ id: nodeId, version })
  const bundleFor = async (version: string, part: Partial<Signing> = {}) => {
    const { sha256 = '' } = await world.anonymous.call(getNodeVersion, { params: { nodeId, version } })
    return sigstore.attest({ digest: sha256, at: world.now(), ...part })
  }
  const add = (version: string, bundle: object, token = publisher.token) =>
    world.anonymous.call(addAttestation, {
      params: { publisherId: publisher.id, nodeId, version },
      body: { personal_access_token: token, bundle },
    })
  const list = (version: string) => world.anonymous.call(listAttestations, { params: { nodeId, version } })
  return { world, publisher, nodeId, publish, bundleFor, add, list }
}

describe('an attestation of a version', () => {
  it('is verified, explained, and given back with its bundle', async () => {
    const { world, nodeId, publish, bundleFor, add, list } = await scene()
    const { id } = await publish('1.0.0')
    const bundle = await bundleFor('1.0.0')
    const added = await add('1.0.0', bundle)
    assert.equal(added.repository_url, 'https://github.com/acme/acme-blur')
    assert.equal(added.is_of_repository, false, 'the node names another repository')
    assert.deepEqual((await list('1.0.0')).attestations, [added])
    const params = { nodeId, version: '1.0.0', attestationId: added.id }
    assert.deepEqual((await world.anonymous.call(getAttestation, { params })).bundle, bundle)
    assert.equal((await world.events(id)).at(-1)?.action, 'version.attest')
    assert.deepEqual(await add('1.0.0', bundle), added)
    assert.equal((await list('1.0.0')).attestations.length, 1)
  })

  it('is refused for another archive, with a bad bundle, and beyond five', async () => {
    const { publish, bundleFor, add } = await scene()
    await publish('1.0.0')
    await publish('1.1.0')
    await refused('attestation_of_other_archive', add('1.1.0', await bundleFor('1.0.0')))
    await refused('attestation_invalid', add('1.1.0', { mediaType: 'x' }))
    await refused('attestation_invalid', add('1.1.0', { padding: 'x'.repeat(100_001) }))
    for (let count = 0; count < 5; count++) await add('1.1.0', await bundleFor('1.1.0'))
    await refused('too_many_attestations', add('1.1.0', await bundleFor('1.1.0')))
  })

  it('is refused without a token of its publisher, before its archive has arrived, and for no version', async () => {
    const { world, publisher, nodeId, publish, bundleFor, add } = await scene()
    await publish('1.0.0')
    const bundle = await bundleFor('1.0.0')
    await refused('invalid_publish_token', add('1.0.0', bundle, 'nyp_unknown'))
    const { token } = await testPublisher(world)
    await refused('publish_token_of_other_publisher', add('1.0.0', bundle, token))
    const { secret } = await world.given.token({ publisher_id: publisher.id, actions: ['yank'] })
    await refused('publish_token_out_of_scope', add('1.0.0', bundle, secret))
    await world.given.announcedVersion({ node_id: nodeId, version: '2.0.0' })
    await refused('version_has_no_archive', add('2.0.0', bundle))
    await refused('version_not_found', add('3.0.0', bundle))
  })
})

const signal = new AbortController().signal

describe('a pack that stops having attestations', () => {
  async function attested() {
    const made = await scene()
    await made.publish('1.0.0')
    await made.add('1.0.0', await made.bundleFor('1.0.0'))
    const { id } = await made.publish('1.1.0')
    const check = () => checkAttestations.run(made.world.deps as never, { versionId: id }, signal)
    const alarms = async () =>
      (await made.world.events(id)).filter(({ action }) => action === 'version.attestation-missing').length
    return { ...made, id, check, alarms }
  }

  it('raises an alarm once there was time to upload one', async () => {
    const { world, list, check, alarms } = await attested()
    await check()
    assert.deepEqual([await alarms(), (await list('1.1.0')).last_seen], [0, undefined])
    world.advance(15 * minuteMs)
    await check()
    await check()
    assert.deepEqual([await alarms(), (await list('1.1.0')).last_seen], [1, '1.0.0'])
  })

  it('is silent when the bundle arrives, also late', async () => {
    const { world, add, bundleFor, list, check, alarms, id } = await attested()
    world.advance(15 * minuteMs)
    await check()
    assert.equal(await alarms(), 1)
    await add('1.1.0', await bundleFor('1.1.0'))
    assert.equal((await list('1.1.0')).last_seen, undefined)
    const { findings } = await world.deps.db
      .selectFrom('version_analyses')
      .select('findings')
      .where('version_id', '=', id)
      .executeTakeFirstOrThrow()
    assert.deepEqual(findings, [])
  })

  it('ignores the signatures of other signers', async () => {
    const { world, add, bundleFor, list, check, alarms } = await attested()
    await add('1.1.0', await bundleFor('1.1.0', { email: 'mallory@example.test' }))
    await add('1.1.0', await bundleFor('1.1.0', { repository: 'mallory/acme-blur' }))
    world.advance(15 * minuteMs)
    await check()
    assert.deepEqual([await alarms(), (await list('1.1.0')).last_seen], [1, '1.0.0'])
  })
})
