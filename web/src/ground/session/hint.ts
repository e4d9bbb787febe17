import type { SessionHint } from './session.ts'

const key = 'nodeyard-session'
const attribute = 'data-session'

/**
 * Runs before the first paint: pages are made for anonymous readers, and the buttons to log in should not flash
 * up for those who are signed in.
 */
export const hintScript = `try{if(localStorage.getItem('${key}'))document.documentElement.setAttribute('${attribute}','')}catch{}`

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
      // Without storage people stay signed in by the SDK alone, and are known once it is loaded.
    }
  },
  clear() {
    document.documentElement.removeAttribute(attribute)
    try {
      localStorage.removeItem(key)
    } catch {
      // Nothing was stored.
    }
  },
  onSet(listener) {
    addEventListener('storage', (event) => {
      if (event.key === key && event.newValue !== null) listener()
    })
  },
}
