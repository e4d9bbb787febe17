/** A wire of a node's default picture, between sockets on both sides. */
export interface Wire {
  from: number
  to: number
  colour: number
}

const sockets = [8, 18, 28] as const
const colours = 8

/** Returns two or three wires that depend on the id only, so that a node looks the same everywhere. */
export function wiresOf(id: string): Wire[] {
  let seed = hash(id)
  const next = (below: number) => {
    seed = (Math.imul(seed, 1664525) + 1013904223) >>> 0
    return Math.floor((seed / 2 ** 32) * below)
  }
  const targets = shuffled(sockets, next)
  const first = next(colours)
  const count = 2 + next(2)
  return targets.slice(0, count).map((to, index) => ({
    from: sockets[index] ?? sockets[0],
    to,
    colour: (first + index * (1 + next(2))) % colours,
  }))
}

function shuffled(values: readonly number[], next: (below: number) => number): number[] {
  const rest = [...values]
  return values.map(() => rest.splice(next(rest.length), 1)[0] ?? 0)
}

/** FNV-1a hash, case-insensitive like ids. */
function hash(text: string): number {
  let value = 2166136261
  for (const letter of text.toLowerCase()) {
    value = Math.imul(value ^ (letter.codePointAt(0) ?? 0), 16777619) >>> 0
  }
  return value
}
