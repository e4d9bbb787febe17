import Type, { type Static } from 'typebox';
/** One release of a node. Its number and its archive never change. Source: clients 2.2. */
export declare const NodeVersion: Type.TObject<{
    id: Type.TString;
    node_id: Type.TString;
    version: Type.TString;
    createdAt: Type.TString;
    changelog: Type.TString;
    dependencies: Type.TArray<Type.TString>;
    deprecated: Type.TBoolean;
    downloadUrl: Type.TOptional<Type.TString>;
    status: Type.TUnsafe<"NodeVersionStatusActive" | "NodeVersionStatusBanned" | "NodeVersionStatusDeleted" | "NodeVersionStatusFlagged" | "NodeVersionStatusPending">;
    status_reason: Type.TOptional<Type.TString>;
    comfy_node_extract_status: Type.TUnsafe<"failed" | "pending" | "success">;
    supported_os: Type.TArray<Type.TString>;
    supported_accelerators: Type.TArray<Type.TString>;
    supported_comfyui_version: Type.TOptional<Type.TString>;
    supported_comfyui_frontend_version: Type.TOptional<Type.TString>;
    tags: Type.TArray<Type.TString>;
    tags_admin: Type.TOptional<Type.TArray<Type.TString>>;
    sha256: Type.TOptional<Type.TString>;
    size: Type.TOptional<Type.TInteger>;
    file_count: Type.TOptional<Type.TInteger>;
}>;
export type NodeVersion = Static<typeof NodeVersion>;
/** The steps of the publish pipeline in their order. */
export declare const pipelineSteps: readonly ['received', 'checked', 'extracted', 'scanned', 'listed'];
export type PipelineStep = (typeof pipelineSteps)[number];
export declare const StepReport: Type.TObject<{
    step: Type.TUnsafe<"checked" | "extracted" | "listed" | "received" | "scanned">;
    state: Type.TUnsafe<"done" | "failed" | "running" | "waiting">;
    startedAt: Type.TOptional<Type.TString>;
    finishedAt: Type.TOptional<Type.TString>;
    attempts: Type.TInteger;
    message: Type.TOptional<Type.TString>;
}>;
export type StepReport = Static<typeof StepReport>;
export declare const VersionParams: Type.TObject<{
    nodeId: Type.TString;
    version: Type.TString;
}>;
export declare const listNodeVersions: import("./route.ts").Route<Type.TObject<{
    nodeId: Type.TString;
}>, Type.TObject<{
    statuses: Type.TOptional<Type.TArray<Type.TUnsafe<"NodeVersionStatusActive" | "NodeVersionStatusBanned" | "NodeVersionStatusDeleted" | "NodeVersionStatusFlagged" | "NodeVersionStatusPending">>>;
    include_status_reason: Type.TOptional<Type.TBoolean>;
}>, Type.TObject<Record<never, never>>, Type.TArray<Type.TObject<{
    id: Type.TString;
    node_id: Type.TString;
    version: Type.TString;
    createdAt: Type.TString;
    changelog: Type.TString;
    dependencies: Type.TArray<Type.TString>;
    deprecated: Type.TBoolean;
    downloadUrl: Type.TOptional<Type.TString>;
    status: Type.TUnsafe<"NodeVersionStatusActive" | "NodeVersionStatusBanned" | "NodeVersionStatusDeleted" | "NodeVersionStatusFlagged" | "NodeVersionStatusPending">;
    status_reason: Type.TOptional<Type.TString>;
    comfy_node_extract_status: Type.TUnsafe<"failed" | "pending" | "success">;
    supported_os: Type.TArray<Type.TString>;
    supported_accelerators: Type.TArray<Type.TString>;
    supported_comfyui_version: Type.TOptional<Type.TString>;
    supported_comfyui_frontend_version: Type.TOptional<Type.TString>;
    tags: Type.TArray<Type.TString>;
    tags_admin: Type.TOptional<Type.TArray<Type.TString>>;
    sha256: Type.TOptional<Type.TString>;
    size: Type.TOptional<Type.TInteger>;
    file_count: Type.TOptional<Type.TInteger>;
}>>, Type.TObject<Record<never, never>>>;
export declare const getNodeVersion: import("./route.ts").Route<Type.TObject<{
    nodeId: Type.TString;
    version: Type.TString;
}>, Type.TObject<Record<never, never>>, Type.TObject<Record<never, never>>, Type.TObject<{
    id: Type.TString;
    node_id: Type.TString;
    version: Type.TString;
    createdAt: Type.TString;
    changelog: Type.TString;
    dependencies: Type.TArray<Type.TString>;
    deprecated: Type.TBoolean;
    downloadUrl: Type.TOptional<Type.TString>;
    status: Type.TUnsafe<"NodeVersionStatusActive" | "NodeVersionStatusBanned" | "NodeVersionStatusDeleted" | "NodeVersionStatusFlagged" | "NodeVersionStatusPending">;
    status_reason: Type.TOptional<Type.TString>;
    comfy_node_extract_status: Type.TUnsafe<"failed" | "pending" | "success">;
    supported_os: Type.TArray<Type.TString>;
    supported_accelerators: Type.TArray<Type.TString>;
    supported_comfyui_version: Type.TOptional<Type.TString>;
    supported_comfyui_frontend_version: Type.TOptional<Type.TString>;
    tags: Type.TArray<Type.TString>;
    tags_admin: Type.TOptional<Type.TArray<Type.TString>>;
    sha256: Type.TOptional<Type.TString>;
    size: Type.TOptional<Type.TInteger>;
    file_count: Type.TOptional<Type.TInteger>;
    pipeline: Type.TOptional<Type.TArray<Type.TObject<{
        step: Type.TUnsafe<"checked" | "extracted" | "listed" | "received" | "scanned">;
        state: Type.TUnsafe<"done" | "failed" | "running" | "waiting">;
        startedAt: Type.TOptional<Type.TString>;
        finishedAt: Type.TOptional<Type.TString>;
        attempts: Type.TInteger;
        message: Type.TOptional<Type.TString>;
    }>>>;
    /** Absent where it was not recorded, such as for versions of an import. */
    published_by: Type.TOptional<Type.TObject<{
        publisher_id: Type.TString;
        name: Type.TOptional<Type.TString>;
    }>>;
    /** Rendered and sanitised HTML of this version's README. */
    readme_html: Type.TOptional<Type.TString>;
}>, Type.TObject<Record<never, never>>>;
export declare const VersionPage: Type.TObject<{
    total: Type.TInteger;
    versions: Type.TArray<Type.TObject<{
        id: Type.TString;
        node_id: Type.TString;
        version: Type.TString;
        createdAt: Type.TString;
        changelog: Type.TString;
        dependencies: Type.TArray<Type.TString>;
        deprecated: Type.TBoolean;
        downloadUrl: Type.TOptional<Type.TString>;
        status: Type.TUnsafe<"NodeVersionStatusActive" | "NodeVersionStatusBanned" | "NodeVersionStatusDeleted" | "NodeVersionStatusFlagged" | "NodeVersionStatusPending">;
        status_reason: Type.TOptional<Type.TString>;
        comfy_node_extract_status: Type.TUnsafe<"failed" | "pending" | "success">;
        supported_os: Type.TArray<Type.TString>;
        supported_accelerators: Type.TArray<Type.TString>;
        supported_comfyui_version: Type.TOptional<Type.TString>;
        supported_comfyui_frontend_version: Type.TOptional<Type.TString>;
        tags: Type.TArray<Type.TString>;
        tags_admin: Type.TOptional<Type.TArray<Type.TString>>;
        sha256: Type.TOptional<Type.TString>;
        size: Type.TOptional<Type.TInteger>;
        file_count: Type.TOptional<Type.TInteger>;
    }>>;
    page: Type.TInteger;
    pageSize: Type.TInteger;
    totalPages: Type.TInteger;
}>;
export declare const listVersions: import("./route.ts").Route<Type.TObject<Record<never, never>>, Type.TObject<{
    nodeId: Type.TOptional<Type.TString>;
    statuses: Type.TOptional<Type.TArray<Type.TUnsafe<"NodeVersionStatusActive" | "NodeVersionStatusBanned" | "NodeVersionStatusDeleted" | "NodeVersionStatusFlagged" | "NodeVersionStatusPending">>>;
    include_status_reason: Type.TOptional<Type.TBoolean>;
    status_reason: Type.TOptional<Type.TString>;
    page: Type.TOptional<Type.TInteger>;
    pageSize: Type.TOptional<Type.TInteger>;
}>, Type.TObject<Record<never, never>>, Type.TObject<{
    total: Type.TInteger;
    versions: Type.TArray<Type.TObject<{
        id: Type.TString;
        node_id: Type.TString;
        version: Type.TString;
        createdAt: Type.TString;
        changelog: Type.TString;
        dependencies: Type.TArray<Type.TString>;
        deprecated: Type.TBoolean;
        downloadUrl: Type.TOptional<Type.TString>;
        status: Type.TUnsafe<"NodeVersionStatusActive" | "NodeVersionStatusBanned" | "NodeVersionStatusDeleted" | "NodeVersionStatusFlagged" | "NodeVersionStatusPending">;
        status_reason: Type.TOptional<Type.TString>;
        comfy_node_extract_status: Type.TUnsafe<"failed" | "pending" | "success">;
        supported_os: Type.TArray<Type.TString>;
        supported_accelerators: Type.TArray<Type.TString>;
        supported_comfyui_version: Type.TOptional<Type.TString>;
        supported_comfyui_frontend_version: Type.TOptional<Type.TString>;
        tags: Type.TArray<Type.TString>;
        tags_admin: Type.TOptional<Type.TArray<Type.TString>>;
        sha256: Type.TOptional<Type.TString>;
        size: Type.TOptional<Type.TInteger>;
        file_count: Type.TOptional<Type.TInteger>;
    }>>;
    page: Type.TInteger;
    pageSize: Type.TInteger;
    totalPages: Type.TInteger;
}>, Type.TObject<Record<never, never>>>;
export declare const BulkResult: Type.TObject<{
    identifier: Type.TObject<{
        node_id: Type.TString;
        version: Type.TString;
    }>;
    status: Type.TUnsafe<"error" | "not_found" | "success">;
    node_version: Type.TOptional<Type.TObject<{
        id: Type.TString;
        node_id: Type.TString;
        version: Type.TString;
        createdAt: Type.TString;
        changelog: Type.TString;
        dependencies: Type.TArray<Type.TString>;
        deprecated: Type.TBoolean;
        downloadUrl: Type.TOptional<Type.TString>;
        status: Type.TUnsafe<"NodeVersionStatusActive" | "NodeVersionStatusBanned" | "NodeVersionStatusDeleted" | "NodeVersionStatusFlagged" | "NodeVersionStatusPending">;
        status_reason: Type.TOptional<Type.TString>;
        comfy_node_extract_status: Type.TUnsafe<"failed" | "pending" | "success">;
        supported_os: Type.TArray<Type.TString>;
        supported_accelerators: Type.TArray<Type.TString>;
        supported_comfyui_version: Type.TOptional<Type.TString>;
        supported_comfyui_frontend_version: Type.TOptional<Type.TString>;
        tags: Type.TArray<Type.TString>;
        tags_admin: Type.TOptional<Type.TArray<Type.TString>>;
        sha256: Type.TOptional<Type.TString>;
        size: Type.TOptional<Type.TInteger>;
        file_count: Type.TOptional<Type.TInteger>;
    }>>;
    error_message: Type.TOptional<Type.TString>;
}>;
export type BulkResult = Static<typeof BulkResult>;
export declare const bulkVersions: import("./route.ts").Route<Type.TObject<Record<never, never>>, Type.TObject<Record<never, never>>, Type.TObject<{
    node_versions: Type.TArray<Type.TUnknown>;
}>, Type.TObject<{
    node_versions: Type.TArray<Type.TObject<{
        identifier: Type.TObject<{
            node_id: Type.TString;
            version: Type.TString;
        }>;
        status: Type.TUnsafe<"error" | "not_found" | "success">;
        node_version: Type.TOptional<Type.TObject<{
            id: Type.TString;
            node_id: Type.TString;
            version: Type.TString;
            createdAt: Type.TString;
            changelog: Type.TString;
            dependencies: Type.TArray<Type.TString>;
            deprecated: Type.TBoolean;
            downloadUrl: Type.TOptional<Type.TString>;
            status: Type.TUnsafe<"NodeVersionStatusActive" | "NodeVersionStatusBanned" | "NodeVersionStatusDeleted" | "NodeVersionStatusFlagged" | "NodeVersionStatusPending">;
            status_reason: Type.TOptional<Type.TString>;
            comfy_node_extract_status: Type.TUnsafe<"failed" | "pending" | "success">;
            supported_os: Type.TArray<Type.TString>;
            supported_accelerators: Type.TArray<Type.TString>;
            supported_comfyui_version: Type.TOptional<Type.TString>;
            supported_comfyui_frontend_version: Type.TOptional<Type.TString>;
            tags: Type.TArray<Type.TString>;
            tags_admin: Type.TOptional<Type.TArray<Type.TString>>;
            sha256: Type.TOptional<Type.TString>;
            size: Type.TOptional<Type.TInteger>;
            file_count: Type.TOptional<Type.TInteger>;
        }>>;
        error_message: Type.TOptional<Type.TString>;
    }>>;
}>, Type.TObject<Record<never, never>>>;
/**
 * What the command-line client sends about the node. A missing key, or null, leaves the field as it is.
 * Source: clients 4.1.
 */
export declare const PublishedNode: Type.TObject<{
    supported_os: Type.TOptional<Type.TUnion<[Type.TArray<Type.TString>, Type.TNull]>>;
    supported_accelerators: Type.TOptional<Type.TUnion<[Type.TArray<Type.TString>, Type.TNull]>>;
    supported_comfyui_version: Type.TOptional<Type.TUnion<[Type.TString, Type.TNull]>>;
    supported_comfyui_frontend_version: Type.TOptional<Type.TUnion<[Type.TString, Type.TNull]>>;
    id: Type.TOptional<Type.TString>;
    name: Type.TOptional<Type.TUnion<[Type.TString, Type.TNull]>>;
    description: Type.TOptional<Type.TUnion<[Type.TString, Type.TNull]>>;
    author: Type.TOptional<Type.TUnion<[Type.TString, Type.TNull]>>;
    icon: Type.TOptional<Type.TUnion<[Type.TString, Type.TNull]>>;
    banner_url: Type.TOptional<Type.TUnion<[Type.TString, Type.TNull]>>;
    license: Type.TOptional<Type.TUnion<[Type.TString, Type.TNull]>>;
    repository: Type.TOptional<Type.TUnion<[Type.TString, Type.TNull]>>;
    tags: Type.TOptional<Type.TUnion<[Type.TArray<Type.TString>, Type.TNull]>>;
}>;
export type PublishedNode = Static<typeof PublishedNode>;
export declare const PublishedVersion: Type.TObject<{
    supported_os: Type.TOptional<Type.TUnion<[Type.TArray<Type.TString>, Type.TNull]>>;
    supported_accelerators: Type.TOptional<Type.TUnion<[Type.TArray<Type.TString>, Type.TNull]>>;
    supported_comfyui_version: Type.TOptional<Type.TUnion<[Type.TString, Type.TNull]>>;
    supported_comfyui_frontend_version: Type.TOptional<Type.TUnion<[Type.TString, Type.TNull]>>;
    version: Type.TString;
    changelog: Type.TOptional<Type.TUnion<[Type.TString, Type.TNull]>>;
    dependencies: Type.TOptional<Type.TUnion<[Type.TArray<Type.TString>, Type.TNull]>>;
    deprecated: Type.TOptional<Type.TUnion<[Type.TBoolean, Type.TNull]>>;
    /** Announces the archive's digest: an upload with another one is refused. */
    sha256: Type.TOptional<Type.TString>;
    /** Announces the archive's size in bytes. */
    size: Type.TOptional<Type.TInteger>;
}>;
export type PublishedVersion = Static<typeof PublishedVersion>;
export declare const publishVersion: import("./route.ts").Route<Type.TObject<{
    publisherId: Type.TString;
    nodeId: Type.TString;
}>, Type.TObject<Record<never, never>>, Type.TObject<{
    personal_access_token: Type.TString;
    node: Type.TObject<{
        supported_os: Type.TOptional<Type.TUnion<[Type.TArray<Type.TString>, Type.TNull]>>;
        supported_accelerators: Type.TOptional<Type.TUnion<[Type.TArray<Type.TString>, Type.TNull]>>;
        supported_comfyui_version: Type.TOptional<Type.TUnion<[Type.TString, Type.TNull]>>;
        supported_comfyui_frontend_version: Type.TOptional<Type.TUnion<[Type.TString, Type.TNull]>>;
        id: Type.TOptional<Type.TString>;
        name: Type.TOptional<Type.TUnion<[Type.TString, Type.TNull]>>;
        description: Type.TOptional<Type.TUnion<[Type.TString, Type.TNull]>>;
        author: Type.TOptional<Type.TUnion<[Type.TString, Type.TNull]>>;
        icon: Type.TOptional<Type.TUnion<[Type.TString, Type.TNull]>>;
        banner_url: Type.TOptional<Type.TUnion<[Type.TString, Type.TNull]>>;
        license: Type.TOptional<Type.TUnion<[Type.TString, Type.TNull]>>;
        repository: Type.TOptional<Type.TUnion<[Type.TString, Type.TNull]>>;
        tags: Type.TOptional<Type.TUnion<[Type.TArray<Type.TString>, Type.TNull]>>;
    }>;
    node_version: Type.TObject<{
        supported_os: Type.TOptional<Type.TUnion<[Type.TArray<Type.TString>, Type.TNull]>>;
        supported_accelerators: Type.TOptional<Type.TUnion<[Type.TArray<Type.TString>, Type.TNull]>>;
        supported_comfyui_version: Type.TOptional<Type.TUnion<[Type.TString, Type.TNull]>>;
        supported_comfyui_frontend_version: Type.TOptional<Type.TUnion<[Type.TString, Type.TNull]>>;
        version: Type.TString;
        changelog: Type.TOptional<Type.TUnion<[Type.TString, Type.TNull]>>;
        dependencies: Type.TOptional<Type.TUnion<[Type.TArray<Type.TString>, Type.TNull]>>;
        deprecated: Type.TOptional<Type.TUnion<[Type.TBoolean, Type.TNull]>>;
        /** Announces the archive's digest: an upload with another one is refused. */
        sha256: Type.TOptional<Type.TString>;
        /** Announces the archive's size in bytes. */
        size: Type.TOptional<Type.TInteger>;
    }>;
}>, Type.TObject<{
    signedUrl: Type.TString;
    node_version: Type.TObject<{
        id: Type.TString;
        node_id: Type.TString;
        version: Type.TString;
        createdAt: Type.TString;
        changelog: Type.TString;
        dependencies: Type.TArray<Type.TString>;
        deprecated: Type.TBoolean;
        downloadUrl: Type.TOptional<Type.TString>;
        status: Type.TUnsafe<"NodeVersionStatusActive" | "NodeVersionStatusBanned" | "NodeVersionStatusDeleted" | "NodeVersionStatusFlagged" | "NodeVersionStatusPending">;
        status_reason: Type.TOptional<Type.TString>;
        comfy_node_extract_status: Type.TUnsafe<"failed" | "pending" | "success">;
        supported_os: Type.TArray<Type.TString>;
        supported_accelerators: Type.TArray<Type.TString>;
        supported_comfyui_version: Type.TOptional<Type.TString>;
        supported_comfyui_frontend_version: Type.TOptional<Type.TString>;
        tags: Type.TArray<Type.TString>;
        tags_admin: Type.TOptional<Type.TArray<Type.TString>>;
        sha256: Type.TOptional<Type.TString>;
        size: Type.TOptional<Type.TInteger>;
        file_count: Type.TOptional<Type.TInteger>;
    }>;
}>, Type.TObject<Record<never, never>>>;
