import type { Locale } from '@nodeyard/contract/locales'
import { inLocale } from '../../ground/paths/links.ts'

/** Which claim this tab sent to the code host, and whose. It goes when somebody else signs in. */
const key = 'nodeyard-claim'

export interface Claim {
  uid: string
  nodeId: string
  publisherId: string
}

/** What the way to the code host came to. */
export type Outcome = { token: string; login: string } | { error: string }

/** Leaves for the code host. */
export function leaveForCodeHost(
  claim: Claim,
  { owner, repo }: { owner: string; repo: string },
  { locale, page }: { locale: Locale; page: string },
): void {
  try {
    sessionStorage.setItem(key, JSON.stringify(claim))
  } catch {
    // Without storage the way back is refused, and says to begin anew.
  }
  const { nodeId, publisherId } = claim
  const redirectUri = location.origin + inLocale(locale, page)
  location.assign(
    `/api/auth/github?${new URLSearchParams({ redirectUri, owner, repo, nodeId, publisherId })}`,
  )
}

/**
 * What is behind the `#` of the address after the way back, which is taken out of it at once. Undefined when there is
 * nothing; `mixed_up` when this tab did not send this claim of this person.
 */
export function takeOutcome(claim: Claim): Outcome | undefined {
  const given = new URLSearchParams(location.hash.slice(1))
  const [token, error] = [given.get('token'), given.get('error')]
  if (token === null && error === null) return undefined
  history.replaceState(history.state, '', location.pathname + location.search)
  if (!wasSent(claim)) return { error: 'mixed_up' }
  return token ? { token, login: given.get('login') ?? '' } : { error: error ?? '' }
}

/** Once. */
function wasSent(claim: Claim): boolean {
  try {
    const sent = JSON.parse(sessionStorage.getItem(key) ?? 'null') as Claim | null
    sessionStorage.removeItem(key)
    return sent?.uid === claim.uid && sent.nodeId === claim.nodeId && sent.publisherId === claim.publisherId
  } catch {
    return false
  }
}
