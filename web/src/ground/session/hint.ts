import type { SessionHint } from './session.ts'

const key = 'nodeyard-session'
const attribute = 'data-session'

/**
 * Runs before the first paint. Pages are rendered for anonymous visitors, and the log-in buttons must not
 * flash for signed-in users.
 */
export function markSession(): void {
  if (sessionHint.get()) document.documentElement.setAttribute(attribute, '')
}

export const sessionHint: SessionHint = {
  get() {
    try {
      return localStorage.getItem(key) ?? undefined
    } catch {
      return undefined
    }
  },
  set(uid) {
    document.documentElement.setAttribute(attribute, '')
    try {
      if (localStorage.getItem(key) !== uid) localStorage.setItem(key, uid)
    } catch {
      // Sign-ins are refused without storage, so only this page load knows the user.
    }
  },
  clear() {
    document.documentElement.removeAttribute(attribute)
    try {
      localStorage.removeItem(key)
    } catch {
      // Storage is unavailable, so nothing is stored.
    }
  },
  onSet(listener) {
    addEventListener('storage', (event) => {
      if (event.key === key && event.newValue !== null) listener()
    })
  },
}
