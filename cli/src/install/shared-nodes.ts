import { basename } from 'node:path'
import { knownCoreNodes } from '@nodeyard/analysis/comfy-nodes'
import { readComfyNodes } from '@nodeyard/analysis/inspection'
import { loadParser, withPack } from '../pack/open-pack.ts'
import type { InstalledPack } from './installed.ts'

/** Two installed packs that define the same comfy-nodes, so that one replaces nodes of the other. */
export interface SharedNodes {
  folder: string
  other: string
  comfy_nodes: string[]
}

/** Compares the comfy-nodes of enabled packs, which are read from their files. Returns the folders that cannot be read, too. */
export async function findSharedNodes(
  installed: readonly InstalledPack[],
): Promise<{ shared: SharedNodes[]; unread: string[] }> {
  const parser = await loadParser()
  const firsts = new Map<string, string>()
  const pairs = new Map<string, SharedNodes>()
  const unread: string[] = []
  for (const { folder, isDisabled } of installed) {
    const name = basename(folder)
    if (isDisabled) continue
    const found = await withPack(folder, ({ files }) => readComfyNodes(files, parser)).catch(() => undefined)
    if (!found) unread.push(name)
    for (const comfyNode of new Set(found?.map((one) => one.comfy_node_name))) {
      if (knownCoreNodes.has(comfyNode)) continue
      const other = firsts.get(comfyNode)
      if (other === undefined) firsts.set(comfyNode, name)
      else {
        const key = `${name}/${other}`
        const pair = pairs.get(key) ?? { folder: name, other, comfy_nodes: [] }
        pair.comfy_nodes.push(comfyNode)
        pairs.set(key, pair)
      }
    }
  }
  return { shared: [...pairs.values()], unread }
}
