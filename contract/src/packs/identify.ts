import Type, { type Static } from 'typebox'
import { route } from '../ground/route.ts'
import { AnyId, exactly, oneOf } from '../ground/shapes.ts'
import { limits } from '../limits.ts'
import { Provider } from './providers.ts'

export const IdentifiedNode = Type.Object({
  status: oneOf(['found', 'unknown', 'banned']),
  node_id: Type.Optional(Type.String()),
  /** The part of the request that matched. `repository_name` is the last part of a repository's address. */
  matched_by: Type.Optional(oneOf(['id', 'repository', 'repository_name'])),
  /** The node at the requested version, or else at its latest. */
  provider: Type.Optional(Provider),
  /** Whether the requested version exists. Omitted when none was requested. */
  has_version: Type.Optional(Type.Boolean()),
})
export type IdentifiedNode = Static<typeof IdentifiedNode>

export const identifyNodes = route({
  method: 'POST',
  path: '/bulk/nodes/identify',
  access: 'public',
  summary: 'Nodes by id, repository or the folder that they are installed in, for many at once',
  description:
    'For listings of installed packs, snapshots and error texts. Letter case is ignored, and for names also `-`, `_` and `.`. Returns one result for each entry, in the same order.',
  body: exactly({
    nodes: Type.Array(
      exactly({
        node_id: Type.Optional(AnyId),
        repository: Type.Optional(
          Type.String({ maxLength: limits.urlLength, description: 'A URL, or `owner/name`.' }),
        ),
        folder: Type.Optional(
          Type.String({
            maxLength: limits.bulkIdentifierLength,
            description: 'The name below `custom_nodes`.',
          }),
        ),
        version: Type.Optional(AnyId),
      }),
      { maxItems: limits.bulkIdentifiers },
    ),
  }),
  response: Type.Object({ nodes: Type.Array(IdentifiedNode) }),
})
