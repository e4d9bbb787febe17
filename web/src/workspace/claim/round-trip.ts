import type { Locale } from '@nodeyard/contract/ground'
import { inLocale } from '../../ground/paths/links.ts'

/** Storage key of the claim that this tab sent to the code host. A change of user clears it. */
const key = 'nodeyard-claim'

export interface Claim {
  uid: string
  nodeId: string
  publisherId: string
}

export type Outcome = { token: string; login: string } | { error: string }

/** Stores the claim and opens the code host. */
export function leaveForCodeHost(
  claim: Claim,
  { owner, repo }: { owner: string; repo: string },
  { locale, page }: { locale: Locale; page: string },
): void {
  try {
    sessionStorage.setItem(key, JSON.stringify(claim))
  } catch {
    // The return from the code host then fails and offers a restart.
  }
  const { nodeId, publisherId } = claim
  const redirectUri = location.origin + inLocale(locale, page)
  location.assign(
    `/api/auth/github?${new URLSearchParams({ redirectUri, owner, repo, nodeId, publisherId })}`,
  )
}

/**
 * Reads the result that the code host put into the fragment of the address, and removes it from there.
 * Returns undefined without a result, and the error `mixed_up` when this tab and user did not start the
 * claim.
 */
export function takeOutcome(claim: Claim): Outcome | undefined {
  const params = new URLSearchParams(location.hash.slice(1))
  const [token, error] = [params.get('token'), params.get('error')]
  if (token === null && error === null) return undefined
  history.replaceState(history.state, '', location.pathname + location.search)
  if (!isPendingClaim(claim)) return { error: 'mixed_up' }
  return token ? { token, login: params.get('login') ?? '' } : { error: error ?? '' }
}

/** Succeeds only once per claim. */
function isPendingClaim(claim: Claim): boolean {
  try {
    const sent = JSON.parse(sessionStorage.getItem(key) ?? 'null') as Claim | null
    sessionStorage.removeItem(key)
    return sent?.uid === claim.uid && sent.nodeId === claim.nodeId && sent.publisherId === claim.publisherId
  } catch {
    return false
  }
}
