import { readFile, stat } from 'node:fs/promises'
import { parseArgs } from 'node:util'
import type { PackFiles } from '@nodeyard/analysis/archive'
import {
  isToolVersion,
  type NamedNodes,
  type Replacement,
  readCoreDocuments,
  readCoreJson,
  readReplacements,
} from '@nodeyard/analysis/comfy-nodes'
import { type PythonParser, readToolSource } from '@nodeyard/analysis/inspection'
import type { Deps } from '../deps.ts'
import { getFile } from '../ground/outbound/get.ts'
import { listCoreNodes } from '../packs/core-nodes/find.ts'
import { importCoreNodes } from '../packs/core-nodes/import.ts'
import { importToolReplacements } from '../packs/replacements/import.ts'

/** Readers that belong to the command line. */
export interface Readers {
  loadParser(): Promise<PythonParser>
  /** Passes the files of a folder or a zip file. */
  withFiles<Result>(path: string, use: (files: PackFiles) => Promise<Result>): Promise<Result>
}

interface Read extends NamedNodes {
  replacements?: readonly Replacement[]
  release?: string | undefined
  open?: readonly string[]
}

const maxBytes = 64 * 1024 * 1024
const fetchMs = 60_000

/**
 * Imports the names of the tool's own comfy-nodes from its source, its `object_info`, the manager's map, or its
 * documentation. Returns undefined for wrong arguments.
 */
export async function importCore(
  deps: Deps,
  args: readonly string[],
  readers: Readers,
  output: (line: string) => void,
): Promise<number | undefined> {
  const { values, positionals } = parseArgs({
    args: [...args],
    allowPositionals: true,
    options: { version: { type: 'string' } },
  })
  const [source] = positionals
  const stated = values.version?.replace(/^v/, '')
  if (!source || (stated !== undefined && !isToolVersion(stated))) return undefined
  const read = await readSource(deps, source, readers)
  const replacements = read?.replacements ?? []
  if (!read || read.names.length + replacements.length === 0) {
    output(`${source} has no names of the tool's comfy-nodes.`)
    return 1
  }
  if (replacements.length > 0) {
    await importToolReplacements(deps, replacements)
    output(`${replacements.length} replacements read.`)
  }
  if (read.names.length === 0) return 0
  const release = stated ?? read.release
  for (const path of read.open ?? []) output(`Not completely readable: ${path}`)
  // A module that is open can have more comfy-nodes, so that nothing counts as removed.
  const isComplete = read.isComplete && (read.open ?? []).length === 0
  const { added, removed, total } = await importCoreNodes(deps, { names: read.names, release, isComplete })
  for (const name of added) output(`New: ${name}`)
  for (const name of removed) output(`Removed: ${name}`)
  output(
    `${read.names.length} names${release ? ` of release ${release}` : ''} read. ` +
      `The list has ${total}: ${added.length} are new, ${removed.length} were removed.`,
  )
  return 0
}

async function readSource(deps: Deps, source: string, readers: Readers): Promise<Read | undefined> {
  if (/^https?:\/\//.test(source)) {
    const trusted = [new URL(source).origin]
    const file = await getFile(source, { accept: 'application/json', trusted, maxBytes, timeoutMs: fetchMs })
    return readJson(file?.toString() ?? '', source)
  }
  const found = await stat(source)
  if (found.isFile() && !/\.zip$/i.test(source)) {
    if (found.size > maxBytes) throw new Error(`${source} has more than ${maxBytes} bytes.`)
    return readJson(await readFile(source, 'utf8'), source)
  }
  return readers.withFiles(source, async (files) => {
    const tool = await readToolSource(files, await readers.loadParser())
    if (tool) return { ...tool, isComplete: true, release: tool.version }
    const known = new Set((await listCoreNodes(deps.db)).keys())
    return readCoreDocuments(
      files.files.map(({ path }) => path),
      known,
    )
  })
}

/** The tool's API has lists of comfy-nodes and of replacements. */
function readJson(text: string, source: string): Read | undefined {
  const named = readCoreJson(parsed(text, source))
  const replacements = named ? [] : readReplacements(text)
  return named ?? (replacements.length > 0 ? { names: [], isComplete: false, replacements } : undefined)
}

function parsed(text: string, source: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    throw new Error(`${source} is not JSON.`)
  }
}
