/** A refusal by the registry, with the parts of its answer that a program acts on. */
export class RegistryRefusal extends Error {
    name = 'RegistryRefusal';
    status;
    problem;
    constructor(status, problem) {
        super(problem.message);
        this.status = status;
        this.problem = problem;
    }
}
/** A client of the registry at `baseUrl`, over any `fetch`. */
export function registryAt(baseUrl, fetch) {
    return {
        async call(route, input, init) {
            const { params, query, body } = (input ?? {});
            const headers = new Headers(init?.headers);
            if (body)
                headers.set('content-type', 'application/json');
            const response = await fetch(baseUrl + addressOf(route, params, query), {
                ...init,
                method: route.method,
                headers,
                ...(body ? { body: JSON.stringify(body) } : {}),
            });
            if (!response.ok)
                throw new RegistryRefusal(response.status, await problemOf(response));
            return (response.status === 204 ? null : await response.json());
        },
    };
}
/** Path and query of one call, each value percent-encoded; a list is repeated, an absent value left out. */
export function addressOf(route, params = {}, query = {}) {
    const path = route.path.replace(/:(\w+)/g, (_, name) => encodeURIComponent(String(params[name])));
    const search = new URLSearchParams();
    for (const [name, value] of Object.entries(query)) {
        for (const one of Array.isArray(value) ? value : [value]) {
            if (one !== undefined)
                search.append(name, String(one));
        }
    }
    return search.size > 0 ? `${path}?${search}` : path;
}
async function problemOf(response) {
    const text = await response.text();
    try {
        return JSON.parse(text);
    }
    catch {
        return { error: 'unreadable_answer', message: `${response.status} ${text.slice(0, 200)}` };
    }
}
