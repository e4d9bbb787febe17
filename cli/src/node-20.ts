// Node 20 lacks this standard function, which the analysis calls.
if (!('groupBy' in Map))
  Object.defineProperty(Map, 'groupBy', {
    configurable: true,
    writable: true,
    value<Item, Key>(items: Iterable<Item>, keyOf: (item: Item, index: number) => Key): Map<Key, Item[]> {
      const groups = new Map<Key, Item[]>()
      let index = 0
      for (const item of items) {
        const key = keyOf(item, index++)
        const group = groups.get(key)
        if (group) group.push(item)
        else groups.set(key, [item])
      }
      return groups
    },
  })
