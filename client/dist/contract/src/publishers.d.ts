import Type, { type Static } from 'typebox';
export declare const PublisherMember: Type.TObject<{
    id: Type.TOptional<Type.TString>;
    role: Type.TUnsafe<"member" | "owner">;
    user: Type.TObject<{
        /** Only for members of this publisher and admins. */
        id: Type.TOptional<Type.TString>;
        email: Type.TOptional<Type.TString>;
        name: Type.TString;
    }>;
}>;
export type PublisherMember = Static<typeof PublisherMember>;
export declare const Publisher: Type.TObject<{
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
            /** Only for members of this publisher and admins. */
            id: Type.TOptional<Type.TString>;
            email: Type.TOptional<Type.TString>;
            name: Type.TString;
        }>;
    }>>;
    status: Type.TUnsafe<"PublisherStatusActive" | "PublisherStatusBanned">;
}>;
export type Publisher = Static<typeof Publisher>;
export declare const PublisherParams: Type.TObject<{
    publisherId: Type.TString;
}>;
export declare const validatePublisherId: import("./route.ts").Route<Type.TObject<Record<never, never>>, Type.TObject<{
    username: Type.TOptional<Type.TString>;
}>, Type.TObject<Record<never, never>>, Type.TObject<{
    isAvailable: Type.TBoolean;
}>, Type.TObject<Record<never, never>>>;
export declare const listPublishers: import("./route.ts").Route<Type.TObject<Record<never, never>>, Type.TObject<Record<never, never>>, Type.TObject<Record<never, never>>, Type.TArray<Type.TObject<{
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
            /** Only for members of this publisher and admins. */
            id: Type.TOptional<Type.TString>;
            email: Type.TOptional<Type.TString>;
            name: Type.TString;
        }>;
    }>>;
    status: Type.TUnsafe<"PublisherStatusActive" | "PublisherStatusBanned">;
}>>, Type.TObject<Record<never, never>>>;
export declare const getPublisher: import("./route.ts").Route<Type.TObject<{
    publisherId: Type.TString;
}>, Type.TObject<Record<never, never>>, Type.TObject<Record<never, never>>, Type.TObject<{
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
            /** Only for members of this publisher and admins. */
            id: Type.TOptional<Type.TString>;
            email: Type.TOptional<Type.TString>;
            name: Type.TString;
        }>;
    }>>;
    status: Type.TUnsafe<"PublisherStatusActive" | "PublisherStatusBanned">;
}>, Type.TObject<Record<never, never>>>;
export declare const createPublisher: import("./route.ts").Route<Type.TObject<Record<never, never>>, Type.TObject<Record<never, never>>, Type.TObject<{
    name: Type.TOptional<Type.TString>;
    description: Type.TOptional<Type.TString>;
    website: Type.TOptional<Type.TString>;
    support: Type.TOptional<Type.TString>;
    source_code_repo: Type.TOptional<Type.TString>;
    logo: Type.TOptional<Type.TString>;
    id: Type.TOptional<Type.TString>;
}>, Type.TObject<{
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
            /** Only for members of this publisher and admins. */
            id: Type.TOptional<Type.TString>;
            email: Type.TOptional<Type.TString>;
            name: Type.TString;
        }>;
    }>>;
    status: Type.TUnsafe<"PublisherStatusActive" | "PublisherStatusBanned">;
}>, Type.TObject<Record<never, never>>>;
export declare const updatePublisher: import("./route.ts").Route<Type.TObject<{
    publisherId: Type.TString;
}>, Type.TObject<Record<never, never>>, Type.TObject<{
    name: Type.TOptional<Type.TString>;
    description: Type.TOptional<Type.TString>;
    website: Type.TOptional<Type.TString>;
    support: Type.TOptional<Type.TString>;
    source_code_repo: Type.TOptional<Type.TString>;
    logo: Type.TOptional<Type.TString>;
}>, Type.TObject<{
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
            /** Only for members of this publisher and admins. */
            id: Type.TOptional<Type.TString>;
            email: Type.TOptional<Type.TString>;
            name: Type.TString;
        }>;
    }>>;
    status: Type.TUnsafe<"PublisherStatusActive" | "PublisherStatusBanned">;
}>, Type.TObject<Record<never, never>>>;
export declare const deletePublisher: import("./route.ts").Route<Type.TObject<{
    publisherId: Type.TString;
}>, Type.TObject<Record<never, never>>, Type.TObject<Record<never, never>>, Type.TNull, Type.TObject<Record<never, never>>>;
export declare const getPublisherPermissions: import("./route.ts").Route<Type.TObject<{
    publisherId: Type.TString;
}>, Type.TObject<Record<never, never>>, Type.TObject<Record<never, never>>, Type.TObject<{
    canEdit: Type.TBoolean;
}>, Type.TObject<Record<never, never>>>;
export declare const getNodePermissions: import("./route.ts").Route<Type.TObject<{
    publisherId: Type.TString;
    nodeId: Type.TString;
}>, Type.TObject<Record<never, never>>, Type.TObject<Record<never, never>>, Type.TObject<{
    canEdit: Type.TBoolean;
}>, Type.TObject<Record<never, never>>>;
