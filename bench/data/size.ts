import type { DataSize } from './rows.ts'

/** Averages of a community of 60,000 nodes with 400,000 comfy-nodes and 1,000,000 versions. */
const perNode = { comfyNodes: 400_000 / 60_000, versions: 1_000_000 / 60_000 }

/** Returns the default amount of data for a number of nodes. */
export function sizeFor(
  nodes: number,
  said: { [Name in 'comfyNodes' | 'versions' | 'seed']?: number | undefined } & { now?: Date } = {},
): DataSize {
  return {
    nodes,
    comfyNodes: said.comfyNodes ?? Math.round(nodes * perNode.comfyNodes),
    versions: said.versions ?? Math.round(nodes * perNode.versions),
    seed: said.seed ?? 1,
    now: said.now ?? new Date(),
  }
}
