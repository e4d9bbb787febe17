import Type, { type Static } from 'typebox'
import { categories } from './categories.ts'
import { limits } from './limits.ts'
import { route } from './route.ts'
import { maxDays, nodeStates } from './search-text.ts'
import { oneOf } from './shapes.ts'

/** `rising` contains only nodes installed in the last two weeks, fastest growing first. */
export const searchSorts = ['relevance', 'downloads', 'stars', 'newest', 'updated', 'rising', 'name'] as const
export const SearchSort = oneOf(searchSorts)
export type SearchSort = Static<typeof SearchSort>

const socketTypes = Type.Optional(
  Type.Array(Type.String({ minLength: 1, maxLength: limits.listItemLength }), { maxItems: 10 }),
)

/** Filters of a search, in addition to its text; all must match. */
export const SearchNarrowing = {
  publisher_id: Type.Optional(Type.String({ maxLength: limits.publisherIdLength })),
  tag: Type.Optional(Type.Array(Type.String({ maxLength: limits.listItemLength }), { maxItems: 10 })),
  category: Type.Optional(oneOf(categories)),
  license: Type.Optional(
    Type.String({ maxLength: limits.listItemLength, description: 'An SPDX identifier, such as `MIT`.' }),
  ),
  has_nodes: Type.Optional(Type.Boolean({ description: 'Only nodes whose comfy-nodes are known.' })),
  updated_within_days: Type.Optional(Type.Integer({ minimum: 1, maximum: maxDays })),
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
  updated_within_days: facet,
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

export const listTags = route({
  method: 'GET',
  path: '/tags',
  access: 'public',
  summary: 'The tags and categories of listed nodes, with their node counts',
  response: Type.Object({ tags: facet, categories: facet }),
})
export type Tags = Static<typeof listTags.response>
