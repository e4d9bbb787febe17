/** With what a reader installs. */
export const ways = ['command', 'tool', 'manager', 'hand'] as const
export type Way = (typeof ways)[number]

export const wayKey = 'nodeyard-install-way'
const changed = 'installwaychange'

/** The script of the head has put it there before anything was painted. */
export function chosenWay(): Way {
  return ways.find((way) => way === document.documentElement.dataset['way']) ?? 'command'
}

export function chooseWay(way: Way): void {
  document.documentElement.dataset['way'] = way
  try {
    localStorage.setItem(wayKey, way)
  } catch {
    // A browser that stores nothing keeps the way until the page is left.
  }
  dispatchEvent(new Event(changed))
}

export function onWayChange(listener: () => void): () => void {
  addEventListener(changed, listener)
  return () => removeEventListener(changed, listener)
}
