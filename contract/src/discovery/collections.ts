import Type, { type Static } from 'typebox'
import { route } from '../ground/route.ts'
import { AnyId, NoContent, notBlank, PageEnvelope, PageQuery, Timestamp } from '../ground/shapes.ts'
import { limits } from '../limits.ts'
import { NodeLook } from '../packs/looks.ts'
import { Node } from '../packs/nodes.ts'

const Title = Type.String({ minLength: 1, maxLength: limits.collectionTitleLength, ...notBlank })
const Text = Type.String({ maxLength: limits.collectionTextLength })
const Note = Type.String({
  maxLength: limits.collectionNoteLength,
  description: 'Why the node is in the collection.',
})

export const Collection = Type.Object({
  id: Type.String(),
  title: Type.String(),
  description: Type.String(),
  is_public: Type.Boolean({ description: 'Whether anyone with the address can read it.' }),
  is_curated: Type.Boolean({ description: 'Whether admins list it for everyone.' }),
  owner_name: Type.Optional(
    Type.String({ description: 'Display name of its author. Omitted without one, and once it is curated.' }),
  ),
  node_count: Type.Integer({ description: 'Listed nodes.' }),
  covers: Type.Array(Type.Object({ id: Type.String(), name: Type.String(), look: NodeLook }), {
    description: 'How lists show its first nodes; at most three.',
  }),
  created_at: Timestamp,
  updated_at: Timestamp,
})
export type Collection = Static<typeof Collection>

export const CollectedNode = Type.Object({
  node: Type.Object({ ...Node.properties, look: Type.Optional(NodeLook) }),
  note: Type.String(),
})
export type CollectedNode = Static<typeof CollectedNode>

export const CollectionWithNodes = Type.Object({
  ...Collection.properties,
  nodes: Type.Array(CollectedNode, { description: 'In the order of the author. Banned nodes are omitted.' }),
})
export type CollectionWithNodes = Static<typeof CollectionWithNodes>

const params = Type.Object({ collectionId: AnyId })
const nodeParams = Type.Object({ collectionId: AnyId, nodeId: AnyId })

export const listCollections = route({
  method: 'GET',
  path: '/collections',
  access: 'public',
  summary: 'Curated collections, last changed first',
  query: Type.Object({
    ...PageQuery,
    node_id: Type.Optional(Type.String({ ...AnyId, description: 'Only collections with this node.' })),
  }),
  response: Type.Object({ collections: Type.Array(Collection), ...PageEnvelope }),
})

export const listOwnCollections = route({
  method: 'GET',
  path: '/users/collections',
  access: 'signed-in',
  summary: 'All collections of the signed-in user, last changed first',
  response: Type.Object({
    collections: Type.Array(Type.Object({ ...Collection.properties, node_ids: Type.Array(Type.String()) })),
  }),
})
export type OwnCollection = Static<typeof listOwnCollections.response>['collections'][number]

export const getCollection = route({
  method: 'GET',
  path: '/collections/:collectionId',
  access: 'public',
  summary: 'A collection with its nodes in order',
  description: 'A collection that is not public exists only for its author and for admins.',
  params,
  response: CollectionWithNodes,
  errors: ['collection_not_found'],
})

export const createCollection = route({
  method: 'POST',
  path: '/collections',
  access: 'signed-in',
  summary: 'Creates a collection',
  description: `At most ${limits.collectionsPerUser} for each user. It is private unless \`is_public\` is true.`,
  body: Type.Object({
    title: Title,
    description: Type.Optional(Text),
    is_public: Type.Optional(Type.Boolean()),
    node_ids: Type.Optional(Type.Array(AnyId, { maxItems: limits.nodesPerCollection })),
  }),
  response: CollectionWithNodes,
  status: 201,
  errors: ['user_banned', 'too_many_collections', 'node_not_found'],
})

export const updateCollection = route({
  method: 'PUT',
  path: '/collections/:collectionId',
  access: 'signed-in',
  summary: 'Replaces the texts, the nodes and their order',
  description: `For its author and for admins. At most ${limits.nodesPerCollection} nodes; a node that is sent twice keeps its first place. A curated collection stays public.`,
  params,
  body: Type.Object({
    title: Title,
    description: Text,
    is_public: Type.Boolean(),
    nodes: Type.Array(Type.Object({ node_id: AnyId, note: Note }), { maxItems: limits.nodesPerCollection }),
  }),
  response: CollectionWithNodes,
  errors: ['user_banned', 'collection_not_found', 'not_collection_owner', 'node_not_found'],
})

export const addToCollection = route({
  method: 'PUT',
  path: '/collections/:collectionId/nodes/:nodeId',
  access: 'signed-in',
  summary: 'Adds a node to the end of a collection',
  description: 'A node that is already in it keeps its place; its note is replaced if one is sent.',
  params: nodeParams,
  body: Type.Object({ note: Type.Optional(Note) }, { default: {} }),
  response: NoContent,
  status: 204,
  errors: [
    'user_banned',
    'collection_not_found',
    'not_collection_owner',
    'node_not_found',
    'collection_full',
  ],
})

export const removeFromCollection = route({
  method: 'DELETE',
  path: '/collections/:collectionId/nodes/:nodeId',
  access: 'signed-in',
  summary: 'Removes a node from a collection',
  description: 'Removing a node that is not in it changes nothing.',
  params: nodeParams,
  response: NoContent,
  status: 204,
  errors: ['user_banned', 'collection_not_found', 'not_collection_owner'],
})

export const deleteCollection = route({
  method: 'DELETE',
  path: '/collections/:collectionId',
  access: 'signed-in',
  summary: 'Deletes a collection',
  description: 'For its author and for admins.',
  params,
  response: NoContent,
  status: 204,
  errors: ['user_banned', 'collection_not_found', 'not_collection_owner'],
})

export const curateCollection = route({
  method: 'PUT',
  path: '/collections/:collectionId/curation',
  access: 'admin',
  summary: 'Lists a collection for everyone, or stops listing it',
  description: 'A curated collection is public, and only admins change it.',
  params,
  body: Type.Object({ is_curated: Type.Boolean() }),
  response: NoContent,
  status: 204,
  errors: ['collection_not_found'],
})
