import { examples } from '@nodeyard/contract/examples'
import type { ResponseOf, Route } from '@nodeyard/contract/ground'
import { getCurrentUser, getPublisher, listOwnPublishers, type Publisher } from '@nodeyard/contract/people'
import { generateAdminToken } from '@nodeyard/contract/safety'
import { anonymous, type SessionState } from '../session/session.ts'
import { siteOver } from './site.test-support.tsx'
import type { Site } from './site.ts'

/** A call that a page made. */
export interface RecordedCall {
  route: Route
  path: string
  query: Record<string, string>
  body: unknown
}

type Given<R extends Route> = ResponseOf<R> | Response
type Answer<R extends Route> = Given<R> | ((call: RecordedCall) => Given<R> | Promise<Given<R>>)

export interface Rule {
  route: Route
  answer(call: RecordedCall): unknown
}

/** Overrides the response to a route, which defaults to the contract's example. */
export function on<R extends Route>(route: R, answer: Answer<R>): Rule {
  return { route, answer: (call) => (isFunction(answer) ? answer(call) : answer) }
}

const isFunction = <R extends Route>(answer: Answer<R>): answer is (call: RecordedCall) => Given<R> =>
  typeof answer === 'function'

/** A refusal by the registry. */
export function refusal(status: number, error: string, message = ''): Response {
  return Response.json({ error, message }, { status })
}

/** Returns the response in the contract's example of a route. */
export function exampleOf<R extends Route>(route: R): ResponseOf<R> {
  const found = examples.get(route)
  if (!found) throw new Error(`the contract has no example of ${route.path}`)
  return found.answer as ResponseOf<R>
}

/** The user who looks at the page. */
export interface Viewer {
  /** Role in the publisher of the examples. */
  role?: 'owner' | 'member'
  isAdmin?: boolean
  isBanned?: boolean
  isUnverified?: boolean
}

export const ada = { id: 'user-ada', email: 'ada@example.test', name: 'Ada' }

export interface FakeRegistry {
  site: Site
  /** Calls that the page made, without reads. */
  writes(): Pick<RecordedCall, 'route' | 'path' | 'body'>[]
  reads(route: Route): RecordedCall[]
}

/**
 * Creates the site of a user over a registry that responds with the contract's examples, unless a rule
 * overrides them. Long polls never resolve.
 */
export function registryFor(viewer: Viewer | 'anonymous', rules: readonly Rule[] = []): FakeRegistry {
  const all = [...rules, ...rulesOf(viewer)]
  const calls: RecordedCall[] = []
  const site = siteOver(stateOf(viewer), async ({ method, path, query, body }) => {
    const route = routeOf(method, path)
    const one = { route, path, query: Object.fromEntries(query), body }
    calls.push(one)
    if (query.has('wait')) return new Promise(() => {})
    const rule = all.find((each) => each.route === route)
    return rule ? rule.answer(one) : exampleOf(route)
  })
  return {
    site,
    writes: () =>
      calls
        .filter(({ route }) => route.method !== 'GET' && route !== generateAdminToken)
        .map(({ route, path, body }) => ({ route, path, body })),
    reads: (route) => calls.filter((one) => one.route === route),
  }
}

const user = {
  ...{ uid: ada.id, email: ada.email, displayName: ada.name, photoURL: null, emailVerified: true },
  ...{ phoneNumber: null, isAnonymous: false, tenantId: null, providerData: [], metadata: {} },
}

function stateOf(viewer: Viewer | 'anonymous'): SessionState {
  if (viewer === 'anonymous') return anonymous
  return { state: 'signed-in', user: { ...user, emailVerified: !viewer.isUnverified } }
}

function rulesOf(viewer: Viewer | 'anonymous'): Rule[] {
  if (viewer === 'anonymous') return []
  const { role, isAdmin = false, isBanned = false } = viewer
  const publisher = withMember(exampleOf(getPublisher), role)
  return [
    on(getCurrentUser, { ...ada, isApproved: true, isAdmin, isBanned }),
    on(getPublisher, publisher),
    on(listOwnPublishers, role ? [publisher] : []),
    on(generateAdminToken, { token: 'short-lived', expires_at: '2999-01-01T00:00:00Z' }),
  ]
}

function withMember(publisher: Publisher, role: Viewer['role']): Publisher {
  return role ? { ...publisher, members: [{ id: 'ada', role, user: ada }] } : publisher
}

/** Finds the route of a call; the one with the fewest parameters wins. */
function routeOf(method: string, path: string): Route {
  const fitting = [...examples.keys()].filter(
    (route) => route.method === method && patternOf(route).test(path),
  )
  const [first] = fitting.sort((a, b) => countOf(a) - countOf(b))
  if (!first) throw new Error(`no route answers ${method} ${path}`)
  return first
}

const patternOf = ({ path }: Route) => new RegExp(`^${path.replace(/:\w+/g, '[^/]+')}$`)
const countOf = ({ path }: Route) => path.split(':').length
