/* What somebody without a sign-in has typed and not sent, in the storage of this tab alone. */

const prefix = 'nodeyard-visitors-draft '

export function readVisitorsDraft(key: string): Record<string, string> {
  try {
    const kept: unknown = JSON.parse(sessionStorage.getItem(prefix + key) ?? '{}')
    if (typeof kept !== 'object' || kept === null) return {}
    return Object.fromEntries(Object.entries(kept).filter(([, value]) => typeof value === 'string'))
  } catch {
    return {}
  }
}

/** Without a value nothing is kept any more. */
export function keepVisitorsDraft(key: string, value: Record<string, string> | undefined): void {
  try {
    if (value === undefined) sessionStorage.removeItem(prefix + key)
    else sessionStorage.setItem(prefix + key, JSON.stringify(value))
  } catch {
    // It is still on the screen.
  }
}
