import type { Deps } from '../src/deps.ts'
import { markChanged, transact } from '../src/ground/db/changes.ts'

/**
 * Waits until the notifications of all earlier changes have come back to this process. A change is heard twice:
 * at once, and by its notification.
 */
export async function heardChanges(deps: Deps): Promise<void> {
  const tag = `test:${deps.newId()}`
  const { promise, resolve } = Promise.withResolvers<void>()
  let times = 0
  deps.changes.onChange((tags) => {
    if (tags.includes(tag) && ++times === 2) resolve()
  })
  await transact(deps, async (tx) => markChanged(tx, tag))
  await promise
}
