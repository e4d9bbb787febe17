/**
 * Adds up items of one key in memory, because a write per item would make each one wait for the database. `flush` stores
 * them, and keeps them for the next flush on failure.
 */
export function batcher<Item extends { count: number }>(
  keyOf: (item: Item) => string,
  { store, onFailure }: { store(batch: Item[]): Promise<unknown>; onFailure(error: unknown): void },
): { add(item: Item): void; flush(): Promise<void> } {
  let counted = new Map<string, Item>()
  let running: Promise<void> = Promise.resolve()
  const add = (item: Item) => {
    const known = counted.get(keyOf(item))
    if (known) known.count += item.count
    else counted.set(keyOf(item), item)
  }
  const write = async () => {
    if (counted.size === 0) return
    const batch = [...counted.values()]
    counted = new Map()
    try {
      await store(batch)
    } catch (error) {
      batch.forEach(add)
      onFailure(error)
    }
  }
  return { add, flush: () => (running = running.then(write)) }
}
