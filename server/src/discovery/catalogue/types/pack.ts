import { type CatalogueTypesEntry, canonical, fileOf, typesHead } from '@nodeyard/contract/discovery'
import type { Db } from '../../../ground/db/database.ts'
import { type Socket, socketsOf } from '../../../packs/comfy-nodes/sockets.ts'
import { type PackedFile, packFile } from '../files.ts'
import { consistently } from '../sql.ts'
import { readTypesAfter, type TypedComfyNode, type TypedNode } from './sql.ts'

/** Small, because each batch blocks the process while it is parsed. */
const batchSize = 50

/** Packs the inputs and outputs of all listed nodes. */
export async function packTypes(db: Db): Promise<PackedFile> {
  const parts = [Buffer.from(fileOf([typesHead]))]
  await consistently(db, async (tx) => {
    for (let last = ''; ; ) {
      const nodes = await readTypesAfter(tx, last, batchSize)
      const lines = nodes.filter(({ comfyNodes }) => comfyNodes.length > 0).map(toLine)
      if (lines.length > 0) parts.push(Buffer.from(fileOf(lines)))
      if (nodes.length < batchSize) return
      last = nodes.at(-1)?.id ?? ''
    }
  })
  return packFile(parts, 'lasting')
}

const toLine = ({ id, comfyNodes }: TypedNode): string =>
  canonical({ id, comfy_nodes: comfyNodes.map(toTyped) } satisfies CatalogueTypesEntry)

/** The tool shows inputs of these types as fields. */
const fieldTypes: ReadonlySet<string> = new Set(['INT', 'FLOAT', 'STRING', 'BOOLEAN', 'COMBO'])

function toTyped(comfyNode: TypedComfyNode): CatalogueTypesEntry['comfy_nodes'][number] {
  const sockets = socketsOf(comfyNode)
  const of = (direction: Socket['direction']) => sockets.filter((socket) => socket.direction === direction)
  return {
    name: comfyNode.name,
    inputs: of('input')
      .filter(({ type }) => !fieldTypes.has(type))
      .map(({ type, is_optional }) => (is_optional ? `${type}?` : type)),
    outputs: of('output').map(({ type }) => type),
  }
}
