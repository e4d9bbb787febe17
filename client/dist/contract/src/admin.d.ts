import Type from 'typebox';
export declare const generateAdminToken: import("./route.ts").Route<Type.TObject<Record<never, never>>, Type.TObject<Record<never, never>>, Type.TObject<Record<never, never>>, Type.TObject<{
    token: Type.TString;
    expires_at: Type.TString;
}>, Type.TObject<Record<never, never>>>;
