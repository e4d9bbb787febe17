import { readFile } from 'node:fs/promises'
import { limits } from '@nodeyard/contract/limits'
import { type Attestation, addAttestation } from '@nodeyard/contract/packs'
import { CliError, rethrowFileError } from '../ground/errors.ts'
import { registryAt } from '../registry/registry.ts'

/** A Sigstore bundle, and the SHA-256 digests of the files that its statement is about. */
export interface Bundle {
  path: string
  content: Record<string, unknown>
  digests: string[]
}

/** Reads a Sigstore bundle. The registry verifies it; this finds only mistakes of the user. */
export async function readBundle(path: string): Promise<Bundle> {
  const text = await readFile(path, 'utf8').catch((error) => rethrowFileError(error, path))
  try {
    const content = JSON.parse(text)
    const statement = JSON.parse(Buffer.from(content.dsseEnvelope.payload, 'base64').toString())
    const digests = statement.subject.map(({ digest }: { digest: { sha256: string } }) => digest.sha256)
    if (text.length <= limits.attestationLength) return { path, content, digests }
  } catch {
    // Explained below.
  }
  throw new CliError('bundle_invalid', { path })
}

/** Throws unless the bundle is about the archive. */
export function assertAbout({ path, digests }: Bundle, digest: string): void {
  if (!digests.includes(digest)) throw new CliError('bundle_about_other_file', { path, digest })
}

export interface Attested {
  apiUrl: string
  token: string
  publisherId: string
  nodeId: string
  version: string
  signal: AbortSignal
}

/** Adds a bundle to a version whose archive was uploaded. */
export function attest({ content }: Bundle, attested: Attested): Promise<Attestation> {
  const { apiUrl, token, publisherId, nodeId, version, signal } = attested
  return registryAt(apiUrl).call(
    addAttestation,
    { params: { publisherId, nodeId, version }, body: { personal_access_token: token, bundle: content } },
    { signal, subject: 'bundle' },
  )
}
