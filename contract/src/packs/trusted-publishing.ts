import Type, { type Static } from 'typebox'
import { route } from '../ground/route.ts'
import { AnyId, NoContent, oneOf, Timestamp } from '../ground/shapes.ts'
import { limits } from '../limits.ts'
import { PublisherParams } from '../people/publishers.ts'
import { StopReason } from '../people/tokens.ts'

/** The supported kinds of CI services. */
export const ciKinds = ['github', 'gitlab'] as const
export const CiKind = oneOf(ciKinds, 'Whose words the issuer’s tokens are in.')
export type CiKind = Static<typeof CiKind>

/** One CI service whose tokens are accepted. */
export const CiIssuer = Type.Object({
  issuer: Type.String({ description: 'As in the `iss` claim of its tokens.' }),
  kind: CiKind,
})
export type CiIssuer = Static<typeof CiIssuer>

/** An owner and a name, possibly with groups in between. */
export const repositoryPattern = '^[A-Za-z0-9_.-]+(/[A-Za-z0-9_.-]+)+$'
/** A file name, or a path without parent folders. */
export const workflowPattern = '^(?!/)(?!.*(^|/)\\.\\.?(/|$))[A-Za-z0-9_./ -]+\\.ya?ml$'
export const refPattern = '^refs/(heads|tags)/[^\\s~^:?*\\[\\\\]*\\*?$'

const described = {
  node_id: 'The one node that may be published. It need not exist yet.',
  issuer: 'One of `GET /oidc/issuers`.',
  repository: 'Owner and name.',
  workflow: 'GitHub: a file name in `.github/workflows`. GitLab: the path of the file.',
  environment: 'Absent or empty: any, or none.',
  ref: 'Such as `refs/heads/main` or `refs/tags/v*`. Absent or empty: any.',
}

/** Accepts pasted text; the server shortens URLs and paths to the form that the tokens of builds use. */
const pasted = (description: string) => Type.String({ maxLength: limits.urlLength, description })

/** A build that may publish a node of the publisher without a stored secret. */
export const TrustedPublisher = Type.Object({
  id: Type.String({ format: 'uuid' }),
  node_id: Type.String({ description: described.node_id }),
  issuer: Type.String({ description: described.issuer }),
  repository: Type.String({ description: described.repository }),
  workflow: Type.String({ description: described.workflow }),
  environment: Type.Optional(Type.String({ description: described.environment })),
  ref: Type.Optional(Type.String({ description: described.ref })),
  /** The repository id at the code host; omitted until the first use binds it. */
  repository_id: Type.Optional(Type.String()),
  repository_owner_id: Type.Optional(Type.String()),
  createdAt: Timestamp,
  createdBy: Type.Optional(Type.String({ description: 'The name of the member who set it up.' })),
  lastUsedAt: Type.Optional(Timestamp),
  stoppedBecause: Type.Optional(StopReason),
})
export type TrustedPublisher = Static<typeof TrustedPublisher>

export const TrustedPublisherInput = Type.Object({
  node_id: pasted(described.node_id),
  issuer: pasted(described.issuer),
  repository: pasted(`${described.repository} The address of the repository is shortened to them.`),
  workflow: pasted(described.workflow),
  environment: Type.Optional(pasted(described.environment)),
  ref: Type.Optional(pasted(described.ref)),
})
export type TrustedPublisherInput = Static<typeof TrustedPublisherInput>

export const listCiIssuers = route({
  method: 'GET',
  path: '/oidc/issuers',
  access: 'public',
  summary: 'The accepted CI services, and the audience that a token needs',
  response: Type.Object({
    audience: Type.String({ description: 'The `aud` claim.' }),
    issuers: Type.Array(CiIssuer),
  }),
})

export const mintToken = route({
  method: 'POST',
  path: '/oidc/mint-token',
  access: 'public',
  summary: 'Exchanges an OpenID Connect token of a CI job for a token that publishes one node once',
  description: `The token is valid for ${limits.trustedTokenMinutes} minutes, as the \`personal_access_token\` of a publish. A refusal lists in \`details\` the expected and actual value of each claim; only builds of the repository itself see the expected values.`,
  body: Type.Object({
    token: Type.String({ minLength: 1, maxLength: limits.ciTokenLength }),
    publisher_id: AnyId,
    node_id: AnyId,
  }),
  response: Type.Object({ token: Type.String(), expires_at: Timestamp }),
  status: 201,
  errors: [
    'ci_token_invalid',
    'ci_token_used',
    'ci_issuer_unknown',
    'ci_issuer_unavailable',
    'trusted_publisher_not_found',
    'trusted_publisher_mismatch',
    'publisher_banned',
    'node_banned',
    'node_of_other_publisher',
  ],
})

const ownerOnly = ['publisher_not_found', 'not_publisher_owner'] as const
const ofChange = [
  ...ownerOnly,
  'user_banned',
  'ci_issuer_unknown',
  'node_id_invalid',
  'node_id_reserved',
  'node_of_other_publisher',
  'trusted_publisher_exists',
] as const

export const listTrustedPublishers = route({
  method: 'GET',
  path: '/publishers/:publisherId/trusted-publishers',
  access: 'signed-in',
  right: 'owner',
  summary: 'The builds trusted to publish for a publisher, newest first',
  params: PublisherParams,
  response: Type.Array(TrustedPublisher),
  errors: ownerOnly,
})

export const createTrustedPublisher = route({
  method: 'POST',
  path: '/publishers/:publisherId/trusted-publishers',
  access: 'signed-in',
  right: 'owner',
  summary: 'Lets a build publish a node without a stored secret',
  params: PublisherParams,
  body: TrustedPublisherInput,
  response: TrustedPublisher,
  status: 201,
  errors: [...ofChange, 'too_many_trusted_publishers'],
})

const TrustedPublisherParams = Type.Object({
  ...PublisherParams.properties,
  trustedPublisherId: Type.String({ format: 'uuid' }),
})

export const updateTrustedPublisher = route({
  method: 'PUT',
  path: '/publishers/:publisherId/trusted-publishers/:trustedPublisherId',
  access: 'signed-in',
  right: 'owner',
  summary:
    'Replaces the trusted build; tokens already issued become void, and the next use binds the repository again',
  params: TrustedPublisherParams,
  body: TrustedPublisherInput,
  response: TrustedPublisher,
  errors: [...ofChange, 'trusted_publisher_not_found'],
})

export const deleteTrustedPublisher = route({
  method: 'DELETE',
  path: '/publishers/:publisherId/trusted-publishers/:trustedPublisherId',
  access: 'signed-in',
  right: 'owner',
  summary: 'Stops trusting a build; tokens already issued become void immediately',
  params: TrustedPublisherParams,
  response: NoContent,
  status: 204,
  errors: [...ownerOnly, 'user_banned', 'trusted_publisher_not_found'],
})
