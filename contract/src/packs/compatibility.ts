import Type, { type Static } from 'typebox'
import { route } from '../ground/route.ts'
import { AnyId, oneOf, Timestamp } from '../ground/shapes.ts'
import { limits } from '../limits.ts'
import { readCommit } from './facts-origin.ts'
import { RequirementCheck } from './requirements.ts'

export const NodeCompatibility = Type.Object({
  version: Type.Optional(Type.String({ description: 'The compared version. Omitted if there is none.' })),
  ...readCommit,
  index_read_at: Type.Optional(Type.String({ ...Timestamp })),
  pythons: Type.Array(
    Type.Object({
      python: Type.String(),
      verdict: oneOf(['fine', 'risky', 'conflict', 'unknown']),
      conflicts: RequirementCheck.properties.conflicts,
    }),
    { description: 'Versions of Python on Linux without an accelerator, and why some cannot work.' },
  ),
  conflicts: Type.Array(
    Type.Object({ node_id: Type.String(), conflict: RequirementCheck.properties.conflicts.items }),
    {
      description: `Conflicts with the latest versions, or else the readings, of the ${limits.comparedNodes} most installed nodes, on Python 3.12. The other node is the last party.`,
    },
  ),
  compared: Type.Integer({ description: 'The number of nodes that it was compared with.' }),
  unknown: Type.Integer({ description: 'How many of these lacked data about Python packages.' }),
  is_exhausted: Type.Boolean({ description: 'True if the comparison stopped early.' }),
})
export type NodeCompatibility = Static<typeof NodeCompatibility>

export const getCompatibility = route({
  method: 'GET',
  path: '/nodes/:nodeId/compatibility',
  access: 'public',
  summary: 'Versions of Python that a node works with, and its conflicts with widely installed nodes',
  params: Type.Object({ nodeId: AnyId }),
  query: Type.Object({
    version: Type.Optional(
      Type.String({
        maxLength: limits.bulkIdentifierLength,
        description: 'The latest version, or else the reading, if omitted.',
      }),
    ),
  }),
  response: NodeCompatibility,
  errors: ['node_not_found', 'node_banned', 'version_not_found', 'version_held'],
})
