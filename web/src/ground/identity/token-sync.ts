/** So long after its issue a token is told: an older one is known there, or its page was only opened again. */
const freshMs = 300_000

interface TokenHolder {
  getIdTokenResult(): Promise<{ token: string; issuedAtTime: string }>
}

interface Parts {
  fetch: typeof globalThis.fetch
  now(): number
}

/**
 * Tells a program of the operator's at this origin who is signed in: POST with each new ID token, DELETE when
 * nobody is any more. What could not be told is told with the next change. Source: specification 7.
 */
export function tokenSync(path: string, { fetch, now }: Parts): (user: TokenHolder | null) => Promise<void> {
  let told: string | undefined
  let last = Promise.resolve()

  const tell = async (user: TokenHolder | null) => {
    const held = await user?.getIdTokenResult()
    const isOld = held !== undefined && now() - Date.parse(held.issuedAtTime) > freshMs
    if (!isOld && held?.token !== told) {
      const method = held ? 'POST' : 'DELETE'
      const headers = held ? { authorization: `Bearer ${held.token}` } : {}
      const answer = await fetch(path, { method, headers, keepalive: true })
      if (!answer.ok) return
    }
    told = held?.token
  }
  // In the order of the changes, so that the last word is the last one told.
  return (user) => {
    last = last.then(() => tell(user)).catch(() => {})
    return last
  }
}
