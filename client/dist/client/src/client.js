import * as admin from '../../contract/src/admin.js';
import * as ciResults from '../../contract/src/ci-results.js';
import { registryAt } from '../../contract/src/client.js';
import * as comfyNodes from '../../contract/src/comfy-nodes.js';
import * as customers from '../../contract/src/customers.js';
import * as identity from '../../contract/src/identity.js';
import * as nodes from '../../contract/src/nodes.js';
import * as problems from '../../contract/src/problems.js';
import * as providers from '../../contract/src/providers.js';
import * as proxy from '../../contract/src/proxy.js';
import * as publishers from '../../contract/src/publishers.js';
import * as releases from '../../contract/src/releases.js';
import * as search from '../../contract/src/search.js';
import * as tokens from '../../contract/src/tokens.js';
import * as users from '../../contract/src/users.js';
import * as versions from '../../contract/src/versions.js';
export { RegistryRefusal } from '../../contract/src/client.js';
const contract = {
    ...users,
    ...identity,
    ...publishers,
    ...tokens,
    ...nodes,
    ...versions,
    ...comfyNodes,
    ...providers,
    ...search,
    ...customers,
    ...proxy,
    ...releases,
    ...ciResults,
    ...admin,
    ...problems,
};
/** A client of the registry whose API is at `baseUrl`. */
export function connect(baseUrl, options = {}) {
    const registry = registryAt(baseUrl.replace(/\/+$/, ''), withCredentials(options));
    const calls = Object.entries(contract).flatMap(([name, value]) => isRoute(value) ? [[name, callOf(registry, value)]] : []);
    return Object.fromEntries(calls);
}
const callOf = (registry, route) => (input, init) => registry.call(route, input, init);
function withCredentials({ idToken, apiKey, fetch = globalThis.fetch }) {
    return async (input, init) => {
        const headers = new Headers(init?.headers);
        const token = typeof idToken === 'function' ? await idToken() : idToken;
        if (token !== undefined)
            headers.set('authorization', `Bearer ${token}`);
        if (apiKey !== undefined)
            headers.set('x-api-key', apiKey);
        return fetch(input, { ...init, headers });
    };
}
function isRoute(value) {
    return typeof value === 'object' && value !== null && 'method' in value && 'path' in value;
}
