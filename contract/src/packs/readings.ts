import Type, { type Static } from 'typebox'
import { route } from '../ground/route.ts'
import { AnyId, NoContent, oneOf, PageEnvelope, PageQuery, Timestamp } from '../ground/shapes.ts'
import { limits } from '../limits.ts'
import { ComfyNodeDetail, ComfyNodeName, ComfyNodePage, ComfyNodePageQuery } from './comfy-nodes.ts'
import { NodeParams, ofNodeEditors, PublisherNodeParams } from './nodes.ts'
import { PublishFinding } from './publish-reports.ts'
import { CommitId, Reading } from './reading-shapes.ts'
import { Capability } from './versions.ts'

export const readingFailures = [
  'gone',
  'moved',
  'private',
  'too_large',
  'not_a_pack',
  'unreadable',
  'refused',
  'opted_out',
] as const
export const ReadingFailure = oneOf(readingFailures)
export type ReadingFailure = Static<typeof ReadingFailure>

export const ReadingDetail = Type.Object({
  ...Reading.properties,
  capabilities: Type.Array(Capability),
  /** Rendered and sanitized HTML. */
  readme_html: Type.Optional(Type.String()),
  findings: Type.Optional(Type.Array(PublishFinding, { description: 'For admins only.' })),
})
export type ReadingDetail = Static<typeof ReadingDetail>

const ReadingParams = Type.Object({ ...NodeParams.properties, commit: CommitId })
const ofReaders = ['node_not_found', 'node_banned', 'reading_not_found'] as const

export const listReadings = route({
  method: 'GET',
  path: '/nodes/:nodeId/readings',
  access: 'public',
  summary: 'The readings of a repository, newest first',
  description: 'Empty once the author has published a version.',
  params: NodeParams,
  response: Type.Object({ readings: Type.Array(Reading) }),
  errors: ['node_not_found', 'node_banned'],
})

export const getReading = route({
  method: 'GET',
  path: '/nodes/:nodeId/readings/:commit',
  access: 'public',
  summary: 'One reading with its README and capabilities',
  params: ReadingParams,
  query: Type.Object({
    include_readme: Type.Optional(Type.Boolean({ description: 'False leaves out the README.' })),
  }),
  response: ReadingDetail,
  errors: ofReaders,
})

export const listReadingComfyNodes = route({
  method: 'GET',
  path: '/nodes/:nodeId/readings/:commit/comfy-nodes',
  access: 'public',
  summary: 'The comfy-nodes of a reading, by name',
  params: ReadingParams,
  query: ComfyNodePageQuery,
  response: ComfyNodePage,
  errors: ['version_held', ...ofReaders],
})

export const getReadingComfyNode = route({
  method: 'GET',
  path: '/nodes/:nodeId/readings/:commit/comfy-nodes/:comfyNodeName',
  access: 'public',
  summary: 'One comfy-node of a reading',
  params: Type.Object({ ...ReadingParams.properties, comfyNodeName: ComfyNodeName }),
  response: ComfyNodeDetail,
  errors: ['version_held', ...ofReaders, 'comfy_node_not_found'],
})

export const requestReading = route({
  method: 'POST',
  path: '/nodes/:nodeId/readings',
  access: 'public',
  summary: 'Requests a reading of a node’s repository',
  description: `Authors ask for it after they added or removed the file \`.nodeyard-opt-out\`: it is read before all others, at most ${limits.readingRequestMinutes} minutes later.`,
  params: NodeParams,
  response: Type.Object({
    is_due: Type.Boolean({ description: 'Whether it is next.' }),
    due_at: Type.Optional(
      Type.String({ format: 'date-time', description: 'Omitted if its repository is not read.' }),
    ),
  }),
  errors: ['node_not_found', 'node_banned'],
})

export const setReadingOptOut = route({
  method: 'PUT',
  path: '/publishers/:publisherId/nodes/:nodeId/reading',
  access: 'signed-in',
  right: 'owner-or-admin',
  summary: "Keeps a node's repository from being read, or lets it be read again",
  description: 'Earlier readings are removed at once.',
  params: PublisherNodeParams,
  body: Type.Object({ opted_out: Type.Boolean() }),
  response: NoContent,
  status: 204,
  errors: [...ofNodeEditors],
})

export const FailedReading = Type.Object({
  node_id: Type.String(),
  name: Type.String(),
  repository: Type.String(),
  failure: ReadingFailure,
  detail: Type.String(),
  failures: Type.Integer({ description: 'Times in a row.' }),
  tried_at: Timestamp,
  due_at: Timestamp,
})
export type FailedReading = Static<typeof FailedReading>

export const listFailedReadings = route({
  method: 'GET',
  path: '/admin/readings/failed',
  access: 'admin',
  summary: 'Repositories that could not be read, with the reason, newest first',
  query: Type.Object({
    ...PageQuery,
    failure: Type.Optional(ReadingFailure),
    part: Type.Optional(
      Type.String({ maxLength: limits.searchLength, description: 'Part of the id or address.' }),
    ),
  }),
  response: Type.Object({ readings: Type.Array(FailedReading), ...PageEnvelope }),
})

export const HeldReading = Type.Object({
  node_id: Type.String(),
  name: Type.String(),
  repository: Type.String(),
  commit: Type.String(),
  read_at: Timestamp,
  findings: Type.Array(PublishFinding),
})
export type HeldReading = Static<typeof HeldReading>

export const listHeldReadings = route({
  method: 'GET',
  path: '/admin/readings/held',
  access: 'admin',
  summary:
    'Readings with critical findings that no moderator has approved, those of the best-known nodes first',
  query: Type.Object({ ...PageQuery }),
  response: Type.Object({ readings: Type.Array(HeldReading), ...PageEnvelope }),
})

export const getReadingFigures = route({
  method: 'GET',
  path: '/admin/readings',
  access: 'admin',
  summary: 'How many repositories are read, wait, or failed',
  response: Type.Object({
    is_on: Type.Boolean({ description: 'Whether the registry reads repositories.' }),
    readable: Type.Integer({ description: 'Nodes without a version and with a repository.' }),
    read: Type.Integer(),
    waiting: Type.Integer({ description: 'Not read yet.' }),
    held: Type.Integer(),
    failed: Type.Record(Type.String(), Type.Integer()),
    archive_bytes: Type.Integer(),
  }),
})

export const mergeNode = route({
  method: 'POST',
  path: '/admin/nodes/:nodeId/merge',
  access: 'admin',
  summary: 'Merges an unclaimed duplicate into another node',
  description:
    'The duplicate is deleted. Its id and aliases lead to the other node, which also gets its unverified names.',
  params: NodeParams,
  body: Type.Object({
    into: AnyId,
    reason: Type.String({ minLength: 1, maxLength: limits.reasonLength }),
  }),
  response: NoContent,
  status: 204,
  errors: ['node_not_found', 'node_not_unclaimed', 'node_has_versions'],
})

export const setSuccessor = route({
  method: 'PUT',
  path: '/admin/nodes/:nodeId/successor',
  access: 'admin',
  summary: 'Recommends another node instead of this one, or ends the recommendation',
  params: NodeParams,
  body: Type.Object({ successor: Type.Optional(AnyId) }),
  response: NoContent,
  status: 204,
  errors: ['node_not_found'],
})

export const approveReading = route({
  method: 'POST',
  path: '/admin/nodes/:nodeId/readings/:commit/approve',
  access: 'admin',
  summary: 'Approves the findings of a reading, until the code that they are about changes',
  params: Type.Object({ nodeId: AnyId, commit: CommitId }),
  body: Type.Object({ reason: Type.String({ minLength: 1, maxLength: limits.reasonLength }) }),
  response: NoContent,
  status: 204,
  errors: ['node_not_found', 'reading_not_found'],
})
