import Type, {} from 'typebox';
import { limits } from './limits.js';
import { Publisher, PublisherParams } from './publishers.js';
import { route } from './route.js';
import { SearchFacets, SearchNarrowing } from './search.js';
import { AnyId, NodeStatus, PageEnvelope, PageQuery, Timestamp } from './shapes.js';
import { NodeVersion } from './versions.js';
/**
 * An installable pack that a publisher owns. Absent, never null: clients test for the key and then use the
 * value. Source: clients 1.1, 2.1.
 */
export const Node = Type.Object({
    id: Type.String({ description: 'In its stored spelling.' }),
    name: Type.String({ description: 'Never empty: the id where the author gave none.' }),
    description: Type.String(),
    author: Type.Optional(Type.String()),
    category: Type.Optional(Type.String()),
    license: Type.Optional(Type.String({ description: 'As sent: JSON in a string, or plain text.' })),
    icon: Type.Optional(Type.String()),
    banner_url: Type.Optional(Type.String()),
    repository: Type.Optional(Type.String()),
    tags: Type.Array(Type.String()),
    tags_admin: Type.Optional(Type.Array(Type.String())),
    supported_os: Type.Array(Type.String(), { description: 'Windows, Linux, macOS; empty means all.' }),
    supported_accelerators: Type.Array(Type.String(), {
        description: 'CUDA, ROCm, Metal, CPU; empty means all.',
    }),
    supported_comfyui_version: Type.Optional(Type.String({ description: 'A blank-separated semver range.' })),
    supported_comfyui_frontend_version: Type.Optional(Type.String()),
    latest_version: Type.Optional(NodeVersion),
    rating: Type.Number(),
    downloads: Type.Integer(),
    publisher: Publisher,
    status: NodeStatus,
    status_detail: Type.Optional(Type.String()),
    translations: Type.Optional(Type.Record(Type.String(), Type.Record(Type.String(), Type.Unknown()))),
    search_ranking: Type.Optional(Type.Integer({ description: '1 to 10, lower ranks higher.' })),
    preempted_comfy_node_names: Type.Array(Type.String()),
    github_stars: Type.Integer(),
    created_at: Timestamp,
    updated_at: Timestamp,
    comfy_node_count: Type.Optional(Type.Integer({ description: 'Of the latest version; without one, of the unverified hints.' })),
    comfy_nodes_verified: Type.Optional(Type.Boolean({
        description: 'False while the comfy-node names are unverified hints from an import, not read from an archive.',
    })),
});
export const NodePage = Type.Object({ ...PageEnvelope, nodes: Type.Array(Node) });
/** The single read: what lists leave out because of its size. */
export const NodeDetail = Type.Object({
    ...Node.properties,
    /** Rendered and sanitised HTML of the latest version's README. */
    readme_html: Type.Optional(Type.String()),
    /** Names of an import, not read from an archive; only while there is no version. */
    unverified_comfy_nodes: Type.Optional(Type.Array(Type.String())),
});
const filters = {
    supported_os: Type.Optional(Type.String({ maxLength: limits.listItemLength })),
    supported_accelerator: Type.Optional(Type.String({ maxLength: limits.listItemLength })),
    include_banned: Type.Optional(Type.Boolean()),
};
/** Columns that `sort` knows; `;desc` behind one turns it round. Source: API contract 14.1. */
export const nodeSortColumns = [
    'id',
    'name',
    'create_time',
    'created_at',
    'update_time',
    'updated_at',
    'total_install',
    'downloads',
    'github_stars',
    'search_ranking',
];
export const listNodes = route({
    method: 'GET',
    path: '/nodes',
    access: 'public',
    summary: 'The catalogue, page by page, in an order that does not change while someone pages',
    description: 'With `node_id` and without `limit`, all of the named nodes come in one answer; unknown ids are left out.',
    query: Type.Object({
        ...PageQuery,
        ...filters,
        timestamp: Type.Optional(Type.String({ format: 'date-time', description: 'Only nodes created or updated after it.' })),
        latest: Type.Optional(Type.Boolean({ description: 'Skips the short memory of answers.' })),
        sort: Type.Optional(Type.Array(Type.String({ maxLength: 40 }), { maxItems: 10 })),
        node_id: Type.Optional(Type.Array(Type.String())),
        comfyui_version: Type.Optional(Type.String({ description: 'Accepted for existing clients; does not filter.' })),
        form_factor: Type.Optional(Type.String({ description: 'Accepted for existing clients; does not filter.' })),
    }),
    response: NodePage,
});
export const searchNodes = route({
    method: 'GET',
    path: '/nodes/search',
    access: 'public',
    summary: 'Nodes that match a text, best first',
    description: 'The text may hold operators: `publisher:`, `tag:`, `category:`, `node:`, `os:`, `gpu:`, `license:`, `updated:30d`, `is:deprecated`, `has:nodes`, `in:IMAGE`, `out:MASK`, `IMAGE -> MASK`. Socket types are known of published versions only.',
    query: Type.Object({
        ...PageQuery,
        ...filters,
        ...SearchNarrowing,
        search: Type.Optional(Type.String({ maxLength: limits.searchLength })),
        repository_url_search: Type.Optional(Type.String({ maxLength: limits.urlLength })),
        comfy_node_search: Type.Optional(Type.String({ maxLength: limits.searchLength })),
    }),
    response: Type.Object({
        ...NodePage.properties,
        nodes: Type.Array(Type.Object({
            ...Node.properties,
            /** Names of comfy-nodes inside that match the text, at most 20. */
            matched_comfy_nodes: Type.Optional(Type.Array(Type.String())),
        })),
        /** The text that was searched instead, when nothing matched the text as typed. */
        corrected: Type.Optional(Type.String()),
        facets: Type.Optional(SearchFacets),
    }),
});
export const NodeParams = Type.Object({ nodeId: AnyId });
export const getNode = route({
    method: 'GET',
    path: '/nodes/:nodeId',
    access: 'public',
    summary: 'One node; another letter case of the id is redirected to the stored spelling',
    params: NodeParams,
    query: Type.Object({ include_translations: Type.Optional(Type.Boolean()) }),
    response: NodeDetail,
    errors: ['node_not_found', 'node_banned'],
});
export const getNodeDownloads = route({
    method: 'GET',
    path: '/nodes/:nodeId/downloads',
    access: 'public',
    summary: 'How often a node was installed, day by day in UTC, up to today',
    params: NodeParams,
    query: Type.Object({
        days: Type.Optional(Type.Integer({
            minimum: 1,
            maximum: limits.downloadDays.max,
            description: `Default ${limits.downloadDays.default}.`,
        })),
    }),
    response: Type.Object({
        from: Type.String({ format: 'date', description: 'The day of the first count.' }),
        counts: Type.Array(Type.Integer(), { description: 'One a day; the last is today, so far.' }),
    }),
    errors: ['node_not_found', 'node_banned'],
});
export const installNode = route({
    method: 'GET',
    path: '/nodes/:nodeId/install',
    access: 'public',
    summary: 'The version to install, with the address of its archive; counts as one install',
    description: 'Without `version` the latest active version. Carries no ETag: a launcher keeps answers that do.',
    params: NodeParams,
    query: Type.Object({ version: Type.Optional(Type.String({ maxLength: limits.bulkIdentifierLength })) }),
    response: NodeVersion,
    errors: ['node_not_found', 'node_banned', 'version_invalid', 'version_not_found', 'no_installable_version'],
});
export const listPublisherNodes = route({
    method: 'GET',
    path: '/publishers/:publisherId/nodes',
    access: 'public',
    summary: 'All nodes of a publisher as a bare list, for old clients',
    params: PublisherParams,
    query: Type.Object({ include_banned: filters.include_banned }),
    response: Type.Array(Node),
});
export const listPublisherNodesPaged = route({
    method: 'GET',
    path: '/publishers/:publisherId/nodes/v2',
    access: 'public',
    summary: 'The nodes of a publisher, page by page',
    params: PublisherParams,
    query: Type.Object({ ...PageQuery, include_banned: filters.include_banned }),
    response: NodePage,
});
