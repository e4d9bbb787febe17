import { useMemo, useSyncExternalStore } from 'react'
import { type Site, useSite, useText } from '../../ground/site/site.ts'
import { showToast } from '../../ground/ui/toast.ts'
import { type AdminToken, type AdminTokens, createAdminTokens } from './admin-token.ts'

interface UsedTokens extends Pick<AdminTokens, 'make' | 'clear' | 'call'> {
  /** The stored token, even if expired. */
  token: AdminToken | undefined
}

/** The admin's short-lived token, and a function that calls routes with it. */
export function useAdminToken(): UsedTokens {
  const site = useSite()
  const t = useText('admin')
  const tokens = tokensOf(site, t('token_made'))
  const token = useSyncExternalStore(tokens.subscribe, tokens.current, () => undefined)
  return useMemo(
    () => ({ token, make: tokens.make, clear: tokens.clear, call: tokens.call }),
    [token, tokens],
  )
}

const known = new WeakMap<Site, AdminTokens>()

function tokensOf(site: Site, madeText: string): AdminTokens {
  const tokens = known.get(site)
  if (tokens) return tokens
  const made = createAdminTokens({
    registry: site.registry,
    userId: () => {
      const state = site.session.current()
      return state.state === 'signed-in' ? state.user.uid : undefined
    },
    storage: sessionStorageIfAny(),
    now: Date.now,
    onMadeForCall: () => showToast('info', madeText),
  })
  known.set(site, made)
  return made
}

function sessionStorageIfAny(): Storage | undefined {
  try {
    return globalThis.sessionStorage
  } catch {
    return undefined
  }
}
