import Type, { type Static } from 'typebox';
/**
 * An installable pack that a publisher owns. Absent, never null: clients test for the key and then use the
 * value. Source: clients 1.1, 2.1.
 */
export declare const Node: Type.TObject<{
    id: Type.TString;
    name: Type.TString;
    description: Type.TString;
    author: Type.TOptional<Type.TString>;
    category: Type.TOptional<Type.TString>;
    license: Type.TOptional<Type.TString>;
    icon: Type.TOptional<Type.TString>;
    banner_url: Type.TOptional<Type.TString>;
    repository: Type.TOptional<Type.TString>;
    tags: Type.TArray<Type.TString>;
    tags_admin: Type.TOptional<Type.TArray<Type.TString>>;
    supported_os: Type.TArray<Type.TString>;
    supported_accelerators: Type.TArray<Type.TString>;
    supported_comfyui_version: Type.TOptional<Type.TString>;
    supported_comfyui_frontend_version: Type.TOptional<Type.TString>;
    latest_version: Type.TOptional<Type.TObject<{
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
    rating: Type.TNumber;
    downloads: Type.TInteger;
    publisher: Type.TObject<{
        id: Type.TString;
        name: Type.TString;
        description: Type.TString;
        website: Type.TString;
        support: Type.TString;
        source_code_repo: Type.TString;
        logo: Type.TString;
        createdAt: Type.TString;
        members: Type.TArray<Type.TObject<{
            id: Type.TOptional<Type.TString>;
            role: Type.TUnsafe<"member" | "owner">;
            user: Type.TObject<{
                id: Type.TOptional<Type.TString>;
                email: Type.TOptional<Type.TString>;
                name: Type.TString;
            }>;
        }>>;
        status: Type.TUnsafe<"PublisherStatusActive" | "PublisherStatusBanned">;
    }>;
    status: Type.TUnsafe<"NodeStatusActive" | "NodeStatusBanned" | "NodeStatusDeleted">;
    status_detail: Type.TOptional<Type.TString>;
    translations: Type.TOptional<Type.TRecord<"^.*$", Type.TRecord<"^.*$", Type.TUnknown>>>;
    search_ranking: Type.TOptional<Type.TInteger>;
    preempted_comfy_node_names: Type.TArray<Type.TString>;
    github_stars: Type.TInteger;
    created_at: Type.TString;
    updated_at: Type.TString;
    comfy_node_count: Type.TOptional<Type.TInteger>;
    comfy_nodes_verified: Type.TOptional<Type.TBoolean>;
}>;
export type Node = Static<typeof Node>;
export declare const NodePage: Type.TObject<{
    total: Type.TInteger;
    page: Type.TInteger;
    limit: Type.TInteger;
    totalPages: Type.TInteger;
    nodes: Type.TArray<Type.TObject<{
        id: Type.TString;
        name: Type.TString;
        description: Type.TString;
        author: Type.TOptional<Type.TString>;
        category: Type.TOptional<Type.TString>;
        license: Type.TOptional<Type.TString>;
        icon: Type.TOptional<Type.TString>;
        banner_url: Type.TOptional<Type.TString>;
        repository: Type.TOptional<Type.TString>;
        tags: Type.TArray<Type.TString>;
        tags_admin: Type.TOptional<Type.TArray<Type.TString>>;
        supported_os: Type.TArray<Type.TString>;
        supported_accelerators: Type.TArray<Type.TString>;
        supported_comfyui_version: Type.TOptional<Type.TString>;
        supported_comfyui_frontend_version: Type.TOptional<Type.TString>;
        latest_version: Type.TOptional<Type.TObject<{
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
        rating: Type.TNumber;
        downloads: Type.TInteger;
        publisher: Type.TObject<{
            id: Type.TString;
            name: Type.TString;
            description: Type.TString;
            website: Type.TString;
            support: Type.TString;
            source_code_repo: Type.TString;
            logo: Type.TString;
            createdAt: Type.TString;
            members: Type.TArray<Type.TObject<{
                id: Type.TOptional<Type.TString>;
                role: Type.TUnsafe<"member" | "owner">;
                user: Type.TObject<{
                    id: Type.TOptional<Type.TString>;
                    email: Type.TOptional<Type.TString>;
                    name: Type.TString;
                }>;
            }>>;
            status: Type.TUnsafe<"PublisherStatusActive" | "PublisherStatusBanned">;
        }>;
        status: Type.TUnsafe<"NodeStatusActive" | "NodeStatusBanned" | "NodeStatusDeleted">;
        status_detail: Type.TOptional<Type.TString>;
        translations: Type.TOptional<Type.TRecord<"^.*$", Type.TRecord<"^.*$", Type.TUnknown>>>;
        search_ranking: Type.TOptional<Type.TInteger>;
        preempted_comfy_node_names: Type.TArray<Type.TString>;
        github_stars: Type.TInteger;
        created_at: Type.TString;
        updated_at: Type.TString;
        comfy_node_count: Type.TOptional<Type.TInteger>;
        comfy_nodes_verified: Type.TOptional<Type.TBoolean>;
    }>>;
}>;
export type NodePage = Static<typeof NodePage>;
/** The single read: what lists leave out because of its size. */
export declare const NodeDetail: Type.TObject<{
    id: Type.TString;
    name: Type.TString;
    description: Type.TString;
    author: Type.TOptional<Type.TString>;
    category: Type.TOptional<Type.TString>;
    license: Type.TOptional<Type.TString>;
    icon: Type.TOptional<Type.TString>;
    banner_url: Type.TOptional<Type.TString>;
    repository: Type.TOptional<Type.TString>;
    tags: Type.TArray<Type.TString>;
    tags_admin: Type.TOptional<Type.TArray<Type.TString>>;
    supported_os: Type.TArray<Type.TString>;
    supported_accelerators: Type.TArray<Type.TString>;
    supported_comfyui_version: Type.TOptional<Type.TString>;
    supported_comfyui_frontend_version: Type.TOptional<Type.TString>;
    latest_version: Type.TOptional<Type.TObject<{
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
    rating: Type.TNumber;
    downloads: Type.TInteger;
    publisher: Type.TObject<{
        id: Type.TString;
        name: Type.TString;
        description: Type.TString;
        website: Type.TString;
        support: Type.TString;
        source_code_repo: Type.TString;
        logo: Type.TString;
        createdAt: Type.TString;
        members: Type.TArray<Type.TObject<{
            id: Type.TOptional<Type.TString>;
            role: Type.TUnsafe<"member" | "owner">;
            user: Type.TObject<{
                id: Type.TOptional<Type.TString>;
                email: Type.TOptional<Type.TString>;
                name: Type.TString;
            }>;
        }>>;
        status: Type.TUnsafe<"PublisherStatusActive" | "PublisherStatusBanned">;
    }>;
    status: Type.TUnsafe<"NodeStatusActive" | "NodeStatusBanned" | "NodeStatusDeleted">;
    status_detail: Type.TOptional<Type.TString>;
    translations: Type.TOptional<Type.TRecord<"^.*$", Type.TRecord<"^.*$", Type.TUnknown>>>;
    search_ranking: Type.TOptional<Type.TInteger>;
    preempted_comfy_node_names: Type.TArray<Type.TString>;
    github_stars: Type.TInteger;
    created_at: Type.TString;
    updated_at: Type.TString;
    comfy_node_count: Type.TOptional<Type.TInteger>;
    comfy_nodes_verified: Type.TOptional<Type.TBoolean>;
    /** Rendered and sanitised HTML of the latest version's README. */
    readme_html: Type.TOptional<Type.TString>;
    /** Names of an import, not read from an archive; only while there is no version. */
    unverified_comfy_nodes: Type.TOptional<Type.TArray<Type.TString>>;
}>;
export type NodeDetail = Static<typeof NodeDetail>;
/** Columns that `sort` knows; `;desc` behind one turns it round. Source: API contract 14.1. */
export declare const nodeSortColumns: readonly ['id', 'name', 'create_time', 'created_at', 'update_time', 'updated_at', 'total_install', 'downloads', 'github_stars', 'search_ranking'];
export declare const listNodes: import("./route.ts").Route<Type.TObject<Record<never, never>>, Type.TObject<{
    page: Type.TOptional<Type.TInteger>;
    limit: Type.TOptional<Type.TInteger>;
    supported_os: Type.TOptional<Type.TString>;
    supported_accelerator: Type.TOptional<Type.TString>;
    include_banned: Type.TOptional<Type.TBoolean>;
    timestamp: Type.TOptional<Type.TString>;
    latest: Type.TOptional<Type.TBoolean>;
    sort: Type.TOptional<Type.TArray<Type.TString>>;
    node_id: Type.TOptional<Type.TArray<Type.TString>>;
    comfyui_version: Type.TOptional<Type.TString>;
    form_factor: Type.TOptional<Type.TString>;
}>, Type.TObject<Record<never, never>>, Type.TObject<{
    total: Type.TInteger;
    page: Type.TInteger;
    limit: Type.TInteger;
    totalPages: Type.TInteger;
    nodes: Type.TArray<Type.TObject<{
        id: Type.TString;
        name: Type.TString;
        description: Type.TString;
        author: Type.TOptional<Type.TString>;
        category: Type.TOptional<Type.TString>;
        license: Type.TOptional<Type.TString>;
        icon: Type.TOptional<Type.TString>;
        banner_url: Type.TOptional<Type.TString>;
        repository: Type.TOptional<Type.TString>;
        tags: Type.TArray<Type.TString>;
        tags_admin: Type.TOptional<Type.TArray<Type.TString>>;
        supported_os: Type.TArray<Type.TString>;
        supported_accelerators: Type.TArray<Type.TString>;
        supported_comfyui_version: Type.TOptional<Type.TString>;
        supported_comfyui_frontend_version: Type.TOptional<Type.TString>;
        latest_version: Type.TOptional<Type.TObject<{
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
        rating: Type.TNumber;
        downloads: Type.TInteger;
        publisher: Type.TObject<{
            id: Type.TString;
            name: Type.TString;
            description: Type.TString;
            website: Type.TString;
            support: Type.TString;
            source_code_repo: Type.TString;
            logo: Type.TString;
            createdAt: Type.TString;
            members: Type.TArray<Type.TObject<{
                id: Type.TOptional<Type.TString>;
                role: Type.TUnsafe<"member" | "owner">;
                user: Type.TObject<{
                    id: Type.TOptional<Type.TString>;
                    email: Type.TOptional<Type.TString>;
                    name: Type.TString;
                }>;
            }>>;
            status: Type.TUnsafe<"PublisherStatusActive" | "PublisherStatusBanned">;
        }>;
        status: Type.TUnsafe<"NodeStatusActive" | "NodeStatusBanned" | "NodeStatusDeleted">;
        status_detail: Type.TOptional<Type.TString>;
        translations: Type.TOptional<Type.TRecord<"^.*$", Type.TRecord<"^.*$", Type.TUnknown>>>;
        search_ranking: Type.TOptional<Type.TInteger>;
        preempted_comfy_node_names: Type.TArray<Type.TString>;
        github_stars: Type.TInteger;
        created_at: Type.TString;
        updated_at: Type.TString;
        comfy_node_count: Type.TOptional<Type.TInteger>;
        comfy_nodes_verified: Type.TOptional<Type.TBoolean>;
    }>>;
}>, Type.TObject<Record<never, never>>>;
export declare const searchNodes: import("./route.ts").Route<Type.TObject<Record<never, never>>, Type.TObject<{
    page: Type.TOptional<Type.TInteger>;
    limit: Type.TOptional<Type.TInteger>;
    publisher_id: Type.TOptional<Type.TString>;
    tag: Type.TOptional<Type.TArray<Type.TString>>;
    category: Type.TOptional<Type.TUnsafe<"audio" | "control" | "faces" | "image-editing" | "inpainting" | "interface" | "language-models" | "masks" | "models" | "samplers" | "text" | "three-d" | "training" | "upscaling" | "video" | "workflow">>;
    license: Type.TOptional<Type.TString>;
    has_nodes: Type.TOptional<Type.TBoolean>;
    updated_within_days: Type.TOptional<Type.TInteger>;
    state: Type.TOptional<Type.TUnsafe<"deprecated" | "published" | "unclaimed">>;
    input_type: Type.TOptional<Type.TArray<Type.TString>>;
    output_type: Type.TOptional<Type.TArray<Type.TString>>;
    sort: Type.TOptional<Type.TUnsafe<"downloads" | "name" | "newest" | "relevance" | "rising" | "stars" | "updated">>;
    facets: Type.TOptional<Type.TBoolean>;
    supported_os: Type.TOptional<Type.TString>;
    supported_accelerator: Type.TOptional<Type.TString>;
    include_banned: Type.TOptional<Type.TBoolean>;
    search: Type.TOptional<Type.TString>;
    repository_url_search: Type.TOptional<Type.TString>;
    comfy_node_search: Type.TOptional<Type.TString>;
}>, Type.TObject<Record<never, never>>, Type.TObject<{
    total: Type.TInteger;
    page: Type.TInteger;
    limit: Type.TInteger;
    totalPages: Type.TInteger;
    nodes: Type.TArray<Type.TObject<{
        id: Type.TString;
        name: Type.TString;
        description: Type.TString;
        author: Type.TOptional<Type.TString>;
        category: Type.TOptional<Type.TString>;
        license: Type.TOptional<Type.TString>;
        icon: Type.TOptional<Type.TString>;
        banner_url: Type.TOptional<Type.TString>;
        repository: Type.TOptional<Type.TString>;
        tags: Type.TArray<Type.TString>;
        tags_admin: Type.TOptional<Type.TArray<Type.TString>>;
        supported_os: Type.TArray<Type.TString>;
        supported_accelerators: Type.TArray<Type.TString>;
        supported_comfyui_version: Type.TOptional<Type.TString>;
        supported_comfyui_frontend_version: Type.TOptional<Type.TString>;
        latest_version: Type.TOptional<Type.TObject<{
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
        rating: Type.TNumber;
        downloads: Type.TInteger;
        publisher: Type.TObject<{
            id: Type.TString;
            name: Type.TString;
            description: Type.TString;
            website: Type.TString;
            support: Type.TString;
            source_code_repo: Type.TString;
            logo: Type.TString;
            createdAt: Type.TString;
            members: Type.TArray<Type.TObject<{
                id: Type.TOptional<Type.TString>;
                role: Type.TUnsafe<"member" | "owner">;
                user: Type.TObject<{
                    id: Type.TOptional<Type.TString>;
                    email: Type.TOptional<Type.TString>;
                    name: Type.TString;
                }>;
            }>>;
            status: Type.TUnsafe<"PublisherStatusActive" | "PublisherStatusBanned">;
        }>;
        status: Type.TUnsafe<"NodeStatusActive" | "NodeStatusBanned" | "NodeStatusDeleted">;
        status_detail: Type.TOptional<Type.TString>;
        translations: Type.TOptional<Type.TRecord<"^.*$", Type.TRecord<"^.*$", Type.TUnknown>>>;
        search_ranking: Type.TOptional<Type.TInteger>;
        preempted_comfy_node_names: Type.TArray<Type.TString>;
        github_stars: Type.TInteger;
        created_at: Type.TString;
        updated_at: Type.TString;
        comfy_node_count: Type.TOptional<Type.TInteger>;
        comfy_nodes_verified: Type.TOptional<Type.TBoolean>;
        /** Names of comfy-nodes inside that match the text, at most 20. */
        matched_comfy_nodes: Type.TOptional<Type.TArray<Type.TString>>;
    }>>;
    /** The text that was searched instead, when nothing matched the text as typed. */
    corrected: Type.TOptional<Type.TString>;
    facets: Type.TOptional<Type.TObject<{
        category: Type.TArray<Type.TObject<{
            value: Type.TString;
            count: Type.TInteger;
        }>>;
        os: Type.TArray<Type.TObject<{
            value: Type.TString;
            count: Type.TInteger;
        }>>;
        accelerator: Type.TArray<Type.TObject<{
            value: Type.TString;
            count: Type.TInteger;
        }>>;
        tag: Type.TArray<Type.TObject<{
            value: Type.TString;
            count: Type.TInteger;
        }>>;
        license: Type.TArray<Type.TObject<{
            value: Type.TString;
            count: Type.TInteger;
        }>>;
        state: Type.TArray<Type.TObject<{
            value: Type.TString;
            count: Type.TInteger;
        }>>;
        has_nodes: Type.TArray<Type.TObject<{
            value: Type.TString;
            count: Type.TInteger;
        }>>;
        updated_within_days: Type.TArray<Type.TObject<{
            value: Type.TString;
            count: Type.TInteger;
        }>>;
    }>>;
}>, Type.TObject<Record<never, never>>>;
export declare const NodeParams: Type.TObject<{
    nodeId: Type.TString;
}>;
export declare const getNode: import("./route.ts").Route<Type.TObject<{
    nodeId: Type.TString;
}>, Type.TObject<{
    include_translations: Type.TOptional<Type.TBoolean>;
}>, Type.TObject<Record<never, never>>, Type.TObject<{
    id: Type.TString;
    name: Type.TString;
    description: Type.TString;
    author: Type.TOptional<Type.TString>;
    category: Type.TOptional<Type.TString>;
    license: Type.TOptional<Type.TString>;
    icon: Type.TOptional<Type.TString>;
    banner_url: Type.TOptional<Type.TString>;
    repository: Type.TOptional<Type.TString>;
    tags: Type.TArray<Type.TString>;
    tags_admin: Type.TOptional<Type.TArray<Type.TString>>;
    supported_os: Type.TArray<Type.TString>;
    supported_accelerators: Type.TArray<Type.TString>;
    supported_comfyui_version: Type.TOptional<Type.TString>;
    supported_comfyui_frontend_version: Type.TOptional<Type.TString>;
    latest_version: Type.TOptional<Type.TObject<{
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
    rating: Type.TNumber;
    downloads: Type.TInteger;
    publisher: Type.TObject<{
        id: Type.TString;
        name: Type.TString;
        description: Type.TString;
        website: Type.TString;
        support: Type.TString;
        source_code_repo: Type.TString;
        logo: Type.TString;
        createdAt: Type.TString;
        members: Type.TArray<Type.TObject<{
            id: Type.TOptional<Type.TString>;
            role: Type.TUnsafe<"member" | "owner">;
            user: Type.TObject<{
                id: Type.TOptional<Type.TString>;
                email: Type.TOptional<Type.TString>;
                name: Type.TString;
            }>;
        }>>;
        status: Type.TUnsafe<"PublisherStatusActive" | "PublisherStatusBanned">;
    }>;
    status: Type.TUnsafe<"NodeStatusActive" | "NodeStatusBanned" | "NodeStatusDeleted">;
    status_detail: Type.TOptional<Type.TString>;
    translations: Type.TOptional<Type.TRecord<"^.*$", Type.TRecord<"^.*$", Type.TUnknown>>>;
    search_ranking: Type.TOptional<Type.TInteger>;
    preempted_comfy_node_names: Type.TArray<Type.TString>;
    github_stars: Type.TInteger;
    created_at: Type.TString;
    updated_at: Type.TString;
    comfy_node_count: Type.TOptional<Type.TInteger>;
    comfy_nodes_verified: Type.TOptional<Type.TBoolean>;
    /** Rendered and sanitised HTML of the latest version's README. */
    readme_html: Type.TOptional<Type.TString>;
    /** Names of an import, not read from an archive; only while there is no version. */
    unverified_comfy_nodes: Type.TOptional<Type.TArray<Type.TString>>;
}>, Type.TObject<Record<never, never>>>;
export declare const getNodeDownloads: import("./route.ts").Route<Type.TObject<{
    nodeId: Type.TString;
}>, Type.TObject<{
    days: Type.TOptional<Type.TInteger>;
}>, Type.TObject<Record<never, never>>, Type.TObject<{
    from: Type.TString;
    counts: Type.TArray<Type.TInteger>;
}>, Type.TObject<Record<never, never>>>;
export declare const installNode: import("./route.ts").Route<Type.TObject<{
    nodeId: Type.TString;
}>, Type.TObject<{
    version: Type.TOptional<Type.TString>;
}>, Type.TObject<Record<never, never>>, Type.TObject<{
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
}>, Type.TObject<Record<never, never>>>;
export declare const listPublisherNodes: import("./route.ts").Route<Type.TObject<{
    publisherId: Type.TString;
}>, Type.TObject<{
    include_banned: Type.TOptional<Type.TBoolean>;
}>, Type.TObject<Record<never, never>>, Type.TArray<Type.TObject<{
    id: Type.TString;
    name: Type.TString;
    description: Type.TString;
    author: Type.TOptional<Type.TString>;
    category: Type.TOptional<Type.TString>;
    license: Type.TOptional<Type.TString>;
    icon: Type.TOptional<Type.TString>;
    banner_url: Type.TOptional<Type.TString>;
    repository: Type.TOptional<Type.TString>;
    tags: Type.TArray<Type.TString>;
    tags_admin: Type.TOptional<Type.TArray<Type.TString>>;
    supported_os: Type.TArray<Type.TString>;
    supported_accelerators: Type.TArray<Type.TString>;
    supported_comfyui_version: Type.TOptional<Type.TString>;
    supported_comfyui_frontend_version: Type.TOptional<Type.TString>;
    latest_version: Type.TOptional<Type.TObject<{
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
    rating: Type.TNumber;
    downloads: Type.TInteger;
    publisher: Type.TObject<{
        id: Type.TString;
        name: Type.TString;
        description: Type.TString;
        website: Type.TString;
        support: Type.TString;
        source_code_repo: Type.TString;
        logo: Type.TString;
        createdAt: Type.TString;
        members: Type.TArray<Type.TObject<{
            id: Type.TOptional<Type.TString>;
            role: Type.TUnsafe<"member" | "owner">;
            user: Type.TObject<{
                id: Type.TOptional<Type.TString>;
                email: Type.TOptional<Type.TString>;
                name: Type.TString;
            }>;
        }>>;
        status: Type.TUnsafe<"PublisherStatusActive" | "PublisherStatusBanned">;
    }>;
    status: Type.TUnsafe<"NodeStatusActive" | "NodeStatusBanned" | "NodeStatusDeleted">;
    status_detail: Type.TOptional<Type.TString>;
    translations: Type.TOptional<Type.TRecord<"^.*$", Type.TRecord<"^.*$", Type.TUnknown>>>;
    search_ranking: Type.TOptional<Type.TInteger>;
    preempted_comfy_node_names: Type.TArray<Type.TString>;
    github_stars: Type.TInteger;
    created_at: Type.TString;
    updated_at: Type.TString;
    comfy_node_count: Type.TOptional<Type.TInteger>;
    comfy_nodes_verified: Type.TOptional<Type.TBoolean>;
}>>, Type.TObject<Record<never, never>>>;
export declare const listPublisherNodesPaged: import("./route.ts").Route<Type.TObject<{
    publisherId: Type.TString;
}>, Type.TObject<{
    page: Type.TOptional<Type.TInteger>;
    limit: Type.TOptional<Type.TInteger>;
    include_banned: Type.TOptional<Type.TBoolean>;
}>, Type.TObject<Record<never, never>>, Type.TObject<{
    total: Type.TInteger;
    page: Type.TInteger;
    limit: Type.TInteger;
    totalPages: Type.TInteger;
    nodes: Type.TArray<Type.TObject<{
        id: Type.TString;
        name: Type.TString;
        description: Type.TString;
        author: Type.TOptional<Type.TString>;
        category: Type.TOptional<Type.TString>;
        license: Type.TOptional<Type.TString>;
        icon: Type.TOptional<Type.TString>;
        banner_url: Type.TOptional<Type.TString>;
        repository: Type.TOptional<Type.TString>;
        tags: Type.TArray<Type.TString>;
        tags_admin: Type.TOptional<Type.TArray<Type.TString>>;
        supported_os: Type.TArray<Type.TString>;
        supported_accelerators: Type.TArray<Type.TString>;
        supported_comfyui_version: Type.TOptional<Type.TString>;
        supported_comfyui_frontend_version: Type.TOptional<Type.TString>;
        latest_version: Type.TOptional<Type.TObject<{
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
        rating: Type.TNumber;
        downloads: Type.TInteger;
        publisher: Type.TObject<{
            id: Type.TString;
            name: Type.TString;
            description: Type.TString;
            website: Type.TString;
            support: Type.TString;
            source_code_repo: Type.TString;
            logo: Type.TString;
            createdAt: Type.TString;
            members: Type.TArray<Type.TObject<{
                id: Type.TOptional<Type.TString>;
                role: Type.TUnsafe<"member" | "owner">;
                user: Type.TObject<{
                    id: Type.TOptional<Type.TString>;
                    email: Type.TOptional<Type.TString>;
                    name: Type.TString;
                }>;
            }>>;
            status: Type.TUnsafe<"PublisherStatusActive" | "PublisherStatusBanned">;
        }>;
        status: Type.TUnsafe<"NodeStatusActive" | "NodeStatusBanned" | "NodeStatusDeleted">;
        status_detail: Type.TOptional<Type.TString>;
        translations: Type.TOptional<Type.TRecord<"^.*$", Type.TRecord<"^.*$", Type.TUnknown>>>;
        search_ranking: Type.TOptional<Type.TInteger>;
        preempted_comfy_node_names: Type.TArray<Type.TString>;
        github_stars: Type.TInteger;
        created_at: Type.TString;
        updated_at: Type.TString;
        comfy_node_count: Type.TOptional<Type.TInteger>;
        comfy_nodes_verified: Type.TOptional<Type.TBoolean>;
    }>>;
}>, Type.TObject<Record<never, never>>>;
