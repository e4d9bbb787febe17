import Type, { type Static } from 'typebox'
import { route } from '../ground/route.ts'
import {
  AnyId,
  NodeVersionStatus,
  notBlank,
  oneOf,
  PageEnvelope,
  PageQuery,
  sha256Form,
  Timestamp,
  versionNumberPattern,
} from '../ground/shapes.ts'
import { limits } from '../limits.ts'

export const advisorySeverities = ['low', 'medium', 'high', 'critical'] as const
export type AdvisorySeverity = (typeof advisorySeverities)[number]

const Number_ = Type.String({
  pattern: versionNumberPattern,
  'x-form': 'three whole numbers, such as 1.2.3',
  maxLength: 50,
})
const Digest = Type.String({ ...sha256Form, description: 'SHA-256 in hexadecimal.' })
const several = <S extends Parameters<typeof Type.Array>[0]>(item: S, description: string) =>
  Type.Array(item, { maxItems: limits.advisoryItems, uniqueItems: true, description })

export const AdvisoryRange = Type.Object(
  {
    introduced: Number_,
    fixed: Type.Optional(Number_),
    last_affected: Type.Optional(Number_),
  },
  {
    description:
      'From `introduced` on, up to and without `fixed`, or up to and including `last_affected`; without both, all later versions, future ones too.',
  },
)
export type AdvisoryRange = Static<typeof AdvisoryRange>

const targets = {
  versions: several(Number_, 'Versions of the node, by number.'),
  ranges: Type.Array(AdvisoryRange, { maxItems: limits.advisoryItems }),
  archive_digests: several(Digest, 'Archives, of whatever node.'),
  file_digests: several(Digest, 'Versions of the node that contain such a file.'),
}
const AdvisoryTargets = Type.Object({ node_id: AnyId, ...targets })
export type AdvisoryTargets = Static<typeof AdvisoryTargets>

const content = {
  severity: oneOf(advisorySeverities),
  title: Type.String({ minLength: 1, maxLength: limits.nameLength, ...notBlank }),
  details: Type.String({ maxLength: limits.advisoryLength, description: 'Markdown.' }),
  remedy: Type.String({ maxLength: limits.reportLength, description: 'How to fix it. Markdown.' }),
  aliases: several(
    Type.String({
      minLength: 1,
      maxLength: limits.nameLength,
      pattern: '^[A-Za-z0-9][\\w.:-]*$',
      'x-form': 'an id such as CVE-2026-1234',
    }),
    'Its ids elsewhere.',
  ),
  references: several(
    Type.String({
      maxLength: limits.urlLength,
      pattern: '^https?://[^\\s"<>\\\\]+$',
      'x-form': 'an address that starts with http:// or https://',
    }),
    'Addresses of pages.',
  ),
  refuses_installs: Type.Boolean({
    description:
      'Whether the affected versions are on the kill list: the registry does not serve them and clients do not install them.',
  }),
}

const AffectedVersion = Type.Object({ node_id: Type.String(), version: Type.String() })

export const Advisory = Type.Object({
  id: Type.String(),
  node_id: Type.String(),
  ...content,
  ...targets,
  affected: Type.Array(AffectedVersion, {
    description: `Existing versions that are affected, at most ${limits.advisoryVersions}.`,
  }),
  details_html: Type.String({ description: '`details`, rendered and sanitized.' }),
  remedy_html: Type.String(),
  revision: Type.Integer({ description: 'Starts at 1 and increases by one with every edit.' }),
  publishedAt: Timestamp,
  updatedAt: Timestamp,
  withdrawnAt: Type.Optional(Timestamp),
  withdrawalReason: Type.Optional(Type.String()),
})
export type Advisory = Static<typeof Advisory>

const AdvisoryParams = Type.Object({ advisoryId: AnyId })
const AdvisoryFields = Type.Object({ ...content, ...targets })
export type AdvisoryFields = Static<typeof AdvisoryFields>

export const listAdvisories = route({
  method: 'GET',
  path: '/advisories',
  access: 'public',
  summary: 'Advisories, newest first',
  query: Type.Object({
    node_id: Type.Optional(AnyId),
    version: Type.Optional(AnyId),
    severity: Type.Optional(Type.Array(oneOf(advisorySeverities))),
    include_withdrawn: Type.Optional(Type.Boolean()),
    ...PageQuery,
  }),
  response: Type.Object({ advisories: Type.Array(Advisory), ...PageEnvelope }),
})

export const getAdvisory = route({
  method: 'GET',
  path: '/advisories/:advisoryId',
  access: 'public',
  summary: 'One advisory, including a withdrawn one',
  params: AdvisoryParams,
  response: Advisory,
  errors: ['advisory_not_found'],
})

/** One record in the format of the Open Source Vulnerability database. */
export const OsvRecord = Type.Object({
  schema_version: Type.String(),
  id: Type.String(),
  modified: Timestamp,
  published: Timestamp,
  withdrawn: Type.Optional(Timestamp),
  aliases: Type.Array(Type.String()),
  summary: Type.String(),
  details: Type.String(),
  affected: Type.Array(
    Type.Object({
      package: Type.Object({ ecosystem: Type.String(), name: Type.String() }),
      ranges: Type.Array(
        Type.Object({
          type: oneOf(['SEMVER']),
          events: Type.Array(
            Type.Object({
              introduced: Type.Optional(Type.String()),
              fixed: Type.Optional(Type.String()),
              last_affected: Type.Optional(Type.String()),
            }),
            { minItems: 1 },
          ),
        }),
      ),
      versions: Type.Array(Type.String()),
    }),
  ),
  references: Type.Array(Type.Object({ type: oneOf(['ADVISORY', 'PACKAGE', 'WEB']), url: Type.String() })),
  database_specific: Type.Object({
    severity: oneOf(['LOW', 'MODERATE', 'HIGH', 'CRITICAL']),
    refuses_installs: Type.Boolean(),
    archive_sha256: Type.Array(Type.String()),
    file_sha256: Type.Array(Type.String()),
  }),
})
export type OsvRecord = Static<typeof OsvRecord>

export const getOsvRecord = route({
  method: 'GET',
  path: '/advisories/:advisoryId/osv',
  access: 'public',
  summary: 'The same in the OSV format, for programs that read many databases',
  params: AdvisoryParams,
  response: OsvRecord,
  errors: ['advisory_not_found'],
})

export const AdvisoryImpact = Type.Object({
  versions: Type.Array(
    Type.Object({
      node_id: Type.String(),
      version: Type.String(),
      status: NodeVersionStatus,
      installs: Type.Integer(),
    }),
    { description: 'Most installed first, at most a hundred.' },
  ),
  total: Type.Integer({ description: 'Number of affected versions.' }),
  nodes: Type.Integer({ description: 'Number of affected nodes.' }),
  installs: Type.Integer({ description: 'Counted installs of these versions.' }),
})
export type AdvisoryImpact = Static<typeof AdvisoryImpact>

export const previewAdvisory = route({
  method: 'POST',
  path: '/admin/advisories/preview',
  access: 'admin',
  summary: 'How many versions and installs an advisory would affect; nothing is stored',
  body: AdvisoryTargets,
  response: AdvisoryImpact,
  errors: ['node_not_found', 'advisory_range_invalid'],
})

export const publishAdvisory = route({
  method: 'POST',
  path: '/admin/advisories',
  access: 'admin-token',
  summary: 'Publishes an advisory for a node',
  description:
    'With `refuses_installs`, the affected versions are refused from now on, and a new kill list is issued.',
  body: Type.Object({ node_id: AnyId, ...AdvisoryFields.properties }),
  response: Advisory,
  status: 201,
  errors: ['node_not_found', 'advisory_range_invalid', 'advisory_hits_nothing'],
})

export const updateAdvisory = route({
  method: 'PUT',
  path: '/admin/advisories/:advisoryId',
  access: 'admin-token',
  summary: 'Replaces the content of an advisory; earlier revisions are kept',
  params: AdvisoryParams,
  body: AdvisoryFields,
  response: Advisory,
  errors: ['advisory_not_found', 'advisory_withdrawn', 'advisory_range_invalid', 'advisory_hits_nothing'],
})

export const withdrawAdvisory = route({
  method: 'POST',
  path: '/admin/advisories/:advisoryId/withdraw',
  access: 'admin-token',
  summary: 'Withdraws an advisory with a reason; it stays readable',
  params: AdvisoryParams,
  body: Type.Object({
    reason: Type.String({ minLength: 1, maxLength: limits.reportLength, ...notBlank }),
  }),
  response: Advisory,
  errors: ['advisory_not_found', 'advisory_withdrawn'],
})

export const listAdvisoryRevisions = route({
  method: 'GET',
  path: '/admin/advisories/:advisoryId/revisions',
  access: 'admin',
  summary: 'All revisions of an advisory with their authors, newest first',
  params: AdvisoryParams,
  response: Type.Object({
    revisions: Type.Array(
      Type.Object({
        revision: Type.Integer(),
        at: Timestamp,
        by: Type.Optional(Type.Object({ id: Type.String(), name: Type.String() })),
        content: AdvisoryFields,
      }),
    ),
  }),
  errors: ['advisory_not_found'],
})
