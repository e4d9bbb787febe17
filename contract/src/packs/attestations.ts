import Type, { type Static } from 'typebox'
import { route } from '../ground/route.ts'
import { AnyId, Timestamp, Uuid } from '../ground/shapes.ts'
import { limits } from '../limits.ts'
import { VersionParams } from './versions.ts'

/** A Sigstore bundle that the registry has verified, and whose statement names the digest of the archive. */
export const Attestation = Type.Object({
  id: Uuid,
  issuer: Type.String({ description: 'The identity provider that vouches for the signer.' }),
  identity: Type.String({ description: 'The signer: the URI of a workflow, or an email address.' }),
  repository_url: Type.Optional(Type.String({ description: 'Omitted when a person signed.' })),
  workflow: Type.Optional(Type.String({ description: 'The workflow file of the build, as an address.' })),
  ref: Type.Optional(Type.String()),
  commit: Type.Optional(Type.String()),
  run_url: Type.Optional(Type.String({ description: 'The page of the build.' })),
  is_of_repository: Type.Boolean({
    description: 'Whether it was signed by a build of the repository that the node names.',
  }),
  predicate_type: Type.String({
    description: 'The kind of statement, such as `https://slsa.dev/provenance/v1`.',
  }),
  signed_at: Timestamp,
  log_index: Type.Optional(Type.String({ description: 'Its place in the transparency log.' })),
  uploaded_at: Timestamp,
})
export type Attestation = Static<typeof Attestation>

export const listAttestations = route({
  method: 'GET',
  path: '/nodes/:nodeId/versions/:version/attestations',
  access: 'public',
  summary: 'The verified Sigstore attestations of a version, oldest first',
  params: VersionParams,
  response: Type.Object({
    attestations: Type.Array(Attestation),
    last_seen: Type.Optional(
      Type.String({
        description: `The last earlier version with an attestation, if this version has none of the same signer ${limits.attestationMinutes} minutes after its release.`,
      }),
    ),
  }),
  errors: ['node_not_found', 'node_banned', 'version_not_found'],
})

export const getAttestation = route({
  method: 'GET',
  path: '/nodes/:nodeId/versions/:version/attestations/:attestationId',
  access: 'public',
  summary: 'One attestation with its Sigstore bundle, to verify it yourself',
  params: Type.Object({ ...VersionParams.properties, attestationId: AnyId }),
  response: Type.Object({
    ...Attestation.properties,
    bundle: Type.Object({}, { additionalProperties: true }),
  }),
  errors: ['node_not_found', 'node_banned', 'version_not_found', 'attestation_not_found'],
})

export const addAttestation = route({
  method: 'POST',
  path: '/publishers/:publisherId/nodes/:nodeId/versions/:version/attestations',
  access: 'publish-token',
  summary: 'Adds a Sigstore bundle to a version whose archive has arrived',
  description: `The bundle contains a signed in-toto statement with the SHA-256 of the archive, a certificate and an entry of a transparency log, as \`actions/attest-build-provenance\` and \`cosign attest-blob\` make it. It is verified offline. The token that published the version is accepted, also after its use. Sending a bundle again returns the stored one (200). At most ${limits.attestationsPerVersion} per version.`,
  params: Type.Object({ publisherId: AnyId, ...VersionParams.properties }),
  body: Type.Object({
    personal_access_token: Type.String({ maxLength: limits.tokenNameLength }),
    bundle: Type.Object({}, { additionalProperties: true }),
  }),
  response: Attestation,
  status: 201,
  otherStatus: 200,
  errors: [
    'publisher_banned',
    'node_banned',
    'node_not_found',
    'node_of_other_publisher',
    'version_not_found',
    'version_has_no_archive',
    'invalid_publish_token',
    'publish_token_of_other_publisher',
    'publish_token_out_of_scope',
    'attestation_invalid',
    'attestation_of_other_archive',
    'too_many_attestations',
  ],
})
