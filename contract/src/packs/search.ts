import Type, { type Static } from 'typebox'
import { route } from '../ground/route.ts'
import { AnyId, NodePageQuery, oneOf } from '../ground/shapes.ts'
import { limits } from '../limits.ts'
import { categories } from './categories.ts'
import { Sketch } from './looks.ts'
import {
  commercialLicense,
  evidenceValues,
  healths,
  maxDays,
  nodeStates,
  notStated,
  sizes,
} from './search-text.ts'

/** `rising` contains only nodes installed in the last two weeks, fastest growing first. */
export const searchSorts = ['relevance', 'downloads', 'stars', 'newest', 'updated', 'rising', 'name'] as const
export const SearchSort = oneOf(searchSorts)
export type SearchSort = Static<typeof SearchSort>

const stated = (what: string) =>
  Type.Optional(
    Type.String({
      maxLength: limits.listItemLength,
      description: `${what}: \`declared:\` or \`detected:\` and the name, the name alone for either, or \`${notStated}\`. Unlike the filters of clients, it does not keep nodes that state nothing.`,
    }),
  )

const socketTypes = Type.Optional(
  Type.Array(Type.String({ minLength: 1, maxLength: limits.listItemLength }), { maxItems: 10 }),
)

/** Filters of a search, in addition to its text; all must match. */
export const SearchNarrowing = {
  publisher_id: Type.Optional(Type.String({ maxLength: limits.publisherIdLength })),
  tag: Type.Optional(Type.Array(Type.String({ maxLength: limits.listItemLength }), { maxItems: 10 })),
  category: Type.Optional(oneOf(categories)),
  license: Type.Optional(
    Type.String({
      maxLength: limits.listItemLength,
      description: `An SPDX identifier, such as \`MIT\`, licenses that apply together, such as \`CC-BY-NC-4.0 AND MIT\`, \`${commercialLicense}\` for licenses that allow commercial use, or \`${notStated}\`.`,
    }),
  ),
  has_nodes: Type.Optional(Type.Boolean({ description: 'Only nodes whose comfy-nodes are known.' })),
  has_workflows: Type.Optional(Type.Boolean({ description: 'Only nodes that ship workflows.' })),
  updated_within_days: Type.Optional(Type.Integer({ minimum: 1, maximum: maxDays })),
  committed_within_days: Type.Optional(
    Type.Integer({ minimum: 1, maximum: maxDays, description: 'By the last commit of the repository.' }),
  ),
  os: stated('Operating system that it needs, such as `Windows`'),
  accelerator: stated('Accelerator that it needs, such as `CUDA`'),
  python: stated('Python version that it runs on, such as `3.11`'),
  tool_version: Type.Optional(
    Type.String({
      maxLength: limits.listItemLength,
      description: `A version of the tool that its declared range includes, \`stated\`, or \`${notStated}\`.`,
    }),
  ),
  size: Type.Optional(oneOf(sizes, 'Size of the archive, or of the files in the repository.')),
  health: Type.Optional(
    oneOf(healths, 'By the last commit or release: `maintained` within a year, `quiet` before that.'),
  ),
  evidence: Type.Optional(
    oneOf(
      [...evidenceValues, notStated],
      'Evidence of compatibility about the latest version: CI results, import reports, and interfaces of the tool that its code uses.',
    ),
  ),
  state: Type.Optional(oneOf(nodeStates)),
  input_type: socketTypes,
  output_type: socketTypes,
  sort: Type.Optional(SearchSort),
  facets: Type.Optional(
    Type.Boolean({ description: 'Also counts how far each filter would narrow the search.' }),
  ),
}

const FacetValue = Type.Object({ value: Type.String(), count: Type.Integer() })
const facet = Type.Array(FacetValue)

/** How many nodes each further filter would leave; counts of each kind ignore the filters of that kind. */
export const SearchFacets = Type.Object({
  category: facet,
  os: facet,
  accelerator: facet,
  tag: facet,
  license: facet,
  state: facet,
  has_nodes: facet,
  has_workflows: facet,
  updated_within_days: facet,
  committed_within_days: facet,
  python: facet,
  tool_version: facet,
  size: facet,
  health: facet,
  evidence: facet,
})
export type SearchFacets = Static<typeof SearchFacets>

export const suggest = route({
  method: 'GET',
  path: '/search/suggestions',
  access: 'public',
  summary: 'Suggestions for a partly typed text',
  description: 'At most five of each kind, most used first. An empty text suggests nothing.',
  query: Type.Object({ text: Type.Optional(Type.String({ maxLength: limits.searchLength })) }),
  response: Type.Object({
    /** Suggestions for other texts, from the index of query suggestions. */
    queries: Type.Array(
      Type.Object({ query: Type.String(), nb_words: Type.Integer(), popularity: Type.Number() }),
    ),
    nodes: Type.Array(
      Type.Object({
        id: Type.String(),
        name: Type.String(),
        icon: Type.Optional(Type.String()),
        publisher_id: Type.String(),
        github_stars: Type.Integer(),
      }),
    ),
    comfy_nodes: Type.Array(
      Type.Object({
        comfy_node_name: Type.String(),
        /** The best-known node that has it. */
        node_id: Type.String(),
      }),
    ),
    publishers: Type.Array(Type.Object({ id: Type.String(), name: Type.String() })),
  }),
})
export type Suggestions = Static<typeof suggest.response>

/** How many results of each kind a text has; each is counted up to 1,000. */
export const SearchKinds = Type.Object({
  nodes: Type.Integer(),
  comfy_nodes: Type.Integer(),
  workflows: Type.Integer(),
})
export type SearchKinds = Static<typeof SearchKinds>

/** A comfy-node, and the node that has it. */
const OfferedComfyNode = Type.Object({
  comfy_node_name: Type.String(),
  node_id: Type.String(),
  node_name: Type.String(),
})

export const SearchAnswer = {
  /** The comfy-node of the tool itself that the text names; only with `facets`. */
  built_in: Type.Optional(Type.String()),
  comfy_node: Type.Optional(
    Type.Object(OfferedComfyNode.properties, {
      description: 'The comfy-node that the text names, at its best-known node; only with `facets`.',
    }),
  ),
  kinds: Type.Optional(
    Type.Object(SearchKinds.properties, {
      description: 'Results of each kind for the text and its sockets, up to 1,000; only with `facets`.',
    }),
  ),
  words: Type.Optional(
    Type.Array(Type.String(), {
      description: 'Beginnings of words that results match, in lowercase, to mark them; only with `facets`.',
    }),
  ),
}

export const searchComfyNodes = route({
  method: 'GET',
  path: '/comfy-nodes/search',
  access: 'public',
  summary: 'Comfy-nodes that match a text or sockets, best first',
  description:
    'All words must be in the name. The text may contain the operators of `/nodes/search`, such as `IMAGE -> MASK` and `publisher:`. An exact name comes first, then those of well-known nodes. Matches are counted up to 1,000, and pages end there. Without a text and sockets, none.',
  query: Type.Object({
    ...NodePageQuery,
    search: Type.Optional(Type.String({ maxLength: limits.searchLength })),
    input_type: socketTypes,
    output_type: socketTypes,
  }),
  response: Type.Object({
    total: Type.Integer(),
    comfy_nodes: Type.Array(
      Type.Object({
        ...OfferedComfyNode.properties,
        description: Type.String(),
        sketch: Type.Optional(
          Type.Object(Sketch.properties, { description: 'Omitted while its sockets are unknown.' }),
        ),
      }),
    ),
    page: Type.Integer(),
    limit: Type.Integer(),
    totalPages: Type.Integer(),
  }),
})

const types = Type.Array(Type.String({ minLength: 1, maxLength: limits.listItemLength }), { maxItems: 10 })

export const listSimilarComfyNodes = route({
  method: 'GET',
  path: '/similar-comfy-nodes',
  access: 'public',
  summary: 'Comfy-nodes of other nodes that take and give the same types, those of well-known nodes first',
  description: 'At most eight, two of each node. Without types, none.',
  query: Type.Object({
    input_type: Type.Optional(types),
    output_type: Type.Optional(types),
    node_id: Type.Optional(
      Type.String({ maxLength: limits.nodeIdLength, description: 'The node to leave out.' }),
    ),
  }),
  response: Type.Object({
    comfy_nodes: Type.Array(
      Type.Object({
        comfy_node_name: Type.String(),
        display_name: Type.String(),
        description: Type.String(),
        inputs: Type.Array(Type.String()),
        outputs: Type.Array(Type.String()),
        node_id: Type.String(),
        node_name: Type.String(),
      }),
    ),
  }),
})

export const listExtensions = route({
  method: 'GET',
  path: '/nodes/:nodeId/extensions',
  access: 'public',
  summary: 'Nodes that extend a node: their comfy-nodes take socket types that only this node gives',
  description: `At most ${limits.extensions}, well-known ones first. Up to an hour old.`,
  params: Type.Object({ nodeId: AnyId }),
  errors: ['node_not_found', 'node_banned'],
  response: Type.Object({
    extensions: Type.Array(
      Type.Object({
        node_id: Type.String(),
        name: Type.String(),
        types: Type.Array(Type.String(), { description: 'The types, in uppercase.' }),
      }),
    ),
  }),
})

export const getTotals = route({
  method: 'GET',
  path: '/totals',
  access: 'public',
  summary: 'How much the registry has',
  response: Type.Object({
    nodes: Type.Integer({ description: 'Listed nodes.' }),
    published: Type.Integer({ description: 'Listed nodes whose latest version was scanned.' }),
    read: Type.Integer({
      description: 'Listed nodes without a version whose repository was read and scanned.',
    }),
    comfy_nodes: Type.Integer({ description: 'Comfy-nodes found in the code of these nodes.' }),
    workflows: Type.Integer({ description: 'Workflows that the latest versions of nodes ship.' }),
  }),
})
export type Totals = Static<typeof getTotals.response>

export const listTags = route({
  method: 'GET',
  path: '/tags',
  access: 'public',
  summary: 'The tags and categories of listed nodes, with their node counts',
  response: Type.Object({ tags: facet, categories: facet }),
})
export type Tags = Static<typeof listTags.response>
