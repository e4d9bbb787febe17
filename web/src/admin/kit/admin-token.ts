import { generateAdminToken } from '@nodeyard/contract/admin'
import { type Registry, RegistryRefusal } from '@nodeyard/contract/client'
import type { InputOf, ResponseOf, Route } from '@nodeyard/contract/route'

export interface AdminToken {
  token: string
  /** ISO 8601 */
  expires_at: string
}

/** The second credential of an admin, for its short life. */
export interface AdminTokens {
  /** Also one that has run out, until it is cleared. */
  current(): AdminToken | undefined
  subscribe(listener: () => void): () => void
  /** A new one from the server. Calls at the same time share it. */
  make(): Promise<AdminToken>
  clear(): void
  /** Calls a route that wants the token. Makes one where none is good, and calls again once where it was refused. */
  call<R extends Route>(route: R, input?: InputOf<R>, init?: RequestInit): Promise<ResponseOf<R>>
}

interface Parts {
  registry: Registry
  /** Whose token it is. */
  userId(): string | undefined
  storage: Pick<Storage, 'getItem' | 'setItem' | 'removeItem'> | undefined
  now(): number
  /** A token was made because a call needed one. Once for each token, however many calls waited for it. */
  onMadeForCall(): void
}

const key = 'adminToken'
/** A token with less left than this may run out on its way. Source: API contract 3.3. */
const leastLeftMs = 60_000

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
      if (!known || timeLeftMs(known, now()) < leastLeftMs) return send(await makeForCall())
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

/** Not above 0 for one that has run out. */
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
    // Without storage the token lives as long as the page.
  }
}
