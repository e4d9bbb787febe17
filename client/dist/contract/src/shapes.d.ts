import Type, { type Static } from 'typebox';
/** One of a few texts, as one string schema with `enum`: readable in the API description and in refusals. */
export declare function oneOf<const Values extends readonly string[]>(values: Values, description?: string): Type.TUnsafe<Values[number]>;
/** RFC 3339 in UTC, such as `2025-01-31T23:59:59.000Z`. */
export declare const Timestamp: Type.TString;
export declare const Uuid: Type.TString;
export declare const nodeIdPattern = "^[a-zA-Z0-9](?:[a-zA-Z0-9._-]*[a-zA-Z0-9])?$";
export declare const publisherIdPattern = "^[a-z][a-z0-9-]*$";
/**
 * An id in an address. Any text up to the bulk limit: programs ask with things that are no registry ids at
 * all (`owner/name`), which is "not found", never "bad request".
 */
export declare const AnyId: Type.TString;
/** The fixed publisher that holds nodes nobody owns yet. Existing clients compare with these constants. */
export declare const unclaimedPublisherId = "admin-11338bd3-f081-43cf-b3f9-295c829826f7";
export declare const unclaimedPublisherName = "Unclaimed";
export declare const nodeStatuses: readonly ['NodeStatusActive', 'NodeStatusDeleted', 'NodeStatusBanned'];
export declare const NodeStatus: Type.TUnsafe<"NodeStatusActive" | "NodeStatusBanned" | "NodeStatusDeleted">;
export type NodeStatus = Static<typeof NodeStatus>;
export declare const versionStatuses: readonly ['NodeVersionStatusActive', 'NodeVersionStatusDeleted', 'NodeVersionStatusBanned', 'NodeVersionStatusPending', 'NodeVersionStatusFlagged'];
export declare const NodeVersionStatus: Type.TUnsafe<"NodeVersionStatusActive" | "NodeVersionStatusBanned" | "NodeVersionStatusDeleted" | "NodeVersionStatusFlagged" | "NodeVersionStatusPending">;
export type NodeVersionStatus = Static<typeof NodeVersionStatus>;
export declare const publisherStatuses: readonly ['PublisherStatusActive', 'PublisherStatusBanned'];
export declare const PublisherStatus: Type.TUnsafe<"PublisherStatusActive" | "PublisherStatusBanned">;
export type PublisherStatus = Static<typeof PublisherStatus>;
export declare const comfyNodePolicies: readonly ['ComfyNodePolicyActive', 'ComfyNodePolicyBanned', 'ComfyNodePolicyLocalOnly'];
export declare const ComfyNodePolicy: Type.TUnsafe<"ComfyNodePolicyActive" | "ComfyNodePolicyBanned" | "ComfyNodePolicyLocalOnly">;
export type ComfyNodePolicy = Static<typeof ComfyNodePolicy>;
export declare const extractStatuses: readonly ['pending', 'success', 'failed'];
export declare const ExtractStatus: Type.TUnsafe<"failed" | "pending" | "success">;
export type ExtractStatus = Static<typeof ExtractStatus>;
export declare const memberRoles: readonly ['owner', 'member'];
export declare const MemberRole: Type.TUnsafe<"member" | "owner">;
export type MemberRole = Static<typeof MemberRole>;
/**
 * `page` and `limit` of a list. Values below 1 become the default and values over the maximum are lowered to
 * it, never refused; the answer repeats the served values. Source: API contract 30.1, 30.2.
 */
export declare const PageQuery: {
    page: Type.TOptional<Type.TInteger>;
    limit: Type.TOptional<Type.TInteger>;
};
export declare const PageEnvelope: {
    total: Type.TInteger;
    page: Type.TInteger;
    limit: Type.TInteger;
    totalPages: Type.TInteger;
};
/** An answer without a body. */
export declare const NoContent: Type.TNull;
