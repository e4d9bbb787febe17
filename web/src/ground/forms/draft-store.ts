/*
 * What people have typed and not saved yet, in the storage that all tabs of a browser share, by who typed it. It
 * outlives an error, a reload and a session that ended by itself. Saving removes it, and so does logging out.
 */

const prefix = 'nodeyard-draft '

export const draftName = (uid: string, key: string): string => `${prefix}${uid} ${key}`

/** Undefined where nothing is kept, or nothing that can be read. */
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

/** Without storage, or with a full one, what was typed lives as long as its page. */
export function writeDraft(name: string, value: unknown): void {
  try {
    localStorage.setItem(name, JSON.stringify(value))
  } catch {
    // It is still on the screen.
  }
}

export function removeDraft(name: string): void {
  try {
    localStorage.removeItem(name)
  } catch {
    // Nothing was kept.
  }
}

/** Whether logging out would throw away something that this user typed. */
export function hasDrafts(uid: string): boolean {
  return namesOfDrafts().some((name) => isOf(uid, name))
}

/** Somebody else is at this browser now. */
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
