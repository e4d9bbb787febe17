import Type, { type Static } from 'typebox';
/** `rising` holds only nodes that were installed in the last two weeks, the fastest growing first. */
export declare const searchSorts: readonly ['relevance', 'downloads', 'stars', 'newest', 'updated', 'rising', 'name'];
export declare const SearchSort: Type.TUnsafe<"downloads" | "name" | "newest" | "relevance" | "rising" | "stars" | "updated">;
export type SearchSort = Static<typeof SearchSort>;
/** What narrows a search, besides its text; all of it must hold. */
export declare const SearchNarrowing: {
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
};
/** How many nodes each further narrowing would leave; of each kind as if nothing of that kind were chosen. */
export declare const SearchFacets: Type.TObject<{
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
}>;
export type SearchFacets = Static<typeof SearchFacets>;
export declare const suggest: import("./route.ts").Route<Type.TObject<Record<never, never>>, Type.TObject<{
    text: Type.TOptional<Type.TString>;
}>, Type.TObject<Record<never, never>>, Type.TObject<{
    /** Texts to search for instead: the index of query suggestions. */
    queries: Type.TArray<Type.TObject<{
        query: Type.TString;
        nb_words: Type.TInteger;
        popularity: Type.TNumber;
    }>>;
    nodes: Type.TArray<Type.TObject<{
        id: Type.TString;
        name: Type.TString;
        icon: Type.TOptional<Type.TString>;
        publisher_id: Type.TString;
    }>>;
    comfy_nodes: Type.TArray<Type.TObject<{
        comfy_node_name: Type.TString;
        /** The node that has it, the best known of several. */
        node_id: Type.TString;
    }>>;
    publishers: Type.TArray<Type.TObject<{
        id: Type.TString;
        name: Type.TString;
    }>>;
}>, Type.TObject<Record<never, never>>>;
export type Suggestions = Static<typeof suggest.response>;
export declare const listTags: import("./route.ts").Route<Type.TObject<Record<never, never>>, Type.TObject<Record<never, never>>, Type.TObject<Record<never, never>>, Type.TObject<{
    tags: Type.TArray<Type.TObject<{
        value: Type.TString;
        count: Type.TInteger;
    }>>;
    categories: Type.TArray<Type.TObject<{
        value: Type.TString;
        count: Type.TInteger;
    }>>;
}>, Type.TObject<Record<never, never>>>;
export type Tags = Static<typeof listTags.response>;
