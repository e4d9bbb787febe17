import { type Socket, socketsOf } from '../../packs/comfy-nodes/sockets.ts'
import type { ComfyNodeTexts } from './document.ts'
import type { ComfyNodeRow } from './sql.ts'

/** No real comfy-node has more types. */
const maxTypes = 100
/** Longer texts are not type names. */
const maxTypeLength = 200

/** Reads the distinct input and output types of a comfy-node in uppercase. A type can name several, such as `IMAGE,MASK`. */
export function toSockets(row: ComfyNodeRow): ComfyNodeTexts {
  const sockets = socketsOf(row)
  return {
    name: row.name,
    inputs: distinct(sockets.filter(({ direction }) => direction === 'input')),
    outputs: distinct(sockets.filter(({ direction }) => direction === 'output')),
    titles: row.titles ?? [],
  }
}

function distinct(sockets: readonly Socket[]): string[] {
  const named = sockets.flatMap(({ type }) => type.split(',')).map((type) => type.trim().toUpperCase())
  return [...new Set(named.filter(isTypeName))].slice(0, maxTypes)
}

const isTypeName = (type: string) =>
  type !== '' && type.length <= maxTypeLength && !type.includes('\0') && type.isWellFormed()
