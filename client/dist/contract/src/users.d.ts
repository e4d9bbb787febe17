import Type, { type Static } from 'typebox';
export declare const User: Type.TObject<{
    id: Type.TString;
    email: Type.TString;
    name: Type.TString;
    isApproved: Type.TBoolean;
    isAdmin: Type.TBoolean;
}>;
export type User = Static<typeof User>;
export declare const getCurrentUser: import("./route.ts").Route<Type.TObject<Record<never, never>>, Type.TObject<Record<never, never>>, Type.TObject<Record<never, never>>, Type.TObject<{
    id: Type.TString;
    email: Type.TString;
    name: Type.TString;
    isApproved: Type.TBoolean;
    isAdmin: Type.TBoolean;
}>, Type.TObject<Record<never, never>>>;
export declare const listOwnPublishers: import("./route.ts").Route<Type.TObject<Record<never, never>>, Type.TObject<Record<never, never>>, Type.TObject<Record<never, never>>, Type.TArray<Type.TObject<{
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
}>>, Type.TObject<Record<never, never>>>;
