/** Older tokens are skipped: the endpoint has them already, and only the page was reloaded. */
export const freshMs = 300_000

interface TokenHolder {
  getIdTokenResult(): Promise<{ token: string; issuedAtTime: string }>
}

interface Parts {
  fetch: typeof globalThis.fetch
  now(): number
}

/**
 * Reports the signed-in user to an endpoint of the operator at this origin: POST with each new ID token, and
 * DELETE after the sign-out. A failed report is repeated with the next change. Source: specification 7.
 */
export function tokenSync(path: string, { fetch, now }: Parts): (user: TokenHolder | null) => Promise<void> {
  let reported: string | undefined
  let last = Promise.resolve()

  const report = async (user: TokenHolder | null) => {
    const token = await user?.getIdTokenResult()
    const isOld = token !== undefined && now() - Date.parse(token.issuedAtTime) > freshMs
    if (!isOld && token?.token !== reported) {
      const method = token ? 'POST' : 'DELETE'
      const headers = token ? { authorization: `Bearer ${token.token}` } : {}
      const answer = await fetch(path, { method, headers, keepalive: true })
      if (!answer.ok) return
    }
    reported = token?.token
  }
  // Sends the changes in order, so that the last report has the last state.
  return (user) => {
    last = last.then(() => report(user)).catch(() => {})
    return last
  }
}
