import Type, { type Static } from 'typebox';
export declare const releaseProjects: readonly ['comfyui', 'comfyui_frontend', 'desktop', 'cloud'];
export declare const ReleaseProject: Type.TUnsafe<"cloud" | "comfyui" | "comfyui_frontend" | "desktop">;
export type ReleaseProject = Static<typeof ReleaseProject>;
/** Without `ar`: existing clients know these. Source: API contract, section 5. */
export declare const releaseLocales: readonly ['en', 'es', 'fr', 'ja', 'ko', 'ru', 'zh'];
export declare const ReleaseLocale: Type.TUnsafe<"en" | "es" | "fr" | "ja" | "ko" | "ru" | "zh">;
export type ReleaseLocale = Static<typeof ReleaseLocale>;
export declare const ReleaseAttention: Type.TUnsafe<"high" | "low" | "medium">;
export type ReleaseAttention = Static<typeof ReleaseAttention>;
export declare const ReleaseNote: Type.TObject<{
    id: Type.TInteger;
    project: Type.TUnsafe<"cloud" | "comfyui" | "comfyui_frontend" | "desktop">;
    version: Type.TString;
    attention: Type.TUnsafe<"high" | "low" | "medium">;
    content: Type.TString;
    published_at: Type.TString;
}>;
export type ReleaseNote = Static<typeof ReleaseNote>;
export declare const listReleases: import("./route.ts").Route<Type.TObject<Record<never, never>>, Type.TObject<{
    project: Type.TUnsafe<"cloud" | "comfyui" | "comfyui_frontend" | "desktop">;
    current_version: Type.TOptional<Type.TString>;
    locale: Type.TOptional<Type.TUnsafe<"en" | "es" | "fr" | "ja" | "ko" | "ru" | "zh">>;
    form_factor: Type.TOptional<Type.TString>;
}>, Type.TObject<Record<never, never>>, Type.TArray<Type.TObject<{
    id: Type.TInteger;
    project: Type.TUnsafe<"cloud" | "comfyui" | "comfyui_frontend" | "desktop">;
    version: Type.TString;
    attention: Type.TUnsafe<"high" | "low" | "medium">;
    content: Type.TString;
    published_at: Type.TString;
}>>, Type.TObject<Record<never, never>>>;
export declare const releaseActions: readonly ['published', 'unpublished', 'created', 'edited', 'deleted', 'prereleased', 'released'];
/** What is used of the code host's event; it sends much more. */
export declare const ReleaseEvent: Type.TObject<{
    action: Type.TUnsafe<"created" | "deleted" | "edited" | "prereleased" | "published" | "released" | "unpublished">;
    release: Type.TObject<{
        id: Type.TInteger;
        tag_name: Type.TString;
        name: Type.TOptional<Type.TUnion<[Type.TString, Type.TNull]>>;
        body: Type.TOptional<Type.TUnion<[Type.TString, Type.TNull]>>;
        draft: Type.TOptional<Type.TBoolean>;
        prerelease: Type.TOptional<Type.TBoolean>;
        published_at: Type.TOptional<Type.TUnion<[Type.TString, Type.TNull]>>;
        html_url: Type.TOptional<Type.TString>;
    }>;
    repository: Type.TObject<{
        full_name: Type.TString;
    }>;
    sender: Type.TObject<{}>;
}>;
export type ReleaseEvent = Static<typeof ReleaseEvent>;
export declare const receiveRelease: import("./route.ts").Route<Type.TObject<Record<never, never>>, Type.TObject<Record<never, never>>, Type.TObject<{
    action: Type.TUnsafe<"created" | "deleted" | "edited" | "prereleased" | "published" | "released" | "unpublished">;
    release: Type.TObject<{
        id: Type.TInteger;
        tag_name: Type.TString;
        name: Type.TOptional<Type.TUnion<[Type.TString, Type.TNull]>>;
        body: Type.TOptional<Type.TUnion<[Type.TString, Type.TNull]>>;
        draft: Type.TOptional<Type.TBoolean>;
        prerelease: Type.TOptional<Type.TBoolean>;
        published_at: Type.TOptional<Type.TUnion<[Type.TString, Type.TNull]>>;
        html_url: Type.TOptional<Type.TString>;
    }>;
    repository: Type.TObject<{
        full_name: Type.TString;
    }>;
    sender: Type.TObject<{}>;
}>, Type.TNull, Type.TObject<{
    'x-github-event': Type.TString;
    'x-github-delivery': Type.TString;
    'x-github-hook-id': Type.TString;
    'x-github-hook-installation-target-type': Type.TOptional<Type.TString>;
    'x-github-hook-installation-target-id': Type.TOptional<Type.TString>;
    'x-hub-signature-256': Type.TOptional<Type.TString>;
}>>;
export declare const Features: Type.TObject<{
    partner_node_conversion_rate: Type.TNumber;
}>;
export declare const getFeatures: import("./route.ts").Route<Type.TObject<Record<never, never>>, Type.TObject<Record<never, never>>, Type.TObject<Record<never, never>>, Type.TObject<{
    partner_node_conversion_rate: Type.TNumber;
}>, Type.TObject<Record<never, never>>>;
