import type { PackFiles } from '../archive/pack-files.ts'
import { decodeText } from '../ground/decode.ts'
import { defined } from '../ground/defined.ts'
import { normalizePath } from '../python/project.ts'
import type { ComfyNodeDocument } from './comfy-node.ts'

/** Longer pages are truncated. */
const documentBytes = 32 * 1024
const allDocumentsBytes = 2 * 1024 * 1024

/**
 * Reads the pages that a pack ships in `docs` of its web folders: `NAME.md`, or `NAME/LANGUAGE.md` with one
 * page per language. Source: the tool's documentation on help pages.
 */
export async function readDocuments(
  source: PackFiles,
  webDirectories: readonly string[],
): Promise<Map<string, ComfyNodeDocument[]>> {
  const found = new Map<string, ComfyNodeDocument[]>()
  const folders = webDirectories.map((folder) => `${normalizePath(folder)}/docs/`.replace(/^\.\//, ''))
  let bytes = 0
  for (const { path } of source.files.toSorted((a, b) => (a.path < b.path ? -1 : 1))) {
    const folder = folders.find((one) => path.startsWith(one))
    if (folder === undefined) continue
    const named = /^([^/]+)(?:\/([A-Za-z]{2,3}(?:-[A-Za-z0-9]{2,8})?))?\.md$/.exec(path.slice(folder.length))
    const name = named?.[1]
    if (name === undefined || bytes >= allDocumentsBytes) continue
    const document = await readDocument(source, path, named?.[2])
    bytes += document.text.length
    const known = found.get(name)
    if (known) known.push(document)
    else found.set(name, [document])
  }
  return found
}

async function readDocument(
  source: PackFiles,
  path: string,
  language: string | undefined,
): Promise<ComfyNodeDocument> {
  const bytes = await source.readStart(path, documentBytes + 1)
  const isCut = bytes.length > documentBytes
  const { text } = decodeText(bytes.subarray(0, documentBytes), { isCut })
  return { path, ...defined({ language }), text, is_cut: isCut }
}
