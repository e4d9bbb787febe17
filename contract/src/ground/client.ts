import type { Problem } from './errors.ts'
import type { InputOf, ResponseOf, Route } from './route.ts'

/** A refusal by the registry, with the parts of the response that a program acts on. */
export class RegistryRefusal extends Error {
  override name = 'RegistryRefusal'
  readonly status: number
  readonly problem: Problem
  constructor(status: number, problem: Problem) {
    super(problem.message)
    this.status = status
    this.problem = problem
  }
}

export interface Registry {
  /** Calls one route of the contract. Throws {@link RegistryRefusal} for every response that is not 2xx. */
  call<R extends Route>(route: R, input?: InputOf<R>, init?: RequestInit): Promise<ResponseOf<R>>
}

/** Creates a client of the registry at `baseUrl`, on top of any `fetch`. */
export function registryAt(baseUrl: string, fetch: typeof globalThis.fetch): Registry {
  return {
    async call(route, input, init) {
      const { params, query, body } = (input ?? {}) as Record<string, Record<string, unknown> | undefined>
      const headers = new Headers(init?.headers)
      if (body) headers.set('content-type', 'application/json')
      const response = await fetch(baseUrl + addressOf(route, params, query), {
        ...init,
        method: route.method,
        headers,
        ...(body ? { body: JSON.stringify(body) } : {}),
      })
      if (!response.ok) throw new RegistryRefusal(response.status, await problemOf(response))
      const text = await response.text()
      return text === '' ? null : JSON.parse(text)
    },
  }
}

/**
 * Whether a value stays one segment of a path. Clients resolve `.` and `..` as they do in links, proxies also in their encoded
 * forms, and an empty segment leads to another route.
 */
export function isPathParameter(value: unknown): boolean {
  const text = String(value ?? '')
  return text !== '' && text.isWellFormed() && !/^(?:\.|%2e){1,2}$/i.test(text)
}

/**
 * Builds the path and query of one call, with percent-encoded values. A list becomes repeated parameters;
 * undefined values are left out. Throws {@link RegistryRefusal} for a parameter that would change the route.
 */
export function addressOf(
  route: Pick<Route, 'path'>,
  params: Record<string, unknown> = {},
  query: Record<string, unknown> = {},
): string {
  const path = route.path.replace(/:(\w+)/g, (_, name: string) => {
    const value = params[name]
    if (isPathParameter(value)) return encodeURIComponent(String(value))
    const message = `${JSON.stringify(value ?? '')} cannot be the ${name} of a request.`
    throw new RegistryRefusal(400, { error: 'invalid_request', message })
  })
  const search = new URLSearchParams()
  for (const [name, value] of Object.entries(query)) {
    for (const one of Array.isArray(value) ? value : [value]) {
      if (one !== undefined) search.append(name, String(one))
    }
  }
  return search.size > 0 ? `${path}?${search}` : path
}

async function problemOf(response: Response): Promise<Problem> {
  const text = await response.text()
  try {
    return JSON.parse(text)
  } catch {
    return { error: 'unreadable_answer', message: `${response.status} ${text.slice(0, 200)}` }
  }
}
