/* Unsent input of anonymous visitors, in the storage of this tab only. */

const prefix = 'nodeyard-visitors-draft '

export function readVisitorsDraft(key: string): Record<string, string> {
  try {
    const stored: unknown = JSON.parse(sessionStorage.getItem(prefix + key) ?? '{}')
    if (typeof stored !== 'object' || stored === null) return {}
    return Object.fromEntries(Object.entries(stored).filter(([, value]) => typeof value === 'string'))
  } catch {
    return {}
  }
}

/** Omit the value to remove the draft. */
export function storeVisitorsDraft(key: string, value: Record<string, string> | undefined): void {
  try {
    if (value === undefined) sessionStorage.removeItem(prefix + key)
    else sessionStorage.setItem(prefix + key, JSON.stringify(value))
  } catch {
    // The input stays on screen.
  }
}
