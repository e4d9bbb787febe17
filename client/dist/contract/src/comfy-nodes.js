import Type, {} from 'typebox';
import { limits } from './limits.js';
import { NodeDetail } from './nodes.js';
import { route } from './route.js';
import { AnyId, ComfyNodePolicy } from './shapes.js';
import { VersionParams } from './versions.js';
/**
 * One graph node class inside a version. The three `*_types`/`*_names` are JSON documents encoded as strings;
 * a key is absent rather than empty, because clients parse it. Source: API contract 6.5, clients 2.3.
 */
export const ComfyNode = Type.Object({
    comfy_node_name: Type.String(),
    category: Type.Optional(Type.String()),
    description: Type.Optional(Type.String()),
    function: Type.Optional(Type.String()),
    input_types: Type.Optional(Type.String({ description: 'A JSON object in a string.' })),
    return_types: Type.Optional(Type.String({ description: 'A JSON list in a string.' })),
    return_names: Type.Optional(Type.String({ description: 'A JSON list in a string.' })),
    output_is_list: Type.Array(Type.Boolean()),
    deprecated: Type.Boolean(),
    experimental: Type.Boolean(),
    policy: ComfyNodePolicy,
    display_name: Type.Optional(Type.String()),
    output_node: Type.Optional(Type.Boolean()),
});
const ComfyNodeName = Type.String({ minLength: 1, maxLength: limits.comfyNodeNameLength });
export const listVersionComfyNodes = route({
    method: 'GET',
    path: '/nodes/:nodeId/versions/:version/comfy-nodes',
    access: 'public',
    summary: 'The comfy-nodes of a version, by name',
    params: VersionParams,
    query: Type.Object({ page: Type.Optional(Type.Integer()), limit: Type.Optional(Type.Integer()) }),
    response: Type.Object({
        comfy_nodes: Type.Array(Type.Object({
            ...ComfyNode.properties,
            also_defined_in: Type.Optional(Type.Array(Type.String(), {
                description: `Other nodes whose latest version has a comfy-node of this name, at most ${limits.alsoDefinedIn}, the most downloaded first.`,
            })),
        })),
        totalNumberOfPages: Type.Integer(),
    }),
    errors: ['node_not_found', 'node_banned', 'version_not_found'],
});
export const getComfyNode = route({
    method: 'GET',
    path: '/nodes/:nodeId/versions/:version/comfy-nodes/:comfyNodeName',
    access: 'public',
    summary: 'One comfy-node of a version; not found while its comfy-nodes are not known',
    params: Type.Object({ ...VersionParams.properties, comfyNodeName: ComfyNodeName }),
    response: ComfyNode,
    errors: ['node_not_found', 'node_banned', 'version_not_found', 'comfy_node_not_found'],
});
export const listComfyNodes = route({
    method: 'GET',
    path: '/comfy-nodes',
    access: 'public',
    summary: 'Comfy-nodes of all listed versions',
    query: Type.Object({
        page: Type.Optional(Type.Integer()),
        pageSize: Type.Optional(Type.Integer()),
        node_id: Type.Optional(AnyId),
        node_version: Type.Optional(AnyId),
        comfy_node_name: Type.Optional(ComfyNodeName),
    }),
    response: Type.Object({
        comfy_nodes: Type.Array(Type.Object({ ...ComfyNode.properties, node_id: Type.String(), node_version: Type.String() })),
        total: Type.Integer(),
        page: Type.Integer(),
        page_size: Type.Integer(),
    }),
});
export const getNodeOfComfyNode = route({
    method: 'GET',
    path: '/comfy-nodes/:comfyNodeName/node',
    access: 'public',
    summary: 'The node that provides a comfy-node of this name',
    description: 'Among several: one that preempts the name, then the lower search ranking, more downloads, the older one. A `/` in the name may stay unescaped. A node that is only known to provide the name by an unverified hint comes last.',
    params: Type.Object({ comfyNodeName: ComfyNodeName }),
    response: Type.Object({ ...NodeDetail.properties, comfy_node_verified: Type.Boolean() }),
    errors: ['comfy_node_not_found'],
});
