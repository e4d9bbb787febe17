import type { GraphLink, GraphNode } from './graph-layout.ts'

const columnGap = 80
const rowGap = 60
const titleHeight = 30

/** Places nodes in columns, each behind everything that it takes its inputs from. */
export function arrange(nodes: readonly GraphNode[], links: readonly GraphLink[]): GraphNode[] {
  const columns = columnsOf(nodes.length, links)
  const placed: GraphNode[] = [...nodes]
  let x = 0
  for (const column of columns) {
    let y = titleHeight
    for (const place of column) {
      const node = nodes[place] as GraphNode
      placed[place] = { ...node, x, y }
      y += node.height + titleHeight + rowGap
    }
    x += Math.max(...column.map((place) => nodes[place]?.width ?? 0)) + columnGap
  }
  return placed
}

/** Visits each link once, in the order of the flow (Kahn). Nodes in circles stay in the column they were given last. */
function columnsOf(count: number, links: readonly GraphLink[]): number[][] {
  const followers: number[][] = Array.from({ length: count }, () => [])
  const missing = new Uint32Array(count)
  for (const { from, to } of links) {
    followers[from]?.push(to)
    missing[to] = (missing[to] ?? 0) + 1
  }
  const column = new Uint32Array(count)
  const ready = [...missing.keys()].filter((place) => missing[place] === 0)
  for (let next = 0; next < ready.length; next++) {
    const place = ready[next] as number
    for (const to of followers[place] ?? []) {
      column[to] = Math.max(column[to] ?? 0, (column[place] ?? 0) + 1)
      missing[to] = (missing[to] ?? 1) - 1
      if (missing[to] === 0) ready.push(to)
    }
  }
  const columns: number[][] = []
  for (const [place, at] of column.entries()) {
    columns[at] ??= []
    columns[at].push(place)
  }
  return columns.filter((places) => places !== undefined && places.length > 0)
}
