import type { Capability } from './capabilities/capability.ts'
import type { ComfyNode, Undecided } from './extract/comfy-node.ts'
import { type Extraction, extractComfyNodes } from './extract/extract.ts'
import type { Manifest } from './manifest/manifest.ts'
import {
  manifestBytes,
  manifestPath,
  missingManifest,
  type ReadManifest,
  readManifest,
} from './manifest/read.ts'
import type { PackFile, PackFiles } from './pack-files.ts'
import type { PythonParser } from './python/parser.ts'
import { projectOf } from './python/project.ts'
import { PythonSources } from './python/sources.ts'
import { compareFindings, compareText, type Finding } from './scan/finding.ts'

/** Everything that a pack's files say, without running any of them. The same pack gives the same bytes. */
export interface Inspection {
  /** Null when there is no readable `pyproject.toml`; the findings then say why. */
  manifest: Manifest | null
  readme: Readme | null
  /** Sorted by name. */
  comfy_nodes: ComfyNode[]
  undecided: Undecided[]
  /** The worst first. */
  findings: Finding[]
  capabilities: Capability[]
  archive: PackSize
}

export interface Readme {
  path: string
  text: string
  /** Only the first `readmeBytes` bytes are kept. */
  is_cut: boolean
}

export interface PackSize {
  files: number
  unpacked_bytes: number
  python_files: number
}

export interface InspectionLimits {
  readmeBytes: number
  pythonFiles: number
  pythonFileBytes: number
  pythonBytes: number
  /** Other texts that the pack's code may look into, such as JSON lists of nodes. */
  dataFileBytes: number
  dataBytes: number
}

const kilobyte = 1024
const megabyte = 1024 * kilobyte

export const inspectionLimits: InspectionLimits = {
  readmeBytes: 512 * kilobyte,
  pythonFiles: 5_000,
  pythonFileBytes: 2 * megabyte,
  pythonBytes: 48 * megabyte,
  dataFileBytes: 512 * kilobyte,
  dataBytes: 8 * megabyte,
}

/** Reads a pack. Whatever its files hold ends in facts and findings; only a failing source throws. */
export async function inspectPack(
  source: PackFiles,
  parser: PythonParser,
  limits: InspectionLimits = inspectionLimits,
): Promise<Inspection> {
  const files = source.files.toSorted((a, b) => compareText(a.path, b.path))
  const manifest = await inspectManifest(source, files)
  const findings = [...manifest.problems]
  const sources = new PythonSources(parser)
  try {
    const texts = await readPython(source, files, sources, limits, findings)
    for (const [path, text] of await readData(source, files, limits)) texts.set(path, text)
    const extraction = extractComfyNodes(
      projectOf(
        files.map((file) => file.path),
        texts,
      ),
      (path) => sources.statementsOf(path),
    )
    return {
      manifest: manifest.manifest ?? null,
      readme: await readReadme(source, files, limits),
      ...sortExtraction(extraction),
      findings: findings.toSorted(compareFindings),
      capabilities: [],
      archive: sizeOf(files),
    }
  } finally {
    sources.release()
  }
}

async function inspectManifest(source: PackFiles, files: readonly PackFile[]): Promise<ReadManifest> {
  const file = files.find(({ path }) => path === manifestPath)
  if (!file) return { problems: [missingManifest()] }
  // A file over the limit is refused by its length alone.
  return readManifest(await source.readStart(manifestPath, manifestBytes + 1))
}

function sortExtraction({
  comfyNodes,
  undecided,
}: Extraction): Pick<Inspection, 'comfy_nodes' | 'undecided'> {
  return {
    comfy_nodes: comfyNodes.toSorted((a, b) => compareText(a.comfy_node_name, b.comfy_node_name)),
    undecided: undecided.toSorted(
      (a, b) =>
        compareText(a.comfy_node_name ?? '', b.comfy_node_name ?? '') ||
        compareText(a.subject, b.subject) ||
        compareText(a.file, b.file) ||
        a.line - b.line ||
        compareText(a.reason, b.reason),
    ),
  }
}

const decoder = new TextDecoder('utf-8')

async function readPython(
  source: PackFiles,
  files: readonly PackFile[],
  sources: PythonSources,
  limits: InspectionLimits,
  findings: Finding[],
): Promise<Map<string, string>> {
  const texts = new Map<string, string>()
  let count = 0
  let bytes = 0
  for (const { path, size } of files.filter((file) => isPython(file.path))) {
    if (++count > limits.pythonFiles || size > limits.pythonFileBytes || bytes + size > limits.pythonBytes) {
      findings.push(notRead(path, size))
      continue
    }
    bytes += size
    const text = decoder.decode(await source.read(path))
    texts.set(path, text)
    sources.add(path, text)
  }
  return texts
}

function isPython(path: string): boolean {
  return path.endsWith('.py')
}

/** What is not looked into may hold anything: a person should know. */
function notRead(path: string, size: number): Finding {
  const rule = 'python-not-read'
  return {
    issue_type: rule,
    file_path: path,
    message: `The file has ${size} bytes, or the pack more Python than is read.`,
    scanner: 'nodeyard',
    rule,
    severity: 'high',
    why: 'Code that is too large to be looked into cannot be checked.',
    fix: 'Move data out of Python files, and leave generated and bundled code out of the pack.',
  }
}

async function readData(
  source: PackFiles,
  files: readonly PackFile[],
  limits: InspectionLimits,
): Promise<Map<string, string>> {
  const texts = new Map<string, string>()
  let bytes = 0
  for (const { path, size } of files) {
    if (
      !/\.(json|txt|csv|ya?ml)$/i.test(path) ||
      size > limits.dataFileBytes ||
      bytes + size > limits.dataBytes
    )
      continue
    bytes += size
    texts.set(path, decoder.decode(await source.read(path)))
  }
  return texts
}

async function readReadme(
  source: PackFiles,
  files: readonly PackFile[],
  limits: InspectionLimits,
): Promise<Readme | null> {
  const kinds = ['readme.md', 'readme.rst', 'readme.txt', 'readme']
  const found = files
    .map((file) => ({ ...file, rank: kinds.indexOf(file.path.toLowerCase()) }))
    .filter((file) => file.rank >= 0)
    .sort((a, b) => a.rank - b.rank)[0]
  if (!found) return null
  const bytes = await source.readStart(found.path, limits.readmeBytes)
  // A cut in the middle of a letter would leave a replacement sign at the end.
  const text = decoder.decode(bytes, { stream: found.size > limits.readmeBytes })
  decoder.decode()
  return { path: found.path, text, is_cut: found.size > limits.readmeBytes }
}

function sizeOf(files: readonly PackFile[]): PackSize {
  return {
    files: files.length,
    unpacked_bytes: files.reduce((sum, file) => sum + file.size, 0),
    python_files: files.filter((file) => isPython(file.path)).length,
  }
}
