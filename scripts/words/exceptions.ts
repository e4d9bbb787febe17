/** Sentences that the check may find, exactly as it prints them, and why they stay. */
export const exceptions: Readonly<Record<string, string>> = {}

/**
 * Files and folders that are not rewritten yet; `folder/*` stands for the files directly in a folder. A clean entry must
 * leave the list, which has to end up empty.
 */
export const pending: readonly string[] = []

/** Whether a file belongs to an entry of the pending list. */
export function isBelow(file: string, path: string): boolean {
  if (!path.endsWith('/*')) return file === path || file.startsWith(`${path}/`)
  const folder = path.slice(0, -1)
  return file.startsWith(folder) && !file.slice(folder.length).includes('/')
}
