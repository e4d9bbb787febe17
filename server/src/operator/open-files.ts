import { closeSync, createReadStream, lstatSync, openSync, readFileSync, readSync } from 'node:fs'
import { open, readdir, readFile, stat } from 'node:fs/promises'
import { join, relative, sep } from 'node:path'
import {
  filesOfArchive,
  openArchive,
  type PackFile,
  type PackFiles,
  sourceOfFile,
  verifyContents,
} from '@nodeyard/analysis/archive'
import { type PythonParser, parserFrom } from '@nodeyard/analysis/inspection'

/** Passes the files of a folder or zip file. Throws for an unsound zip file. */
export async function withFiles<Result>(
  path: string,
  use: (files: PackFiles) => Promise<Result>,
): Promise<Result> {
  if ((await stat(path)).isDirectory()) return use(await filesOfFolder(path))
  const file = await open(path)
  try {
    const archive = await openArchive(await sourceOfFile(file))
    await verifyContents(archive)
    return await use(filesOfArchive(archive))
  } finally {
    await file.close()
  }
}

async function filesOfFolder(folder: string): Promise<PackFiles> {
  const paths = await allFiles(folder)
  const files: PackFile[] = []
  for (const path of paths) {
    const found = lstatSync(join(folder, path), { throwIfNoEntry: false })
    // Links can point anywhere.
    if (found?.isFile()) files.push({ path, size: found.size })
  }
  return {
    files,
    read: async (path) => readFileSync(join(folder, path)),
    readStart: async (path, length) => readFirst(join(folder, path), length),
    pieces: (path) => createReadStream(join(folder, path)),
  }
}

async function allFiles(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) => relative(folder, join(entry.parentPath, entry.name)).split(sep).join('/'))
    .filter((path) => !/(^|\/)\.git\//.test(path))
}

function readFirst(path: string, length: number): Uint8Array {
  const file = openSync(path, 'r')
  try {
    const bytes = new Uint8Array(length)
    return bytes.subarray(0, readSync(file, bytes, 0, length, 0))
  } finally {
    closeSync(file)
  }
}

/** Loads the Python parser. */
export async function loadParser(): Promise<PythonParser> {
  const [runtime, grammar] = await Promise.all([
    readFile(new URL(import.meta.resolve('web-tree-sitter/web-tree-sitter.wasm'))),
    readFile(new URL(import.meta.resolve('tree-sitter-python/tree-sitter-python.wasm'))),
  ])
  return parserFrom(runtime, grammar)
}
