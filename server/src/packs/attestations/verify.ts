import { X509Certificate } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { limits } from '@nodeyard/contract/limits'
import { RegistryError } from '../../ground/errors.ts'
import { readStatement } from './statement.ts'

/** The facts that a verified bundle proves. */
export interface VerifiedBundle {
  issuer: string
  /** A URI or an email address. */
  identity: string
  repositoryUrl: string
  workflow: string
  ref: string
  commit: string
  runUrl: string
  predicateType: string
  signedAt: Date
  logIndex: string
}

export interface AttestationVerifier {
  /**
   * Verifies a Sigstore bundle without a network. Throws `attestation_invalid`, or `attestation_of_other_archive` if its
   * statement does not name this SHA-256 digest.
   */
  verify(bundle: unknown, digest: string): Promise<VerifiedBundle>
}

/** The public instance, from github.com/sigstore/root-signing at 60cf2ce8 (21 August 2026). */
const publicInstance = new URL('./sigstore-trusted-root.json', import.meta.url)

/** Returns a function that reads a trusted root file; by default the one of the public instance. */
export const trustedRootIn =
  (file: string | URL = publicInstance) =>
  async (): Promise<unknown> =>
    JSON.parse(await readFile(file, 'utf8'))

/** Creates a verifier that reads its trusted root, and loads the libraries, on first use. */
export function attestationVerifier(readRoot: () => Promise<unknown>): AttestationVerifier {
  let opening: ReturnType<typeof open> | undefined
  return {
    async verify(sent, digest) {
      opening ??= open(readRoot)
      return (await opening)(sent, digest)
    },
  }
}

async function open(
  readRoot: () => Promise<unknown>,
): Promise<(sent: unknown, digest: string) => VerifiedBundle> {
  const [{ bundleFromJSON }, { TrustedRoot }, sigstore] = await Promise.all([
    import('@sigstore/bundle'),
    import('@sigstore/protobuf-specs'),
    import('@sigstore/verify'),
  ])
  const root = TrustedRoot.fromJSON(await readRoot())
  const verifier = new sigstore.Verifier(sigstore.toTrustMaterial(root), {
    ctlogThreshold: 1,
    tlogThreshold: 1,
    timestampThreshold: 1,
  })
  return (sent, digest) => {
    // Its parts are strangers' ASN.1 and JSON, so that whatever they make the libraries throw is a refusal.
    const { bundle, envelope, signer } = orRefuse(() => {
      assertSmallProof(sent)
      const bundle = bundleFromJSON(sent)
      const { content } = bundle
      if (content.$case !== 'dsseEnvelope')
        throw new Error('it signs the file itself instead of an in-toto statement about it')
      return {
        bundle,
        envelope: content.dsseEnvelope,
        signer: verifier.verify(sigstore.toSignedEntity(bundle)),
      }
    })
    const { verificationMaterial: material } = bundle
    if (!signer.identity?.subjectAlternativeName) throw refusal('its certificate names no signer')
    const statement = readStatement(envelope.payloadType, envelope.payload)
    if (!statement) throw refusal('its payload is no in-toto statement')
    if (!statement.digests.includes(digest)) throw new RegistryError('attestation_of_other_archive')
    const extensions = extensionsOf(signer.identity.oids ?? [])
    return {
      issuer: plain(extensions.get('1.3.6.1.4.1.57264.1.8') ?? signer.identity.extensions?.issuer ?? ''),
      identity: plain(signer.identity.subjectAlternativeName),
      repositoryUrl: plain(extensions.get('1.3.6.1.4.1.57264.1.12') ?? ''),
      workflow: plain(extensions.get('1.3.6.1.4.1.57264.1.18') ?? ''),
      ref: plain(extensions.get('1.3.6.1.4.1.57264.1.14') ?? ''),
      commit: plain(extensions.get('1.3.6.1.4.1.57264.1.13') ?? ''),
      runUrl: plain(extensions.get('1.3.6.1.4.1.57264.1.21') ?? ''),
      predicateType: statement.predicateType,
      signedAt: orRefuse(() => dateOf(material)),
      logIndex: plain(material.tlogEntries[0]?.logIndex ?? ''),
    }
  }
}

/** Parsing ASN.1 takes the thread that serves requests. */
function assertSmallProof(sent: unknown): void {
  const { verificationMaterial } = sent as { verificationMaterial?: unknown }
  if (JSON.stringify(verificationMaterial ?? null).length > limits.attestationProofLength)
    throw new Error(
      `its certificates and log entries have more than ${limits.attestationProofLength} characters`,
    )
}

function orRefuse<Result>(work: () => Result): Result {
  try {
    return work()
  } catch (error) {
    throw refusal(error instanceof Error ? error.message : 'it is malformed')
  }
}

function refusal(reason: string): RegistryError {
  return new RegistryError('attestation_invalid', {
    message: `This Sigstore bundle cannot be verified: ${plain(reason).slice(0, 300)}`,
  })
}

interface Material {
  content:
    | { $case: 'certificate'; certificate: { rawBytes: Uint8Array } }
    | { $case: 'x509CertificateChain'; x509CertificateChain: { certificates: { rawBytes: Uint8Array }[] } }
    | { $case: 'publicKey' }
}

/** A signing certificate is valid for some minutes, so that its beginning is the time of the signature. */
function dateOf({ content }: Material): Date {
  if (content.$case === 'publicKey') throw new Error('it was signed with a key that names no signer')
  const certificate =
    content.$case === 'certificate' ? content.certificate : content.x509CertificateChain.certificates[0]
  return new X509Certificate(certificate?.rawBytes ?? new Uint8Array()).validFromDate
}

/** Source: the registry of Sigstore's certificate extensions, 1.3.6.1.4.1.57264.1.8 and later. */
function extensionsOf(
  oids: readonly { oid?: { id: number[] } | undefined; value: Uint8Array }[],
): Map<string, string> {
  return new Map(oids.map(({ oid, value }) => [oid?.id.join('.') ?? '', utf8StringIn(value)]))
}

/** Reads a DER-encoded UTF8String. Returns an empty text for anything else. */
function utf8StringIn(value: Uint8Array): string {
  const [tag, first = 0, second = 0, third = 0] = value
  if (tag !== 0x0c) return ''
  const [start, length] =
    first < 0x80
      ? [2, first]
      : first === 0x81
        ? [3, second]
        : first === 0x82
          ? [4, second * 256 + third]
          : [0, -1]
  return value.length === start + length ? new TextDecoder().decode(value.subarray(start)) : ''
}

const plain = (text: string) =>
  text
    .replace(/[\x00-\x1f\x7f]/g, '')
    .toWellFormed()
    .slice(0, limits.urlLength)
