import Type, { type Static } from 'typebox';
export declare const SignInMethod: Type.TEnum<["password", "email-link", "phone", "github.com", "google.com"]>;
export type SignInMethod = Static<typeof SignInMethod>;
export declare const SecondFactor: Type.TEnum<["phone", "totp"]>;
export type SecondFactor = Static<typeof SecondFactor>;
/** What a page needs to set up its sign-in client, the same for everybody. */
export declare const IdentityConfig: Type.TObject<{
    mode: Type.TEnum<["embedded", "hosted"]>;
    apiKey: Type.TString;
    projectId: Type.TString;
    authDomain: Type.TString;
    usesOwnOrigin: Type.TBoolean;
    framesScript: Type.TOptional<Type.TString>;
    methods: Type.TArray<Type.TEnum<["password", "email-link", "phone", "github.com", "google.com"]>>;
    secondFactors: Type.TArray<Type.TEnum<["phone", "totp"]>>;
    standInProviders: Type.TArray<Type.TEnum<["password", "email-link", "phone", "github.com", "google.com"]>>;
    sendsMail: Type.TBoolean;
    outboxPath: Type.TOptional<Type.TString>;
}>;
export type IdentityConfig = Static<typeof IdentityConfig>;
export declare const getIdentityConfig: import("./route.ts").Route<Type.TObject<Record<never, never>>, Type.TObject<Record<never, never>>, Type.TObject<Record<never, never>>, Type.TObject<{
    mode: Type.TEnum<["embedded", "hosted"]>;
    apiKey: Type.TString;
    projectId: Type.TString;
    authDomain: Type.TString;
    usesOwnOrigin: Type.TBoolean;
    framesScript: Type.TOptional<Type.TString>;
    methods: Type.TArray<Type.TEnum<["password", "email-link", "phone", "github.com", "google.com"]>>;
    secondFactors: Type.TArray<Type.TEnum<["phone", "totp"]>>;
    standInProviders: Type.TArray<Type.TEnum<["password", "email-link", "phone", "github.com", "google.com"]>>;
    sendsMail: Type.TBoolean;
    outboxPath: Type.TOptional<Type.TString>;
}>, Type.TObject<Record<never, never>>>;
export declare const endOwnSessions: import("./route.ts").Route<Type.TObject<Record<never, never>>, Type.TObject<Record<never, never>>, Type.TObject<Record<never, never>>, Type.TNull, Type.TObject<Record<never, never>>>;
