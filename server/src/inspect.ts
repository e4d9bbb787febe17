import { execFileSync } from 'node:child_process'
import { closeSync, createReadStream, lstatSync, openSync, readFileSync, readSync } from 'node:fs'
import { open, readdir, readFile, stat } from 'node:fs/promises'
import { join, relative, resolve, sep } from 'node:path'
import { pathToFileURL } from 'node:url'
import { openArchive, verifyContents } from '@nodeyard/analysis/archive/reader'
import { ArchiveRefusal } from '@nodeyard/analysis/archive/refusal'
import type { ArchiveSource } from '@nodeyard/analysis/archive/source'
import { type Inspection, inspectPack } from '@nodeyard/analysis/inspect'
import { filesOfArchive, type PackFile, type PackFiles } from '@nodeyard/analysis/pack-files'
import { type PythonParser, parserFrom } from '@nodeyard/analysis/python/parser'

/** Inspects a pack in a folder or zip file as the registry would. Throws for an unsound zip file. */
export async function inspectPath(path: string, parser: PythonParser): Promise<Inspection> {
  return withFiles(path, (files) => inspectPack(files, parser))
}

/** Passes the files of a folder or zip file. Throws for an unsound zip file. */
export async function withFiles<Result>(
  path: string,
  use: (files: PackFiles) => Promise<Result>,
): Promise<Result> {
  if ((await stat(path)).isDirectory()) return use(await filesOfFolder(path))
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
    return await use(filesOfArchive(archive))
  } finally {
    await file.close()
  }
}

/**
 * Lists the files that git tracks, or without git, all files outside `.git`. Reads synchronously, which is much faster
 * for thousands of small files and blocks nothing else here.
 */
export async function filesOfFolder(folder: string): Promise<PackFiles> {
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

/** Loads the Python parser. */
export async function loadParser(): Promise<PythonParser> {
  const [runtime, grammar] = await Promise.all([
    readFile(new URL(import.meta.resolve('web-tree-sitter/web-tree-sitter.wasm'))),
    readFile(new URL(import.meta.resolve('tree-sitter-python/tree-sitter-python.wasm'))),
  ])
  return parserFrom(runtime, grammar)
}

/** Formats an inspection as text. */
export function describeInspection(inspection: Inspection): string {
  const { manifest, archive, readme, comfy_nodes, undecided, findings, capabilities, requirements } =
    inspection
  const name = manifest?.name ?? '(no name)'
  return [
    `${name} ${manifest?.version ?? '(no version)'}`,
    `${archive.files} files, ${archive.unpacked_bytes} bytes, README: ${readme?.path ?? 'none'}`,
    ...section(
      `${comfy_nodes.length} comfy-nodes`,
      comfy_nodes.map((node) => [
        node.comfy_node_name,
        node.category ?? '?',
        `${node.inputs.length} in, ${node.outputs.length} out`,
        node.conditional ? 'under a condition' : '',
      ]),
    ),
    ...section(
      `${findings.length} findings`,
      findings.map((finding) => [
        finding.severity,
        finding.rule,
        place(finding.file_path, finding.line_number),
        finding.message,
        // Without a line number, the code shows the location.
        finding.line_number === undefined ? (finding.code_snippet ?? '') : '',
      ]),
    ),
    ...(findings.length > 0 ? section('how to fix them', fixes(findings)) : []),
    ...section(
      `${capabilities.length} capabilities`,
      capabilities.map(({ kind, subject, evidence }) => [
        kind,
        subject || '(computed)',
        place(evidence[0]?.file, evidence[0]?.line),
        evidence.length > 1 ? `and ${evidence.length - 1} more` : '',
      ]),
    ),
    ...section(
      `${requirements.length} requirements`,
      requirements.map(({ kind, text, file, line }) => [kind, text, place(file, line)]),
    ),
    ...section(
      `${undecided.length} undecided`,
      undecided.map((open) => [
        open.comfy_node_name ?? '',
        open.subject,
        place(open.file, open.line),
        open.reason,
      ]),
    ),
  ].join('\n')
}

/** Lists each rule's fix once. */
function fixes(findings: Inspection['findings']): string[][] {
  return [...new Map(findings.map(({ rule, fix }) => [rule, fix]))]
}

function place(file: string | undefined, line: number | undefined): string {
  return file === undefined ? '' : line === undefined ? file : `${file}:${line}`
}

const widestColumn = 48

function section(title: string, rows: readonly string[][]): string[] {
  const widths = (rows[0] ?? []).map((_, column) =>
    Math.min(widestColumn, Math.max(...rows.map((row) => plain(row[column]).length))),
  )
  const line = (row: readonly string[]) =>
    row
      .map((cell, column) => plain(cell).padEnd(widths[column] ?? 0))
      .join('  ')
      .trimEnd()
  return ['', title, ...rows.map((row) => `  ${line(row)}`)]
}

/** Replaces control characters, which could manipulate the terminal. */
function plain(cell: string | undefined): string {
  return (cell ?? '').replace(/[\p{Cc}\u202a-\u202e\u2066-\u2069]/gu, '�')
}

const usage = 'Usage: npm run inspect -- PATH [--json]\nPATH is the folder or zip file of a pack.'

/** Returns the exit code: 0 for an inspected pack, 1 for a refused one, 2 for wrong usage. */
export async function runInspect(args: readonly string[], print: (text: string) => void): Promise<number> {
  const [path, ...rest] = args.filter((arg) => arg !== '--json')
  if (path === undefined || path.startsWith('-') || rest.length > 0) {
    print(usage)
    return 2
  }
  try {
    const inspection = await inspectPath(resolve(path), await loadParser())
    print(args.includes('--json') ? JSON.stringify(inspection, null, 2) : describeInspection(inspection))
    return 0
  } catch (error) {
    if (!(error instanceof ArchiveRefusal) && !isFileError(error)) throw error
    const code = error instanceof ArchiveRefusal ? error.code : 'unreadable'
    print(
      args.includes('--json')
        ? JSON.stringify({ refused: { code, message: error.message } }, null, 2)
        : `Refused (${code}): ${error.message}`,
    )
    return 1
  }
}

function isFileError(error: unknown): error is Error {
  return error instanceof Error && 'syscall' in error
}

if (process.argv[1] !== undefined && import.meta.url === pathToFileURL(process.argv[1]).href) {
  process.exitCode = await runInspect(process.argv.slice(2), (text) => process.stdout.write(`${text}\n`))
}
