/** The stand-in picture of a node: wires from sockets on one side to sockets on the other. */
export interface Wire {
  from: number
  to: number
  colour: number
}

const sockets = [8, 18, 28] as const
const colours = 8

/** Two or three wires that depend on the id alone, so that a node looks the same everywhere. */
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

/** FNV-1a over the letters, without regard to case, as ids are. */
function hash(text: string): number {
  let value = 2166136261
  for (const letter of text.toLowerCase()) {
    value = Math.imul(value ^ (letter.codePointAt(0) ?? 0), 16777619) >>> 0
  }
  return value
}
