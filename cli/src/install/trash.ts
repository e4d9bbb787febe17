import { lstat } from 'node:fs/promises'
import { join } from 'node:path'
import type { Context } from '../ground/context.ts'
import { sizeText } from '../ground/texts.ts'
import { filesBelow } from './folder.ts'
import { historyName, readHistory } from './history.ts'

/** The bytes of all files below a folder. */
export async function bytesBelow(folder: string): Promise<number> {
  let bytes = 0
  for (const path of await filesBelow(folder))
    bytes += await lstat(join(folder, path)).then(
      ({ size }) => size,
      () => 0,
    )
  return bytes
}

/** Says how much the history keeps, and how to delete it. */
export async function trashLine({ text }: Pick<Context, 'text'>, packs: string): Promise<string> {
  const folder = join(packs, historyName)
  const size = sizeText(text, await bytesBelow(folder))
  return `${text('trash_size', { changes: (await readHistory(packs)).length, size, path: folder })}\n`
}
