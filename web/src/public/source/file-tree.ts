import type { ListedFile } from '@nodeyard/analysis/listing'

export interface Folder {
  name: string
  /** Path with a trailing slash; empty for the root. */
  path: string
  folders: Folder[]
  files: { name: string; file: ListedFile }[]
}

/** Groups files into folders, sorted by name. */
export function treeOf(files: readonly ListedFile[]): Folder {
  const root: Folder = { name: '', path: '', folders: [], files: [] }
  const known = new Map([['', root]])
  for (const file of files) {
    const end = file.path.lastIndexOf('/') + 1
    folderAt(known, file.path.slice(0, end)).files.push({ name: file.path.slice(end), file })
  }
  return root
}

function folderAt(known: Map<string, Folder>, path: string): Folder {
  const there = known.get(path)
  if (there) return there
  const above = path.lastIndexOf('/', path.length - 2) + 1
  const folder: Folder = { name: path.slice(above, -1), path, folders: [], files: [] }
  known.set(path, folder)
  folderAt(known, path.slice(0, above)).folders.push(folder)
  return folder
}

/** The initial file: the readme, or else the root module. */
export function firstFile(files: readonly ListedFile[]): ListedFile | undefined {
  const wanted = [/^readme(\.\w+)?$/i, /^__init__\.py$/, /^[^/]+\.py$/, /^[^/]+$/]
  for (const pattern of wanted) {
    const found = files.find(({ path }) => pattern.test(path))
    if (found) return found
  }
  return files[0]
}
