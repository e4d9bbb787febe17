import type { PackFile, PackFiles } from '../archive/pack-files.ts'
import { compareText, type Finding } from '../ground/finding.ts'
import { type EvaluationLimits, evaluationLimits } from '../python/budget.ts'
import { decodePython } from '../python/decode.ts'
import type { PythonParser } from '../python/parser.ts'
import { PythonSources } from '../python/sources.ts'
import { isScript } from '../scan/flow/javascript-parser.ts'
import { scriptsInMarkup } from '../scan/markup.ts'
import type { CodeFile } from '../scan/scan.ts'
import { notRead, unreadable } from '../scan/unread.ts'

export interface InspectionLimits {
  readmeBytes: number
  /** Size limit of all documents that are searched for addresses of models. */
  docsBytes: number
  pythonFiles: number
  pythonFileBytes: number
  pythonBytes: number
  scriptFileBytes: number
  scriptBytes: number
  /** Size limit of other texts that the pack's code may read, such as JSON lists of nodes. */
  dataFileBytes: number
  dataBytes: number
  evaluation: EvaluationLimits
}

const kilobyte = 1024
const megabyte = 1024 * kilobyte

export const inspectionLimits: InspectionLimits = {
  readmeBytes: 512 * kilobyte,
  docsBytes: 2 * megabyte,
  pythonFiles: 5_000,
  pythonFileBytes: 2 * megabyte,
  pythonBytes: 48 * megabyte,
  scriptFileBytes: 4 * megabyte,
  scriptBytes: 16 * megabyte,
  dataFileBytes: 512 * kilobyte,
  dataBytes: 8 * megabyte,
  evaluation: evaluationLimits,
}

/** The texts of a pack. */
export interface PackTexts {
  source: PackFiles
  /** Sorted by path. */
  files: readonly PackFile[]
  /** The Python files once more, with their trees. */
  sources: PythonSources
  python: ReadonlyMap<string, string>
  scripts: ReadonlyMap<string, string>
  /** Scripts inside pages and pictures. */
  pages: CodeFile[]
  /** Other texts that code or installers may read. */
  data: ReadonlyMap<string, string>
  /** Documents for people. */
  docs: ReadonlyMap<string, string>
  /** Files that could not be read. */
  findings: Finding[]
}

/** Reads the texts of a pack, each kind within its limits. Other files are read one by one, when they are scanned. */
export async function readTexts(
  source: PackFiles,
  parser: PythonParser,
  limits: InspectionLimits,
): Promise<PackTexts> {
  const files = source.files.toSorted((a, b) => compareText(a.path, b.path))
  const sources = new PythonSources(parser)
  const python = await readPython(source, files, sources, limits)
  const data = await readData(source, files, limits)
  const scripts = await readScripts(source, files, limits)
  return {
    source,
    files,
    sources,
    python: python.texts,
    scripts: scripts.texts,
    pages: scripts.pages,
    data: data.texts,
    docs: await readDocs(source, files, limits),
    findings: [...python.findings, ...data.findings, ...scripts.findings],
  }
}

export function filesIn(texts: ReadonlyMap<string, string>): { path: string; text: string }[] {
  return [...texts].map(([path, text]) => ({ path, text }))
}

/** Whether pip reads the file as a list of requirements. */
export function isRequirements(path: string): boolean {
  return /(^|\/)requirements[^/]*\.txt$/i.test(path)
}

/** Reads and decodes the Python files of a pack; files over the limit become findings. */
async function readPython(
  source: PackFiles,
  files: readonly PackFile[],
  sources: PythonSources,
  limits: InspectionLimits,
): Promise<{ texts: Map<string, string>; findings: Finding[] }> {
  const texts = new Map<string, string>()
  const findings: Finding[] = []
  let count = 0
  let bytes = 0
  for (const { path, size } of files.filter((file) => isPython(file.path))) {
    if (++count > limits.pythonFiles || size > limits.pythonFileBytes || bytes + size > limits.pythonBytes) {
      findings.push(notRead(path, size))
      continue
    }
    bytes += size
    const decoded = decodePython(await source.read(path))
    const text = lineEnds(decoded.text)
    texts.set(path, text)
    sources.add(path, text, decoded.fault)
  }
  return { texts, findings }
}

export function isPython(path: string): boolean {
  return /\.pyw?$/i.test(path)
}

/** Python also ends a line at a lone carriage return; the parser would continue the line. */
function lineEnds(text: string): string {
  return text.includes('\r') ? text.replace(/\r\n?/g, '\n') : text
}

const script = /\.[cm]?js$/i
const markup = /\.(x?html?|svg)$/i

/**
 * Scripts in any file can run in the tool's page, so files that are too large to search are reported.
 * Pictures have a separate budget.
 */
async function readScripts(
  source: PackFiles,
  files: readonly PackFile[],
  limits: InspectionLimits,
): Promise<{ texts: Map<string, string>; pages: CodeFile[]; findings: Finding[] }> {
  const texts = new Map<string, string>()
  const pages: CodeFile[] = []
  const findings: Finding[] = []
  let bytes = 0
  const ofKind = (kind: RegExp) => files.filter(({ path }) => kind.test(path))
  for (const { path, size } of [...ofKind(script), ...ofKind(markup)]) {
    if (size > limits.scriptFileBytes || bytes + size > limits.scriptBytes) {
      findings.push({ ...notRead(path, size), severity: 'medium' })
      continue
    }
    bytes += size
    const text = marked(await source.read(path))
    if (script.test(path)) texts.set(path, text)
    else {
      const inside = scriptsInMarkup(path, text, isScript)
      if (inside) pages.push(...inside.map((code) => ({ path, text: code })))
      else
        findings.push(
          unreadable({ path, line: 1, reason: 'nests more deeply than allowed', severity: 'high' }),
        )
    }
  }
  return { texts, pages, findings }
}

/** Texts other than Python: code may read them, and they may contain secrets or hidden characters. */
const textFile =
  /\.(json|txt|csv|ya?ml|toml|ini|cfg|pem|key|tsx?|jsx|sh|bash|zsh|fish|bat|cmd|ps1|psm1|command|ipynb|pth|mdc)$|(^|\/)(\.env(\.\w+)?|\.\w+rules|\.gitmodules|\.gitattributes|Makefile|Dockerfile)$/i

const isObeyed = (path: string) => isRequirements(path) || /(^|\/)\.git(?:modules|attributes)$/i.test(path)

/** Reads the texts other than Python, within the size limit. */
async function readData(
  source: PackFiles,
  files: readonly PackFile[],
  limits: InspectionLimits,
): Promise<{ texts: Map<string, string>; findings: Finding[] }> {
  const read = new Map<string, string>()
  const findings: Finding[] = []
  let bytes = 0
  const known = files.filter(({ path }) => textFile.test(path))
  // Files that installers and git obey come before texts that are only searched.
  const inOrder = known.toSorted((a, b) => Number(isObeyed(b.path)) - Number(isObeyed(a.path)))
  for (const { path, size } of inOrder) {
    if (size > limits.dataFileBytes || bytes + size > limits.dataBytes) {
      if (isObeyed(path)) findings.push(notRead(path, size))
      continue
    }
    bytes += size
    const content = await source.read(path)
    read.set(path, marked(content))
  }
  const texts = new Map(
    known.flatMap(({ path }) => (read.has(path) ? [[path, read.get(path) ?? ''] as const] : [])),
  )
  return { texts, findings }
}

const document = /\.(md|markdown|mdown|mkd|rst)$|(^|\/)readme[^/]*\.txt$/i
const depthOf = (path: string) => path.split('/').length

/** Reads documents for people within the size limit, those closest to the top first. */
async function readDocs(
  source: PackFiles,
  files: readonly PackFile[],
  limits: InspectionLimits,
): Promise<Map<string, string>> {
  const texts = new Map<string, string>()
  const known = files.filter(({ path }) => document.test(path))
  let bytes = 0
  for (const { path, size } of known.toSorted((a, b) => depthOf(a.path) - depthOf(b.path))) {
    if (size > limits.readmeBytes || bytes + size > limits.docsBytes) continue
    bytes += size
    texts.set(path, marked(await source.read(path)))
  }
  return texts
}

/**
 * Browsers and the installer trust the first bytes. Sources: Encoding Standard 6,
 * `pip._internal.utils.encoding`.
 */
function marked(bytes: Uint8Array): string {
  const encoding =
    bytes[0] === 0xff && bytes[1] === 0xfe
      ? 'utf-16le'
      : bytes[0] === 0xfe && bytes[1] === 0xff
        ? 'utf-16be'
        : 'utf-8'
  return new TextDecoder(encoding).decode(bytes)
}

/** Counts the files of a pack and their total size. */
export function sizeOf(files: readonly PackFile[]): PackSize {
  return {
    files: files.length,
    unpacked_bytes: files.reduce((sum, file) => sum + file.size, 0),
    python_files: files.filter((file) => isPython(file.path)).length,
  }
}

export interface PackSize {
  files: number
  unpacked_bytes: number
  python_files: number
}
