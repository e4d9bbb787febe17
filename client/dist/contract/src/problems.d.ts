import Type, { type Static } from 'typebox';
export declare const ErrorDescription: Type.TObject<{
    code: Type.TString;
    status: Type.TInteger;
    message: Type.TString;
}>;
export type ErrorDescription = Static<typeof ErrorDescription>;
export declare const describeError: import("./route.ts").Route<Type.TObject<{
    code: Type.TString;
}>, Type.TObject<Record<never, never>>, Type.TObject<Record<never, never>>, Type.TObject<{
    code: Type.TString;
    status: Type.TInteger;
    message: Type.TString;
}>, Type.TObject<Record<never, never>>>;
