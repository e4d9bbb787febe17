import Type, { type Static } from 'typebox'
import { oneOf, Timestamp } from '../ground/shapes.ts'

export const capabilityKinds = [
  'network',
  'process',
  'download',
  'install_download',
  'file_write',
  'environment',
  'native_code',
  'server_route',
  'frontend_script',
] as const

/** Something that the code of a version can do to the machine it is installed on. */
export const Capability = Type.Object({
  kind: oneOf(capabilityKinds),
  subject: Type.String({
    description: 'A host, a program or a file. Empty when the code computes it at run time.',
  }),
  evidence: Type.Array(Type.Object({ file: Type.String(), line: Type.Integer() }), {
    description: 'The first places in the code that show it.',
  }),
})
export type Capability = Static<typeof Capability>

/** Differences from the highest active version below. */
export const CapabilityChanges = Type.Object({
  since: Type.String({ description: 'The version it is compared with.' }),
  gained: Type.Array(Capability),
  lost: Type.Array(Capability),
})
export type CapabilityChanges = Static<typeof CapabilityChanges>

/**
 * The build of a version, as the CI service described it when the version was published without a stored
 * secret.
 */
export const Provenance = Type.Object({
  issuer: Type.String({ description: 'The source of the claims: the URL of the CI service.' }),
  repository: Type.String({ description: 'Owner and name.' }),
  repository_url: Type.String(),
  workflow: Type.String({ description: 'The workflow file of the build.' }),
  ref: Type.String({ description: 'A git ref, such as `refs/tags/v1.2.0`.' }),
  commit: Type.String(),
  commit_url: Type.String(),
  run_url: Type.String({ description: 'The page of the build.' }),
  environment: Type.Optional(Type.String()),
  at: Timestamp,
})
export type Provenance = Static<typeof Provenance>
