import Type, { type Static } from 'typebox';
export declare const tokenActions: readonly ['publish-new', 'publish-update', 'yank'];
export declare const TokenAction: Type.TUnsafe<"publish-new" | "publish-update" | "yank">;
export type TokenAction = Static<typeof TokenAction>;
/** A secret to publish for one publisher. The whole secret is shown once, by its creation. */
export declare const PersonalAccessToken: Type.TObject<{
    id: Type.TString;
    name: Type.TString;
    description: Type.TString;
    createdAt: Type.TString;
    token: Type.TString;
    expiresAt: Type.TOptional<Type.TString>;
    lastUsedAt: Type.TOptional<Type.TString>;
    nodes: Type.TOptional<Type.TArray<Type.TString>>;
    actions: Type.TArray<Type.TUnsafe<"publish-new" | "publish-update" | "yank">>;
    createdBy: Type.TOptional<Type.TString>;
}>;
export type PersonalAccessToken = Static<typeof PersonalAccessToken>;
export declare const listTokens: import("./route.ts").Route<Type.TObject<{
    publisherId: Type.TString;
}>, Type.TObject<Record<never, never>>, Type.TObject<Record<never, never>>, Type.TArray<Type.TObject<{
    id: Type.TString;
    name: Type.TString;
    description: Type.TString;
    createdAt: Type.TString;
    token: Type.TString;
    expiresAt: Type.TOptional<Type.TString>;
    lastUsedAt: Type.TOptional<Type.TString>;
    nodes: Type.TOptional<Type.TArray<Type.TString>>;
    actions: Type.TArray<Type.TUnsafe<"publish-new" | "publish-update" | "yank">>;
    createdBy: Type.TOptional<Type.TString>;
}>>, Type.TObject<Record<never, never>>>;
export declare const createToken: import("./route.ts").Route<Type.TObject<{
    publisherId: Type.TString;
}>, Type.TObject<Record<never, never>>, Type.TObject<{
    name: Type.TOptional<Type.TString>;
    description: Type.TOptional<Type.TString>;
    expires_in_days: Type.TOptional<Type.TInteger>;
    nodes: Type.TOptional<Type.TArray<Type.TString>>;
    actions: Type.TOptional<Type.TArray<Type.TUnsafe<"publish-new" | "publish-update" | "yank">>>;
}>, Type.TObject<{
    token: Type.TString;
}>, Type.TObject<Record<never, never>>>;
export declare const deleteToken: import("./route.ts").Route<Type.TObject<{
    publisherId: Type.TString;
    tokenId: Type.TString;
}>, Type.TObject<Record<never, never>>, Type.TObject<Record<never, never>>, Type.TNull, Type.TObject<Record<never, never>>>;
