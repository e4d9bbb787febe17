// Inspects a pack in a folder or zip file and nothing else, so that its time and memory can be measured.
import { execFileSync } from 'node:child_process'
import { closeSync, createReadStream, lstatSync, openSync, readFileSync, readSync } from 'node:fs'
import { open, readdir, stat } from 'node:fs/promises'
import { join, relative, sep } from 'node:path'
import { openArchive, verifyContents } from '@nodeyard/analysis/archive/reader'
import type { ArchiveSource } from '@nodeyard/analysis/archive/source'
import { type Inspection, inspectPack } from '@nodeyard/analysis/inspect'
import { filesOfArchive, type PackFile, type PackFiles } from '@nodeyard/analysis/pack-files'
import type { PythonParser } from '@nodeyard/analysis/python/parser'
import { loadParser } from '../cli/src/pack/open-pack.ts'

/** Inspects a pack in a folder or zip file as the registry would. Throws for an unsound zip file. */
async function inspectPath(path: string, parser: PythonParser): Promise<Inspection> {
  const found = await stat(path)
  return found.isDirectory() ? inspectPack(await filesOfFolder(path), parser) : inspectZip(path, parser)
}

async function inspectZip(path: string, parser: PythonParser): Promise<Inspection> {
  const file = await open(path)
  try {
    const { size } = await file.stat()
    const source: ArchiveSource = {
      size,
      async read(offset, length) {
        const { bytesRead, buffer } = await file.read(new Uint8Array(length), 0, length, offset)
        return buffer.subarray(0, bytesRead)
      },
    }
    const archive = await openArchive(source)
    await verifyContents(archive)
    return await inspectPack(filesOfArchive(archive), parser)
  } finally {
    await file.close()
  }
}

/**
 * Lists the files that git tracks, or without git, all files outside `.git`. Reads synchronously, which is much faster
 * for thousands of small files and blocks nothing else here.
 */
async function filesOfFolder(folder: string): Promise<PackFiles> {
  const paths = trackedFiles(folder) ?? (await allFiles(folder))
  const files: PackFile[] = []
  for (const path of paths) {
    const found = lstatSync(join(folder, path), { throwIfNoEntry: false })
    // Tracked files can be deleted, and links can point anywhere.
    if (found?.isFile()) files.push({ path, size: found.size })
  }
  return {
    files,
    read: async (path) => readFileSync(join(folder, path)),
    readStart: async (path, length) => readFirst(join(folder, path), length),
    pieces: (path) => createReadStream(join(folder, path)),
  }
}

function trackedFiles(folder: string): string[] | undefined {
  try {
    const listed = execFileSync('git', ['-C', folder, 'ls-files', '-z'], {
      encoding: 'utf8',
      maxBuffer: 256 * 1024 * 1024,
      stdio: ['ignore', 'pipe', 'ignore'],
    })
    const paths = listed.split('\0').filter((path) => path !== '')
    // An untracked folder inside another checkout counts as a plain folder.
    return paths.length > 0 ? paths : undefined
  } catch {
    return undefined
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

const parser = await loadParser()
/** Set by `report-usage.mjs`, which starts to count here. */
const { loaded } = globalThis as { loaded?: () => void }
loaded?.()
process.stdout.write(`${JSON.stringify(await inspectPath(process.argv[2] ?? '.', parser), null, 2)}\n`)
