import Type, { type Static, type TProperties } from 'typebox'
import { limits } from '../limits.ts'

/**
 * One of several texts, as a single string schema with `enum`, which reads well in the API description and in
 * refusals.
 */
export function oneOf<const Values extends readonly string[]>(values: Values, description?: string) {
  return Type.Unsafe<Values[number]>({
    type: 'string',
    enum: values,
    ...(description ? { description } : {}),
  })
}

/** An object of a request in which an unknown member is refused, because it would silently change the response. */
export const exactly = <const Members extends TProperties>(members: Members) =>
  Type.Object(members, { additionalProperties: false })

/** An object with a count for each name. */
export const countsOf = <const Names extends readonly string[]>(names: Names, description?: string) =>
  Type.Object(
    Object.fromEntries(names.map((name) => [name, Type.Integer()])) as Record<
      Names[number],
      ReturnType<typeof Type.Integer>
    >,
    description ? { description } : {},
  )

/** RFC 3339 in UTC, such as `2025-01-31T23:59:59.000Z`. */
export const Timestamp = Type.String({ format: 'date-time' })
export const Uuid = Type.String({ format: 'uuid' })

export const nodeIdPattern = '^[a-zA-Z0-9](?:[a-zA-Z0-9._-]*[a-zA-Z0-9])?$'
export const nodeIdForm =
  'a node id: letters, digits, dots, hyphens and underscores, with a letter or digit at both ends'
export const publisherIdPattern = '^[a-z][a-z0-9-]*$'
/** A version as it is stored: three integers. `limits.versionPart` bounds each of them. */
export const versionNumberPattern = '^(0|[1-9][0-9]{0,15})([.](0|[1-9][0-9]{0,15})){2}$'

/**
 * An id in a path. Accepts any text up to the bulk limit: programs send ids that are not registry ids at all
 * (`owner/name`), which get "not found", never "bad request".
 */
export const AnyId = Type.String({ maxLength: limits.bulkIdentifierLength })

/** The fixed publisher of nodes that have no owner yet. Existing clients compare with these constants. */
export const unclaimedPublisherId = 'admin-11338bd3-f081-43cf-b3f9-295c829826f7'

export const nodeStatuses = ['NodeStatusActive', 'NodeStatusDeleted', 'NodeStatusBanned'] as const
export const NodeStatus = oneOf(nodeStatuses)
export type NodeStatus = Static<typeof NodeStatus>

export const versionStatuses = [
  'NodeVersionStatusActive',
  'NodeVersionStatusDeleted',
  'NodeVersionStatusBanned',
  'NodeVersionStatusPending',
  'NodeVersionStatusFlagged',
] as const
export const NodeVersionStatus = oneOf(versionStatuses)
export type NodeVersionStatus = Static<typeof NodeVersionStatus>

export const publisherStatuses = ['PublisherStatusActive', 'PublisherStatusBanned'] as const
export const PublisherStatus = oneOf(publisherStatuses)
export type PublisherStatus = Static<typeof PublisherStatus>

export const comfyNodePolicies = [
  'ComfyNodePolicyActive',
  'ComfyNodePolicyBanned',
  'ComfyNodePolicyLocalOnly',
] as const
export const ComfyNodePolicy = oneOf(comfyNodePolicies)
export type ComfyNodePolicy = Static<typeof ComfyNodePolicy>

export const extractStatuses = ['pending', 'success', 'failed'] as const
export const ExtractStatus = oneOf(extractStatuses)
export type ExtractStatus = Static<typeof ExtractStatus>

export const memberRoles = ['owner', 'member'] as const
export const MemberRole = oneOf(memberRoles)
export type MemberRole = Static<typeof MemberRole>

/**
 * `page` and `limit` of a list. Values below 1 become the default and values over the maximum are lowered to
 * it, never refused; the response repeats the actual values. Source: API contract 30.1, 30.2.
 */
export const PageQuery = pageQueryOf(limits.pageSize)
export const NodePageQuery = pageQueryOf(limits.nodePageSize)

function pageQueryOf({ default: usual, max }: { default: number; max: number }) {
  return {
    page: Type.Optional(Type.Integer({ description: 'From 1; lower values count as 1.' })),
    limit: Type.Optional(
      Type.Integer({ description: `Default ${usual}, at most ${max}; higher values are lowered to it.` }),
    ),
  }
}

export const PageEnvelope = {
  total: Type.Integer(),
  page: Type.Integer(),
  limit: Type.Integer(),
  totalPages: Type.Integer(),
}

/** Hours, minutes and seconds in Go's notation. Source: API contract 2.2. */
export const Duration = Type.String({
  minLength: 2,
  maxLength: 30,
  pattern: '^(\\d{1,6}h)?(\\d{1,8}m)?(\\d{1,9}s)?$',
  'x-form': 'a duration such as 30m, 24h or 1h30m',
  description: 'Such as `30m`, `24h` or `1h30m`.',
})

/** The optional body of a ban. */
export const BanReason = Type.Object(
  {
    reason: Type.Optional(
      Type.String({ maxLength: limits.banReasonLength, description: 'Recorded in the audit log.' }),
    ),
  },
  { default: {} },
)

export const sha256Form = {
  pattern: '^[0-9a-f]{64}$',
  'x-form': 'a SHA-256 digest of 64 hexadecimal digits in lowercase',
}

/** Requires a text with at least one visible character. */
export const notBlank = { pattern: '\\S', 'x-form': 'more than blanks' }

/** A response without a body. */
export const NoContent = Type.Null()
