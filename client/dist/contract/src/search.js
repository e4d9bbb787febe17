import Type, {} from 'typebox';
import { categories } from './categories.js';
import { limits } from './limits.js';
import { route } from './route.js';
import { mostDays, nodeStates } from './search-text.js';
import { oneOf } from './shapes.js';
/** `rising` holds only nodes that were installed in the last two weeks, the fastest growing first. */
export const searchSorts = ['relevance', 'downloads', 'stars', 'newest', 'updated', 'rising', 'name'];
export const SearchSort = oneOf(searchSorts);
const socketTypes = Type.Optional(Type.Array(Type.String({ minLength: 1, maxLength: limits.listItemLength }), { maxItems: 10 }));
/** What narrows a search, besides its text; all of it must hold. */
export const SearchNarrowing = {
    publisher_id: Type.Optional(Type.String({ maxLength: limits.publisherIdLength })),
    tag: Type.Optional(Type.Array(Type.String({ maxLength: limits.listItemLength }), { maxItems: 10 })),
    category: Type.Optional(oneOf(categories)),
    license: Type.Optional(Type.String({ maxLength: limits.listItemLength, description: 'An SPDX identifier, such as `MIT`.' })),
    has_nodes: Type.Optional(Type.Boolean({ description: 'Only nodes whose comfy-nodes are known.' })),
    updated_within_days: Type.Optional(Type.Integer({ minimum: 1, maximum: mostDays })),
    state: Type.Optional(oneOf(nodeStates)),
    input_type: socketTypes,
    output_type: socketTypes,
    sort: Type.Optional(SearchSort),
    facets: Type.Optional(Type.Boolean({ description: 'Also count what the search could be narrowed to.' })),
};
const FacetValue = Type.Object({ value: Type.String(), count: Type.Integer() });
const facet = Type.Array(FacetValue);
/** How many nodes each further narrowing would leave; of each kind as if nothing of that kind were chosen. */
export const SearchFacets = Type.Object({
    category: facet,
    os: facet,
    accelerator: facet,
    tag: facet,
    license: facet,
    state: facet,
    has_nodes: facet,
    updated_within_days: facet,
});
export const suggest = route({
    method: 'GET',
    path: '/search/suggestions',
    access: 'public',
    summary: 'What somebody who types may be looking for',
    description: 'At most five of each kind, the most used first. An empty text suggests nothing.',
    query: Type.Object({ text: Type.Optional(Type.String({ maxLength: limits.searchLength })) }),
    response: Type.Object({
        /** Texts to search for instead: the index of query suggestions. */
        queries: Type.Array(Type.Object({ query: Type.String(), nb_words: Type.Integer(), popularity: Type.Number() })),
        nodes: Type.Array(Type.Object({
            id: Type.String(),
            name: Type.String(),
            icon: Type.Optional(Type.String()),
            publisher_id: Type.String(),
        })),
        comfy_nodes: Type.Array(Type.Object({
            comfy_node_name: Type.String(),
            /** The node that has it, the best known of several. */
            node_id: Type.String(),
        })),
        publishers: Type.Array(Type.Object({ id: Type.String(), name: Type.String() })),
    }),
});
export const listTags = route({
    method: 'GET',
    path: '/tags',
    access: 'public',
    summary: 'The tags and categories of listed nodes, with the number of nodes that have them',
    response: Type.Object({ tags: facet, categories: facet }),
});
