import type { Problem } from './errors.ts';
import type { InputOf, ResponseOf, Route } from './route.ts';
/** A refusal by the registry, with the parts of its answer that a program acts on. */
export declare class RegistryRefusal extends Error {
    name: string;
    readonly status: number;
    readonly problem: Problem;
    constructor(status: number, problem: Problem);
}
export interface Registry {
    /** Calls one route of the contract. Throws {@link RegistryRefusal} for every answer that is not 2xx. */
    call<R extends Route>(route: R, input?: InputOf<R>, init?: RequestInit): Promise<ResponseOf<R>>;
}
/** A client of the registry at `baseUrl`, over any `fetch`. */
export declare function registryAt(baseUrl: string, fetch: typeof globalThis.fetch): Registry;
/** Path and query of one call, each value percent-encoded; a list is repeated, an absent value left out. */
export declare function addressOf(route: Pick<Route, 'path'>, params?: Record<string, unknown>, query?: Record<string, unknown>): string;
