import type { Deps } from '../src/deps.ts'
import { markChanged, transact } from '../src/ground/db/changes.ts'

/**
 * Waits until this process has received the notifications of all earlier changes. Each change arrives twice:
 * at once, and by its notification.
 */
export async function receivedChanges(deps: Deps): Promise<void> {
  const tag = `test:${deps.newId()}`
  const { promise, resolve } = Promise.withResolvers<void>()
  let times = 0
  deps.changes.onChange((tags) => {
    if (tags.includes(tag) && ++times === 2) resolve()
  })
  await transact(deps, async (tx) => markChanged(tx, tag))
  await promise
}
