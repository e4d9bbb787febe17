import { createHash, generateKeyPairSync, type KeyObject, sign } from 'node:crypto'
import { bits, context, ecdsaWithSha256, integer, name, octets, oid, sequence, time, utf8 } from './der.ts'

const minuteMs = 60_000
const payloadType = 'application/vnd.in-toto+json'

/** The signer and the signed file. The default signer is a build at GitHub. */
export interface Signing {
  /** SHA-256 of the archive, lowercase hex. */
  digest: string
  at: Date
  repository?: string
  commit?: string
  /** A person instead of a build. */
  email?: string
  /** When the log received it: outside of the certificate's ten minutes, it is invalid. */
  loggedAt?: Date
  /** Whether the certificate is in the certificate log. */
  isLogged?: boolean
  predicateType?: string
}

/** A certificate authority, a certificate log and a transparency log of our own, with the formats of Sigstore. */
export class FakeSigstore {
  readonly #ca = keyPair()
  readonly #ctLog = keyPair()
  readonly #rekor = keyPair()
  readonly #start: Date
  readonly #caCertificate: Buffer

  constructor(start: Date) {
    this.#start = start
    this.#caCertificate = this.#certificate({
      subject: 'fake-ca',
      publicKey: this.#ca.spki,
      from: start,
      until: new Date(start.getTime() + 10 * 365 * 24 * 60 * minuteMs),
      extensions: [extension('2.5.29.19', sequence(Buffer.from([0x01, 0x01, 0xff])), true)],
    })
  }

  /** The content of a trusted root file. */
  trustedRoot(): object {
    const validFor = { start: this.#start.toISOString() }
    const log = ({ spki, id }: Pair, baseUrl: string) => ({
      baseUrl,
      hashAlgorithm: 'SHA2_256',
      publicKey: { rawBytes: base64(spki), keyDetails: 'PKIX_ECDSA_P256_SHA_256', validFor },
      logId: { keyId: base64(id) },
    })
    return {
      mediaType: 'application/vnd.dev.sigstore.trustedroot+json;version=0.1',
      tlogs: [log(this.#rekor, 'https://rekor.test')],
      certificateAuthorities: [
        {
          subject: { organization: 'sigstore.test', commonName: 'fake-ca' },
          uri: 'https://fulcio.test',
          certChain: { certificates: [{ rawBytes: base64(this.#caCertificate) }] },
          validFor,
        },
      ],
      ctlogs: [log(this.#ctLog, 'https://ctfe.test')],
      timestampAuthorities: [],
    }
  }

  /** Makes a bundle as a CI service does: a certificate, a signed statement, and an entry of the log. */
  attest(signing: Signing) {
    const { digest, at, predicateType = 'https://slsa.dev/provenance/v1' } = signing
    const signer = keyPair()
    const certificate = this.#leaf(signer, signing)
    const statement = {
      _type: 'https://in-toto.io/Statement/v1',
      subject: [{ name: 'node.zip', digest: { sha256: digest } }],
      predicateType,
      predicate: {},
    }
    const payload = Buffer.from(JSON.stringify(statement))
    const encoded = Buffer.concat([
      Buffer.from(`DSSEv1 ${payloadType.length} ${payloadType} ${payload.length} `),
      payload,
    ])
    const signature = signer.sign(encoded)
    const entry = this.#logged({ payload, signature, certificate, at: signing.loggedAt ?? at })
    return {
      mediaType: 'application/vnd.dev.sigstore.bundle.v0.3+json',
      verificationMaterial: {
        certificate: { rawBytes: base64(certificate) },
        tlogEntries: [entry],
        timestampVerificationData: { rfc3161Timestamps: [] as object[] },
      },
      dsseEnvelope: {
        payload: base64(payload),
        payloadType,
        signatures: [{ sig: base64(signature), keyid: '' }],
      },
    }
  }

  #leaf(signer: Pair, { at, email, isLogged = true, ...build }: Signing): Buffer {
    const request = {
      subject: 'sigstore',
      publicKey: signer.spki,
      from: at,
      until: new Date(at.getTime() + 10 * minuteMs),
      extensions: email === undefined ? extensionsOfBuild(build) : extensionsOfPerson(email),
    }
    if (!isLogged) return this.#certificate(request)
    const sct = this.#certificateTimestamp(this.#toBeSigned(request), at)
    const list = Buffer.concat([uint16(sct.length + 2), uint16(sct.length), sct])
    const logged = extension('1.3.6.1.4.1.11129.2.4.2', octets(list))
    return this.#certificate({ ...request, extensions: [...request.extensions, logged] })
  }

  #toBeSigned({ subject, publicKey, from, until, extensions }: CertificateRequest): Buffer {
    return sequence(
      context(0, integer(2)),
      integer(7),
      ecdsaWithSha256,
      name('fake-ca'),
      sequence(time(from), time(until)),
      name(subject),
      publicKey,
      context(3, sequence(...extensions)),
    )
  }

  #certificate(request: CertificateRequest): Buffer {
    const body = this.#toBeSigned(request)
    return sequence(body, ecdsaWithSha256, bits(this.#ca.sign(body)))
  }

  /** Source: RFC 6962, 3.2. */
  #certificateTimestamp(body: Buffer, at: Date): Buffer {
    const stamp = uint64(at.getTime())
    const entry = Buffer.concat([sha256(this.#ca.spki), uint24(body.length), body])
    const noExtensions = uint16(0)
    const signed = Buffer.concat([Buffer.from([0, 0]), stamp, uint16(1), entry, noExtensions])
    const signature = this.#ctLog.sign(signed)
    const form = Buffer.concat([Buffer.from([4, 3]), uint16(signature.length), signature])
    return Buffer.concat([Buffer.from([0]), this.#ctLog.id, stamp, noExtensions, form])
  }

  /** An entry of a log that contains nothing else. */
  #logged({
    payload,
    signature,
    certificate,
    at,
  }: {
    payload: Buffer
    signature: Buffer
    certificate: Buffer
    at: Date
  }) {
    const spec = {
      payloadHash: { algorithm: 'sha256', value: sha256(payload).toString('hex') },
      signatures: [{ signature: base64(signature), verifier: base64(certificate) }],
    }
    const body = Buffer.from(JSON.stringify({ apiVersion: '0.0.1', kind: 'dsse', spec }))
    const integratedTime = Math.floor(at.getTime() / 1000)
    const logIndex = 41
    const promise = { body: base64(body), integratedTime, logID: this.#rekor.id.toString('hex'), logIndex }
    const rootHash = sha256(Buffer.concat([Buffer.from([0]), body]))
    const note = `rekor.test\n1\n${base64(rootHash)}\n`
    const noteSignature = Buffer.concat([this.#rekor.id.subarray(0, 4), this.#rekor.sign(Buffer.from(note))])
    return {
      logIndex: String(logIndex),
      logId: { keyId: base64(this.#rekor.id) },
      kindVersion: { kind: 'dsse', version: '0.0.1' },
      integratedTime: String(integratedTime),
      inclusionPromise: {
        signedEntryTimestamp: base64(this.#rekor.sign(Buffer.from(JSON.stringify(promise)))),
      },
      inclusionProof: {
        logIndex: '0',
        rootHash: base64(rootHash),
        treeSize: '1',
        hashes: [] as string[],
        checkpoint: { envelope: `${note}\n\u2014 rekor.test ${base64(noteSignature)}\n` },
      },
      canonicalizedBody: base64(body),
    }
  }
}

export type FakeBundle = ReturnType<FakeSigstore['attest']>

interface CertificateRequest {
  subject: string
  /** DER, as SubjectPublicKeyInfo. */
  publicKey: Buffer
  from: Date
  until: Date
  extensions: Buffer[]
}

/** Source: Sigstore's registry of certificate extensions. */
function extensionsOfBuild({ repository = 'acme/acme-blur', commit = 'a'.repeat(40) }): Buffer[] {
  const url = `https://github.com/${repository}`
  const workflow = `${url}/.github/workflows/publish.yml@refs/tags/v1.0.0`
  const claims: Record<number, string> = {
    8: 'https://token.actions.githubusercontent.com',
    12: url,
    13: commit,
    14: 'refs/tags/v1.0.0',
    18: workflow,
    21: `${url}/actions/runs/7/attempts/1`,
  }
  return [subjectName(0x86, workflow), ...claimsOf(claims)]
}

function extensionsOfPerson(email: string): Buffer[] {
  return [subjectName(0x81, email), ...claimsOf({ 8: 'https://accounts.google.com' })]
}

const claimsOf = (claims: Record<number, string>) =>
  Object.entries(claims).map(([number, value]) => extension(`1.3.6.1.4.1.57264.1.${number}`, utf8(value)))

/** A subject alternative name: an address or an email. */
function subjectName(tag: number, value: string): Buffer {
  const text = Buffer.from(value)
  const head = text.length < 0x80 ? [tag, text.length] : [tag, 0x81, text.length]
  return extension('2.5.29.17', sequence(Buffer.from(head), text), true)
}

function extension(id: string, value: Buffer, isCritical = false): Buffer {
  return sequence(oid(id), ...(isCritical ? [Buffer.from([0x01, 0x01, 0xff])] : []), octets(value))
}

interface Pair {
  spki: Buffer
  /** The SHA-256 of the public key, which identifies logs. */
  id: Buffer
  sign(data: Buffer): Buffer
}

function keyPair(): Pair {
  const { publicKey, privateKey }: { publicKey: KeyObject; privateKey: KeyObject } = generateKeyPairSync(
    'ec',
    {
      namedCurve: 'P-256',
    },
  )
  const spki = publicKey.export({ type: 'spki', format: 'der' })
  return { spki, id: sha256(spki), sign: (data) => sign('sha256', data, privateKey) }
}

const sha256 = (data: Buffer) => createHash('sha256').update(data).digest()
const base64 = (data: Buffer) => data.toString('base64')
const uint16 = (value: number) => Buffer.from([value >> 8, value & 0xff])
const uint24 = (value: number) => Buffer.from([value >> 16, (value >> 8) & 0xff, value & 0xff])

function uint64(value: number): Buffer {
  const buffer = Buffer.alloc(8)
  buffer.writeBigUInt64BE(BigInt(value))
  return buffer
}
