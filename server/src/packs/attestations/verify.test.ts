import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { describe, it } from 'node:test'
import { limits } from '@nodeyard/contract/limits'
import { type FakeBundle, FakeSigstore, type Signing } from '../../../test/fakes/sigstore.ts'
import { attestationVerifier, trustedRootIn } from './verify.ts'

const at = new Date('2026-05-01T12:00:00Z')
const digest = 'd'.repeat(64)
const sigstore = new FakeSigstore(new Date('2026-01-01T00:00:00Z'))
const verifier = attestationVerifier(async () => sigstore.trustedRoot())
const publicVerifier = attestationVerifier(trustedRootIn())

const attest = (part: Partial<Signing> = {}) => sigstore.attest({ digest, at, ...part })

/** A build signed this file with the public instance. Source: sigstore/sigstore-conformance (Apache-2.0). */
const publicBundle = new URL('./public-bundle.test-support.json', import.meta.url)
const publicDigest = 'a0cfc71271d6e278e57cd332ff957c3f7043fdda354c4cbb190a30d56efa01bf'

describe('a Sigstore bundle', () => {
  it('passes with the trusted root in the repository if the public instance made it', async () => {
    const bundle: unknown = JSON.parse(await readFile(publicBundle, 'utf8'))
    const { issuer, repositoryUrl } = await publicVerifier.verify(bundle, publicDigest)
    assert.deepEqual(
      [issuer, repositoryUrl],
      [
        'https://token.actions.githubusercontent.com',
        'https://github.com/sigstore-conformance/extremely-dangerous-public-oidc-beacon',
      ],
    )
  })

  it('proves which build signed the archive, and when', async () => {
    assert.deepEqual(await verifier.verify(attest(), digest), {
      issuer: 'https://token.actions.githubusercontent.com',
      identity: 'https://github.com/acme/acme-blur/.github/workflows/publish.yml@refs/tags/v1.0.0',
      repositoryUrl: 'https://github.com/acme/acme-blur',
      workflow: 'https://github.com/acme/acme-blur/.github/workflows/publish.yml@refs/tags/v1.0.0',
      ref: 'refs/tags/v1.0.0',
      commit: 'a'.repeat(40),
      runUrl: 'https://github.com/acme/acme-blur/actions/runs/7/attempts/1',
      predicateType: 'https://slsa.dev/provenance/v1',
      signedAt: at,
      logIndex: '41',
    })
  })

  it('proves which person signed the archive', async () => {
    const { identity, issuer, repositoryUrl } = await verifier.verify(
      attest({ email: 'ann@example.test' }),
      digest,
    )
    assert.deepEqual(
      [identity, issuer, repositoryUrl],
      ['ann@example.test', 'https://accounts.google.com', ''],
    )
  })

  it('is refused for another file', async () => {
    await assert.rejects(verifier.verify(attest(), 'e'.repeat(64)), { code: 'attestation_of_other_archive' })
  })
})

/** Changes a base64 text in its middle. */
function spoil(text: string): string {
  const bytes = Buffer.from(text, 'base64')
  const middle = bytes.length >> 1
  bytes[middle] = (bytes[middle] ?? 0) ^ 1
  return bytes.toString('base64')
}

const payloadFor = (other: string, { dsseEnvelope: { payload } }: FakeBundle) =>
  Buffer.from(Buffer.from(payload, 'base64').toString().replaceAll(digest, other)).toString('base64')

const later = (minutes: number) => new Date(at.getTime() + minutes * 60_000)

describe('the verification of a Sigstore bundle', () => {
  const changed: Record<string, (bundle: FakeBundle) => void> = {
    'with a changed signature': ({ dsseEnvelope: { signatures } }) => {
      for (const one of signatures) one.sig = spoil(one.sig)
    },
    'with a statement about another file': (bundle) => {
      bundle.dsseEnvelope.payload = payloadFor('e'.repeat(64), bundle)
    },
    'with another type of payload': ({ dsseEnvelope }) => {
      dsseEnvelope.payloadType = 'text/plain'
    },
    'with a changed certificate': ({ verificationMaterial: { certificate } }) => {
      certificate.rawBytes = spoil(certificate.rawBytes)
    },
    'without an entry of the log': ({ verificationMaterial }) => {
      verificationMaterial.tlogEntries = []
    },
    'with a changed entry of the log': ({ verificationMaterial: { tlogEntries } }) => {
      for (const one of tlogEntries) one.canonicalizedBody = spoil(one.canonicalizedBody)
    },
    'with an entry of another time': ({ verificationMaterial: { tlogEntries } }) => {
      for (const one of tlogEntries) one.integratedTime = String(Number(one.integratedTime) + 1)
    },
    'with a promise that is not signed': ({ verificationMaterial: { tlogEntries } }) => {
      for (const { inclusionPromise } of tlogEntries)
        inclusionPromise.signedEntryTimestamp = spoil(inclusionPromise.signedEntryTimestamp)
    },
    'with a changed checkpoint': ({ verificationMaterial: { tlogEntries } }) => {
      for (const { inclusionProof } of tlogEntries)
        inclusionProof.checkpoint.envelope = inclusionProof.checkpoint.envelope.replace('\n1\n', '\n2\n')
    },
  }
  for (const [title, change] of Object.entries(changed)) {
    it(`refuses one ${title}`, async () => {
      const bundle = attest()
      change(bundle)
      await assert.rejects(verifier.verify(bundle, digest), { code: 'attestation_invalid' })
    })
  }

  it('refuses one with more certificates and log entries than builds have', async () => {
    const bundle = attest()
    for (const one of bundle.verificationMaterial.tlogEntries)
      one.canonicalizedBody = 'BQAF'.repeat(limits.attestationProofLength / 4)
    await assert.rejects(verifier.verify(bundle, digest), {
      code: 'attestation_invalid',
      message: /more than 40000 characters/,
    })
  })

  it('refuses one whose certificate had expired', async () => {
    await assert.rejects(verifier.verify(attest({ loggedAt: later(11) }), digest), {
      code: 'attestation_invalid',
    })
  })

  it('refuses one whose certificate was not valid yet', async () => {
    await assert.rejects(verifier.verify(attest({ loggedAt: later(-1) }), digest), {
      code: 'attestation_invalid',
    })
  })

  it('refuses one whose certificate is missing in the certificate log', async () => {
    await assert.rejects(verifier.verify(attest({ isLogged: false }), digest), {
      code: 'attestation_invalid',
    })
  })

  it('refuses one from another authority, and from the time before the authority', async () => {
    const stranger = new FakeSigstore(new Date('2026-01-01T00:00:00Z'))
    const early = sigstore.attest({ digest, at: new Date('2025-12-31T00:00:00Z') })
    for (const bundle of [stranger.attest({ digest, at }), early])
      await assert.rejects(verifier.verify(bundle, digest), { code: 'attestation_invalid' })
  })

  it('refuses one with the certificate of another build', async () => {
    const [one, other] = [attest(), attest({ repository: 'mallory/blur' })]
    one.verificationMaterial.certificate = other.verificationMaterial.certificate
    await assert.rejects(verifier.verify(one, digest), { code: 'attestation_invalid' })
  })

  it('refuses one that is signed with a bare key', async () => {
    const { verificationMaterial, ...bundle } = attest()
    const { certificate: _, ...rest } = verificationMaterial
    const keyed = { ...bundle, verificationMaterial: { ...rest, publicKey: { hint: 'mine' } } }
    await assert.rejects(verifier.verify(keyed, digest), { code: 'attestation_invalid' })
  })

  it('refuses anything else', async () => {
    for (const other of [{}, { mediaType: 'x' }, { dsseEnvelope: 1 }, { mediaType: attest().mediaType }])
      await assert.rejects(verifier.verify(other, digest), { code: 'attestation_invalid' })
  })

  it('refuses a fake authority with the trusted root of the public instance', async () => {
    await assert.rejects(publicVerifier.verify(attest(), digest), {
      code: 'attestation_invalid',
      message: /certificate/i,
    })
  })
})
