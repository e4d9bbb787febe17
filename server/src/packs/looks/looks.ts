import { type ComfyNodeBox, toBox } from '@nodeyard/analysis/comfy-nodes'
import type { NodeLook, Sketch } from '@nodeyard/contract/packs'
import type { DbOrTx } from '../../ground/db/database.ts'
import { type LookRow, listLooks } from './sql.ts'

/** Adds to each node how a list shows it: with the comfy-nodes that match a search, if there are any. */
export async function withLooks<One extends { id: string; matched_comfy_nodes?: string[] }>(
  db: DbOrTx,
  nodes: readonly One[],
): Promise<(One & { look?: NodeLook })[]> {
  const rows = new Map((await listLooks(db, nodes)).map((row) => [row.id, row]))
  return nodes.map((node) => {
    const row = rows.get(node.id)
    return row ? { ...node, look: toLook(row, node.matched_comfy_nodes) } : node
  })
}

export function toLook(
  { hasPicture, workflowCount, comfyNodes, hints }: LookRow,
  matched: string[] = [],
): NodeLook {
  const wanted = comfyNodes.filter(({ name }) => matched.includes(name))
  const drawn = wanted.length > 0 ? wanted : comfyNodes
  const boxes = drawn.map(({ name, ...declared }) => toBox({ ...declared, comfy_node_name: name }))
  return {
    has_picture: hasPicture,
    workflow_count: workflowCount,
    sketches:
      hints.length > 0
        ? hints.map((title) => ({ title, inputs: [], outputs: [], widgets: [] }))
        : mostTelling(boxes).map(toSketch),
  }
}

/** Returns undefined if the declaration of the comfy-node cannot be read, or is missing. */
export function sketchOf({ name, ...declared }: LookRow['comfyNodes'][number]): Sketch | undefined {
  if (declared.input_types === '' && declared.return_types === '') return undefined
  const box = toBox({ ...declared, comfy_node_name: name })
  return box.isUnreadable ? undefined : toSketch(box)
}

const maxShown = { sockets: 4, widgets: 4 } as const
const textLength = 40

/** The one with most to see, and one that it can be connected to. */
export function mostTelling(boxes: readonly ComfyNodeBox[]): ComfyNodeBox[] {
  const [first, ...others] = boxes
    .filter(({ isUnreadable }) => !isUnreadable)
    .toSorted((a, b) => worth(b) - worth(a))
  if (!first) return []
  const gives = new Set(first.outputs.map(({ type }) => type))
  const takes = new Set(first.inputs.map(({ type }) => type))
  const next = others.find(({ inputs }) => inputs.some(({ type }) => gives.has(type)))
  if (next) return [first, next]
  const before = others.find(({ outputs }) => outputs.some(({ type }) => takes.has(type)))
  return before ? [before, first] : [first, ...others.slice(0, 1)]
}

function worth({ inputs, outputs, widgets }: ComfyNodeBox): number {
  const crowded =
    Math.max(0, inputs.length - 5) + Math.max(0, outputs.length - 4) + Math.max(0, widgets.length - 6)
  return (
    Math.min(inputs.length, 3) * 2 + Math.min(outputs.length, 3) * 2 + Math.min(widgets.length, 4) - crowded
  )
}

function toSketch({ title, inputs, outputs, widgets }: ComfyNodeBox): Sketch {
  const short = (text: string) => text.slice(0, textLength).toWellFormed()
  const sockets = (all: readonly { name: string; type: string }[]) =>
    all.slice(0, maxShown.sockets).map(({ name, type }) => ({ name: short(name), type: short(type) }))
  return {
    title: short(title),
    inputs: sockets(inputs),
    outputs: sockets(outputs),
    widgets: widgets.slice(0, maxShown.widgets).map(({ name, default: initial, choices, range, type }) => ({
      name: short(name),
      value: short(
        initial ??
          choices?.[0] ??
          (type === 'INT' || type === 'FLOAT' ? String(Math.max(0, range?.min ?? 0)) : ''),
      ),
    })),
  }
}
