import assert from 'node:assert/strict'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { before, describe, it } from 'node:test'
import { listAttestations } from '@nodeyard/contract/packs'
import { attestationVerifier } from '../../../server/src/packs/attestations/verify.ts'
import { FakeSigstore } from '../../../server/test/fakes/sigstore.ts'
import { type TestPublisher, testPublisher } from '../../../server/test/publishing.ts'
import { withJobs } from '../../../server/test/with-jobs.ts'
import { useWorld } from '../../../server/test/world.ts'
import { folderWith, packOf, Terminal } from '../run.test-support.ts'

const sigstore = new FakeSigstore(new Date('2026-01-01T00:00:00Z'))
const registry = useWorld({ attestationVerifier: attestationVerifier(async () => sigstore.trustedRoot()) })
const terminal = new Terminal()
let acme: TestPublisher

/** Packs a folder and signs the archive, as a workflow does. Returns the path of the bundle. */
async function signed(folder: string, part: object = {}): Promise<string> {
  const out = await folderWith({})
  const { sha256 } = await terminal.json<{ sha256: string }>('pack', folder, '--output', join(out, 'a.zip'))
  const bundle = sigstore.attest({ digest: sha256, at: registry.world.now(), ...part })
  await writeFile(join(out, 'bundle.json'), JSON.stringify(bundle))
  return join(out, 'bundle.json')
}

const publish = (folder: string, bundle: string) =>
  withJobs(registry.world, terminal.run('publish', folder, '--bundle', bundle))

describe('publishing with a Sigstore bundle', () => {
  before(async () => {
    acme ??= await testPublisher(registry.world, { id: 'acme' })
    Object.assign(terminal.env, {
      NODEYARD_REGISTRY: await registry.world.listen(),
      NODEYARD_TOKEN: acme.token,
    })
  })

  it('adds the bundle of the archive that pack wrote', async () => {
    const folder = await folderWith(packOf('attested', 'acme'))
    const { code, stdout, stderr } = await publish(folder, await signed(folder))
    assert.equal(code, 0, stderr)
    assert.match(stdout, /^Uploaded the attestation, signed by https:\/\/github\.com\/acme/m)
    const params = { nodeId: 'attested', version: '1.0.0' }
    const { attestations } = await registry.world.anonymous.call(listAttestations, { params })
    assert.equal(attestations.length, 1)
  })

  it('sends nothing with a bundle about another file, or something else', async () => {
    const folder = await folderWith(packOf('other', 'acme'))
    const other = await signed(await folderWith(packOf('another', 'acme')))
    const wrong = await publish(folder, other)
    assert.equal(wrong.code, 1)
    assert.match(wrong.stderr, /is about another file: .*[0-9a-f]{64}\. Sign the file/)
    for (const text of ['{}', 'no JSON', JSON.stringify({ dsseEnvelope: { payload: 'e30=' } })]) {
      const { code, stderr } = await publish(folder, join(await folderWith({ b: text }), 'b'))
      assert.deepEqual([code, /is not a Sigstore bundle/.test(stderr)], [1, true], stderr)
    }
    const { code } = await terminal.run('info', 'other')
    assert.equal(code, 1)
  })

  it('follows the version, and fails, if the registry refuses the bundle', async () => {
    const folder = await folderWith(packOf('untrusted', 'acme'))
    const other = new FakeSigstore(new Date('2026-01-01T00:00:00Z'))
    const path = await signed(folder)
    const { digests } = await import('./bundle.ts').then(({ readBundle }) => readBundle(path))
    const forged = other.attest({ digest: digests[0] ?? '', at: registry.world.now() })
    await writeFile(path, JSON.stringify(forged))
    const { code, stdout, stderr } = await publish(folder, path)
    assert.match(stdout, /untrusted 1\.0\.0 is live/)
    assert.match(stderr, /The archive was uploaded, but the registry refused the Sigstore bundle \(400\)/)
    assert.equal(code, 1)
  })
})

describe('nodeyard pack', () => {
  it('writes the same bytes for the same files', async () => {
    const folder = await folderWith(packOf('twice', 'acme'))
    const home = new Terminal()
    home.folder = await folderWith({})
    const first = await home.json<{ path: string; sha256: string }>('pack', folder)
    assert.equal(first.path, join(home.folder, 'twice-1.0.0.zip'))
    assert.equal((await home.json('pack', folder, '--output', 'b.zip'))['sha256'], first.sha256)
    assert.deepEqual(await readFile(join(home.folder, 'b.zip')), await readFile(first.path))
  })

  it('writes nothing that would become part of the pack', async () => {
    const folder = await folderWith(packOf('inside', 'acme'))
    const { code, stderr } = await terminal.run('pack', folder, '--output', join(folder, 'a.zip'))
    assert.equal(code, 1)
    assert.match(stderr, /would become part of the pack/)
    await assert.rejects(readFile(join(folder, 'a.zip')))
  })
})
