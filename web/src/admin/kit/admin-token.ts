import {
  type InputOf,
  type Registry,
  RegistryRefusal,
  type ResponseOf,
  type Route,
} from '@nodeyard/contract/ground'
import { generateAdminToken } from '@nodeyard/contract/safety'

export interface AdminToken {
  token: string
  /** ISO 8601. */
  expires_at: string
}

/** Short-lived second credential of an admin. */
export interface AdminTokens {
  /** The stored token, even if expired, until it is cleared. */
  current(): AdminToken | undefined
  subscribe(listener: () => void): () => void
  /** Requests a new token. Concurrent calls share one request. */
  make(): Promise<AdminToken>
  clear(): void
  /**
   * Calls a route that requires the token. Requests a token if none is valid, and retries once if the server
   * rejects it.
   */
  call<R extends Route>(route: R, input?: InputOf<R>, init?: RequestInit): Promise<ResponseOf<R>>
}

interface Parts {
  registry: Registry
  /** Owner of the stored token. */
  userId(): string | undefined
  storage: Pick<Storage, 'getItem' | 'setItem' | 'removeItem'> | undefined
  now(): number
  /** Called once per token that a call requested, however many calls share it. */
  onMadeForCall(): void
}

const key = 'adminToken'
/** A token with less time left could expire in transit. Source: API contract 3.3. */
const minLeftMs = 60_000

export function createAdminTokens({ registry, userId, storage, now, onMadeForCall }: Parts): AdminTokens {
  let held = stored(storage)
  let making: Promise<AdminToken> | undefined
  const listeners = new Set<() => void>()

  const hold = (next: Held | undefined) => {
    held = next
    store(storage, next)
    for (const listener of listeners) listener()
  }
  const current = () => (held && held.userId === userId() ? held.made : undefined)
  const make = (onMade?: () => void) => {
    const owner = userId() ?? ''
    making ??= registry
      .call(generateAdminToken)
      .then((made) => {
        hold({ userId: owner, made })
        onMade?.()
        return made
      })
      .finally(() => {
        making = undefined
      })
    return making
  }
  const makeForCall = async () => (await make(onMadeForCall)).token

  return {
    current,
    subscribe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    make: () => make(),
    clear: () => hold(undefined),
    async call(route, input, init) {
      const send = (token: string) => {
        const headers = new Headers(init?.headers)
        headers.set('authorization', `Bearer ${token}`)
        return registry.call(route, input, { ...init, headers })
      }
      const known = current()
      if (!known || timeLeftMs(known, now()) < minLeftMs) return send(await makeForCall())
      try {
        return await send(known.token)
      } catch (error) {
        if (!refusesToken(error)) throw error
        hold(undefined)
        return send(await makeForCall())
      }
    },
  }
}

/** Milliseconds until the token expires; negative afterwards. */
export function timeLeftMs({ expires_at }: AdminToken, now: number): number {
  return Date.parse(expires_at) - now
}

function refusesToken(error: unknown): boolean {
  if (!(error instanceof RegistryRefusal)) return false
  return error.status === 401 || error.problem.error === 'admin_token_required'
}

interface Held {
  userId: string
  made: AdminToken
}

function stored(storage: Parts['storage']): Held | undefined {
  try {
    const { userId, made } = JSON.parse(storage?.getItem(key) ?? 'null') as Held
    return typeof userId === 'string' && typeof made.token === 'string' ? { userId, made } : undefined
  } catch {
    return undefined
  }
}

function store(storage: Parts['storage'], held: Held | undefined): void {
  try {
    if (held) storage?.setItem(key, JSON.stringify(held))
    else storage?.removeItem(key)
  } catch {
    // The token lasts until the page unloads.
  }
}
