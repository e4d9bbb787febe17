/**
 * Runs an action for each item, in order and with limited concurrency. A failure does not stop the others.
 */
export async function settleAll<Item>(
  items: readonly Item[],
  most: number,
  act: (item: Item) => Promise<unknown>,
  onSettled: (item: Item, error: unknown) => void,
): Promise<void> {
  const waiting = items.values()
  const work = async () => {
    for (const item of waiting) {
      const error = await act(item).then(
        () => undefined,
        (error: unknown) => error ?? new Error('It failed without a reason.'),
      )
      onSettled(item, error)
    }
  }
  await Promise.all(Array.from({ length: Math.min(most, items.length) }, work))
}
