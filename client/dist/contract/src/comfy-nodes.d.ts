import Type, { type Static } from 'typebox';
/**
 * One graph node class inside a version. The three `*_types`/`*_names` are JSON documents encoded as strings;
 * a key is absent rather than empty, because clients parse it. Source: API contract 6.5, clients 2.3.
 */
export declare const ComfyNode: Type.TObject<{
    comfy_node_name: Type.TString;
    category: Type.TOptional<Type.TString>;
    description: Type.TOptional<Type.TString>;
    function: Type.TOptional<Type.TString>;
    input_types: Type.TOptional<Type.TString>;
    return_types: Type.TOptional<Type.TString>;
    return_names: Type.TOptional<Type.TString>;
    output_is_list: Type.TArray<Type.TBoolean>;
    deprecated: Type.TBoolean;
    experimental: Type.TBoolean;
    policy: Type.TUnsafe<"ComfyNodePolicyActive" | "ComfyNodePolicyBanned" | "ComfyNodePolicyLocalOnly">;
    display_name: Type.TOptional<Type.TString>;
    output_node: Type.TOptional<Type.TBoolean>;
}>;
export type ComfyNode = Static<typeof ComfyNode>;
export declare const listVersionComfyNodes: import("./route.ts").Route<Type.TObject<{
    nodeId: Type.TString;
    version: Type.TString;
}>, Type.TObject<{
    page: Type.TOptional<Type.TInteger>;
    limit: Type.TOptional<Type.TInteger>;
}>, Type.TObject<Record<never, never>>, Type.TObject<{
    comfy_nodes: Type.TArray<Type.TObject<{
        comfy_node_name: Type.TString;
        category: Type.TOptional<Type.TString>;
        description: Type.TOptional<Type.TString>;
        function: Type.TOptional<Type.TString>;
        input_types: Type.TOptional<Type.TString>;
        return_types: Type.TOptional<Type.TString>;
        return_names: Type.TOptional<Type.TString>;
        output_is_list: Type.TArray<Type.TBoolean>;
        deprecated: Type.TBoolean;
        experimental: Type.TBoolean;
        policy: Type.TUnsafe<"ComfyNodePolicyActive" | "ComfyNodePolicyBanned" | "ComfyNodePolicyLocalOnly">;
        display_name: Type.TOptional<Type.TString>;
        output_node: Type.TOptional<Type.TBoolean>;
        also_defined_in: Type.TOptional<Type.TArray<Type.TString>>;
    }>>;
    totalNumberOfPages: Type.TInteger;
}>, Type.TObject<Record<never, never>>>;
export declare const getComfyNode: import("./route.ts").Route<Type.TObject<{
    nodeId: Type.TString;
    version: Type.TString;
    comfyNodeName: Type.TString;
}>, Type.TObject<Record<never, never>>, Type.TObject<Record<never, never>>, Type.TObject<{
    comfy_node_name: Type.TString;
    category: Type.TOptional<Type.TString>;
    description: Type.TOptional<Type.TString>;
    function: Type.TOptional<Type.TString>;
    input_types: Type.TOptional<Type.TString>;
    return_types: Type.TOptional<Type.TString>;
    return_names: Type.TOptional<Type.TString>;
    output_is_list: Type.TArray<Type.TBoolean>;
    deprecated: Type.TBoolean;
    experimental: Type.TBoolean;
    policy: Type.TUnsafe<"ComfyNodePolicyActive" | "ComfyNodePolicyBanned" | "ComfyNodePolicyLocalOnly">;
    display_name: Type.TOptional<Type.TString>;
    output_node: Type.TOptional<Type.TBoolean>;
}>, Type.TObject<Record<never, never>>>;
export declare const listComfyNodes: import("./route.ts").Route<Type.TObject<Record<never, never>>, Type.TObject<{
    page: Type.TOptional<Type.TInteger>;
    pageSize: Type.TOptional<Type.TInteger>;
    node_id: Type.TOptional<Type.TString>;
    node_version: Type.TOptional<Type.TString>;
    comfy_node_name: Type.TOptional<Type.TString>;
}>, Type.TObject<Record<never, never>>, Type.TObject<{
    comfy_nodes: Type.TArray<Type.TObject<{
        comfy_node_name: Type.TString;
        category: Type.TOptional<Type.TString>;
        description: Type.TOptional<Type.TString>;
        function: Type.TOptional<Type.TString>;
        input_types: Type.TOptional<Type.TString>;
        return_types: Type.TOptional<Type.TString>;
        return_names: Type.TOptional<Type.TString>;
        output_is_list: Type.TArray<Type.TBoolean>;
        deprecated: Type.TBoolean;
        experimental: Type.TBoolean;
        policy: Type.TUnsafe<"ComfyNodePolicyActive" | "ComfyNodePolicyBanned" | "ComfyNodePolicyLocalOnly">;
        display_name: Type.TOptional<Type.TString>;
        output_node: Type.TOptional<Type.TBoolean>;
        node_id: Type.TString;
        node_version: Type.TString;
    }>>;
    total: Type.TInteger;
    page: Type.TInteger;
    page_size: Type.TInteger;
}>, Type.TObject<Record<never, never>>>;
export declare const getNodeOfComfyNode: import("./route.ts").Route<Type.TObject<{
    comfyNodeName: Type.TString;
}>, Type.TObject<Record<never, never>>, Type.TObject<Record<never, never>>, Type.TObject<{
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
    readme_html: Type.TOptional<Type.TString>;
    unverified_comfy_nodes: Type.TOptional<Type.TArray<Type.TString>>;
    comfy_node_verified: Type.TBoolean;
}>, Type.TObject<Record<never, never>>>;
