import Type, { type Static } from 'typebox';
/** Why a node is named as the provider of a comfy-node, the strongest reason first. */
export declare const providerReasons: readonly [
/** The workflow recorded this node and this version. */
'recorded_version', 
/** The workflow recorded this node; its latest version is named, see the notices. */
'recorded_node', 
/** The workflow recorded the repository of this node. */
'recorded_repository', 
/** The name is this node's before anybody else's. */
'preempted', 
/** Nobody else provides it. */
'only_provider', 
/** Read from its archive, while others are only said to provide it. */
'verified', 
/** Ranked before the others by moderators. */
'ranking', 
/** Installed or starred more often than the others. */
'popularity', 
/** Nothing tells the candidates apart but their age. */
'older'];
export declare const ProviderReason: Type.TUnsafe<"older" | "only_provider" | "popularity" | "preempted" | "ranking" | "recorded_node" | "recorded_repository" | "recorded_version" | "verified">;
export type ProviderReason = Static<typeof ProviderReason>;
/** What a reader should know about an answer. */
export declare const providerNotices: readonly ['recorded_node_unknown', 'recorded_node_banned', 'recorded_version_unknown', 
/** The comfy-nodes of the recorded node are known, and this is not among them. */
'not_in_recorded_node', 
/** An import says that the node provides it; nobody has read it from an archive. */
'unverified', 'deprecated'];
export declare const ProviderNotice: Type.TUnsafe<"deprecated" | "not_in_recorded_node" | "recorded_node_banned" | "recorded_node_unknown" | "recorded_version_unknown" | "unverified">;
export type ProviderNotice = Static<typeof ProviderNotice>;
export declare const Provider: Type.TObject<{
    node_id: Type.TString;
    name: Type.TString;
    publisher_id: Type.TString;
    repository: Type.TOptional<Type.TString>;
    /** Absent while the node has none: it can only be had from its repository. */
    version: Type.TOptional<Type.TObject<{
        deprecated: Type.TBoolean;
        downloadUrl: Type.TOptional<Type.TString>;
        sha256: Type.TOptional<Type.TString>;
        size: Type.TOptional<Type.TInteger>;
        status: Type.TUnsafe<"NodeVersionStatusActive" | "NodeVersionStatusBanned" | "NodeVersionStatusDeleted" | "NodeVersionStatusFlagged" | "NodeVersionStatusPending">;
        version: Type.TString;
    }>>;
    downloads: Type.TInteger;
    github_stars: Type.TInteger;
}>;
export type Provider = Static<typeof Provider>;
export declare const ProvidedComfyNode: Type.TObject<{
    comfy_node_name: Type.TString;
    /** `built_in` belongs to the tool itself. */
    status: Type.TUnsafe<"built_in" | "found" | "unknown">;
    provider: Type.TOptional<Type.TObject<{
        node_id: Type.TString;
        name: Type.TString;
        publisher_id: Type.TString;
        repository: Type.TOptional<Type.TString>;
        /** Absent while the node has none: it can only be had from its repository. */
        version: Type.TOptional<Type.TObject<{
            deprecated: Type.TBoolean;
            downloadUrl: Type.TOptional<Type.TString>;
            sha256: Type.TOptional<Type.TString>;
            size: Type.TOptional<Type.TInteger>;
            status: Type.TUnsafe<"NodeVersionStatusActive" | "NodeVersionStatusBanned" | "NodeVersionStatusDeleted" | "NodeVersionStatusFlagged" | "NodeVersionStatusPending">;
            version: Type.TString;
        }>>;
        downloads: Type.TInteger;
        github_stars: Type.TInteger;
    }>>;
    reason: Type.TOptional<Type.TUnsafe<"older" | "only_provider" | "popularity" | "preempted" | "ranking" | "recorded_node" | "recorded_repository" | "recorded_version" | "verified">>;
    notices: Type.TArray<Type.TUnsafe<"deprecated" | "not_in_recorded_node" | "recorded_node_banned" | "recorded_node_unknown" | "recorded_version_unknown" | "unverified">>;
    /** Others that provide the name, at most five, the best first. */
    alternatives: Type.TArray<Type.TObject<{
        node_id: Type.TString;
        name: Type.TString;
        publisher_id: Type.TString;
        repository: Type.TOptional<Type.TString>;
        /** Absent while the node has none: it can only be had from its repository. */
        version: Type.TOptional<Type.TObject<{
            deprecated: Type.TBoolean;
            downloadUrl: Type.TOptional<Type.TString>;
            sha256: Type.TOptional<Type.TString>;
            size: Type.TOptional<Type.TInteger>;
            status: Type.TUnsafe<"NodeVersionStatusActive" | "NodeVersionStatusBanned" | "NodeVersionStatusDeleted" | "NodeVersionStatusFlagged" | "NodeVersionStatusPending">;
            version: Type.TString;
        }>>;
        downloads: Type.TInteger;
        github_stars: Type.TInteger;
    }>>;
}>;
export type ProvidedComfyNode = Static<typeof ProvidedComfyNode>;
export declare const findProviders: import("./route.ts").Route<Type.TObject<Record<never, never>>, Type.TObject<Record<never, never>>, Type.TObject<{
    comfy_nodes: Type.TArray<Type.TObject<{
        comfy_node_name: Type.TString;
        node_id: Type.TOptional<Type.TString>;
        version: Type.TOptional<Type.TString>;
        repository: Type.TOptional<Type.TString>;
    }>>;
}>, Type.TObject<{
    comfy_nodes: Type.TArray<Type.TObject<{
        comfy_node_name: Type.TString;
        /** `built_in` belongs to the tool itself. */
        status: Type.TUnsafe<"built_in" | "found" | "unknown">;
        provider: Type.TOptional<Type.TObject<{
            node_id: Type.TString;
            name: Type.TString;
            publisher_id: Type.TString;
            repository: Type.TOptional<Type.TString>;
            /** Absent while the node has none: it can only be had from its repository. */
            version: Type.TOptional<Type.TObject<{
                deprecated: Type.TBoolean;
                downloadUrl: Type.TOptional<Type.TString>;
                sha256: Type.TOptional<Type.TString>;
                size: Type.TOptional<Type.TInteger>;
                status: Type.TUnsafe<"NodeVersionStatusActive" | "NodeVersionStatusBanned" | "NodeVersionStatusDeleted" | "NodeVersionStatusFlagged" | "NodeVersionStatusPending">;
                version: Type.TString;
            }>>;
            downloads: Type.TInteger;
            github_stars: Type.TInteger;
        }>>;
        reason: Type.TOptional<Type.TUnsafe<"older" | "only_provider" | "popularity" | "preempted" | "ranking" | "recorded_node" | "recorded_repository" | "recorded_version" | "verified">>;
        notices: Type.TArray<Type.TUnsafe<"deprecated" | "not_in_recorded_node" | "recorded_node_banned" | "recorded_node_unknown" | "recorded_version_unknown" | "unverified">>;
        /** Others that provide the name, at most five, the best first. */
        alternatives: Type.TArray<Type.TObject<{
            node_id: Type.TString;
            name: Type.TString;
            publisher_id: Type.TString;
            repository: Type.TOptional<Type.TString>;
            /** Absent while the node has none: it can only be had from its repository. */
            version: Type.TOptional<Type.TObject<{
                deprecated: Type.TBoolean;
                downloadUrl: Type.TOptional<Type.TString>;
                sha256: Type.TOptional<Type.TString>;
                size: Type.TOptional<Type.TInteger>;
                status: Type.TUnsafe<"NodeVersionStatusActive" | "NodeVersionStatusBanned" | "NodeVersionStatusDeleted" | "NodeVersionStatusFlagged" | "NodeVersionStatusPending">;
                version: Type.TString;
            }>>;
            downloads: Type.TInteger;
            github_stars: Type.TInteger;
        }>>;
    }>>;
}>, Type.TObject<Record<never, never>>>;
