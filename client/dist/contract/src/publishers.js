import Type, {} from 'typebox';
import { limits } from './limits.js';
import { route } from './route.js';
import { AnyId, MemberRole, NoContent, PublisherStatus, Timestamp } from './shapes.js';
export const PublisherMember = Type.Object({
    id: Type.Optional(Type.String()),
    role: MemberRole,
    user: Type.Object({
        /** Only for members of this publisher and admins. */
        id: Type.Optional(Type.String()),
        email: Type.Optional(Type.String()),
        name: Type.String(),
    }),
});
export const Publisher = Type.Object({
    id: Type.String(),
    name: Type.String(),
    description: Type.String(),
    website: Type.String(),
    support: Type.String({ description: 'An e-mail address for support.' }),
    source_code_repo: Type.String(),
    logo: Type.String(),
    createdAt: Timestamp,
    members: Type.Array(PublisherMember, { description: 'Loaded by the single read only, else empty.' }),
    status: PublisherStatus,
});
const text = (maxLength) => Type.Optional(Type.String({ maxLength }));
const editable = {
    name: text(limits.nameLength),
    description: text(limits.descriptionLength),
    website: text(limits.urlLength),
    support: text(limits.nameLength),
    source_code_repo: text(limits.urlLength),
    logo: text(limits.urlLength),
};
export const PublisherParams = Type.Object({ publisherId: AnyId });
export const validatePublisherId = route({
    method: 'GET',
    path: '/publishers/validate',
    access: 'public',
    summary: 'Whether a publisher id is well-formed and free',
    description: 'A taken or malformed id is a refusal, never `isAvailable: false`: clients look at the status.',
    query: Type.Object({ username: Type.Optional(Type.String({ maxLength: limits.bulkIdentifierLength })) }),
    response: Type.Object({ isAvailable: Type.Boolean() }),
    errors: ['publisher_id_invalid', 'publisher_id_taken'],
});
export const listPublishers = route({
    method: 'GET',
    path: '/publishers',
    access: 'public',
    summary: 'All publishers, without members and support addresses',
    description: 'Banned ones are left out, save for admins.',
    response: Type.Array(Publisher),
});
export const getPublisher = route({
    method: 'GET',
    path: '/publishers/:publisherId',
    access: 'public',
    summary: 'One publisher with its members',
    params: PublisherParams,
    response: Publisher,
    errors: ['publisher_not_found'],
});
export const createPublisher = route({
    method: 'POST',
    path: '/publishers',
    access: 'signed-in',
    summary: 'Creates a publisher that the signed-in user owns',
    body: Type.Object({ id: Type.Optional(Type.String()), ...editable }),
    response: Publisher,
    status: 201,
    errors: ['publisher_id_invalid', 'publisher_id_taken', 'too_many_publishers', 'user_banned'],
});
export const updatePublisher = route({
    method: 'PUT',
    path: '/publishers/:publisherId',
    access: 'signed-in',
    summary: 'Changes what is given of a publisher',
    params: PublisherParams,
    body: Type.Object(editable),
    response: Publisher,
    errors: ['publisher_not_found', 'not_publisher_owner', 'user_banned'],
});
export const deletePublisher = route({
    method: 'DELETE',
    path: '/publishers/:publisherId',
    access: 'signed-in',
    summary: 'Deletes a publisher that owns no nodes, with its tokens',
    params: PublisherParams,
    response: NoContent,
    status: 204,
    errors: [
        'publisher_not_found',
        'not_publisher_owner',
        'user_banned',
        'publisher_owns_nodes',
        'publisher_is_reserved',
    ],
});
const CanEdit = Type.Object({ canEdit: Type.Boolean() });
export const getPublisherPermissions = route({
    method: 'GET',
    path: '/publishers/:publisherId/permissions',
    access: 'public',
    summary: 'Whether the caller owns this publisher',
    params: PublisherParams,
    response: CanEdit,
    errors: ['publisher_not_found'],
});
export const getNodePermissions = route({
    method: 'GET',
    path: '/publishers/:publisherId/nodes/:nodeId/permissions',
    access: 'public',
    summary: 'Whether the caller owns the publisher and the publisher owns the node',
    params: Type.Object({ publisherId: AnyId, nodeId: AnyId }),
    response: CanEdit,
    errors: ['publisher_not_found'],
});
