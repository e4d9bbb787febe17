/*
 * Unsaved input per user, in the storage that all tabs share. It survives errors, reloads and expired
 * sessions, and is removed by saving and by logging out.
 */

const prefix = 'nodeyard-draft '

export const draftName = (uid: string, key: string): string => `${prefix}${uid} ${key}`

/** Returns undefined for missing and unreadable drafts. */
export function readDraft(name: string): unknown {
  try {
    return parseDraft(localStorage.getItem(name))
  } catch {
    return undefined
  }
}

export function parseDraft(text: string | null): unknown {
  try {
    return text === null ? undefined : JSON.parse(text)
  } catch {
    return undefined
  }
}

/** Storage can be missing or full; the input then lasts until the page unloads. */
export function writeDraft(name: string, value: unknown): void {
  try {
    localStorage.setItem(name, JSON.stringify(value))
  } catch {
    // The input stays on screen.
  }
}

export function removeDraft(name: string): void {
  try {
    localStorage.removeItem(name)
  } catch {
    // Storage is unavailable, so nothing is stored.
  }
}

/** Whether logging out would lose unsaved input of this user. */
export function hasDrafts(uid: string): boolean {
  return namesOfDrafts().some((name) => isOf(uid, name))
}

/** Called when another user signs in. */
export function removeDraftsOfOthers(uid: string): void {
  for (const name of namesOfDrafts()) if (!isOf(uid, name)) removeDraft(name)
}

const isOf = (uid: string, name: string) => name.startsWith(draftName(uid, ''))

function namesOfDrafts(): string[] {
  try {
    return Object.keys(localStorage).filter((name) => name.startsWith(prefix))
  } catch {
    return []
  }
}
