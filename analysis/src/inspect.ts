import type { Capability } from './capabilities/capability.ts'
import { type Observation, observe, toCapabilities } from './capabilities/detect.ts'
import type { ComfyNode, Undecided } from './extract/comfy-node.ts'
import { readDocuments } from './extract/documents.ts'
import { type Extraction, extractComfyNodes } from './extract/extract.ts'
import { readTranslations, translationsOf } from './extract/translations.ts'
import { checkLayout, onlyFolder } from './loading/layout.ts'
import { LoadedFiles } from './loading/loaded-files.ts'
import { checkUnnamedScripts, checkWebFolders } from './loading/web-folders.ts'
import { archiveLicense } from './manifest/archive-license.ts'
import { type Manifest, manifestPath } from './manifest/manifest.ts'
import { manifestBytes, missingManifest, type ReadManifest, readManifest } from './manifest/read.ts'
import { type PackFile, type PackFiles, reportReads } from './pack-files.ts'
import { ignoreFiles, type OnFile, onChange } from './progress.ts'
import { type EvaluationLimits, evaluationLimits } from './python/budget.ts'
import { decodePython } from './python/decode.ts'
import type { PythonParser } from './python/parser.ts'
import { projectOf } from './python/project.ts'
import { PythonSources } from './python/sources.ts'
import { type Readme, readReadme } from './readme.ts'
import { logicalLines } from './requirements/lines.ts'
import { type PackRequirement, packRequirements } from './requirements/pack.ts'
import { checkBinary, magicBytes } from './scan/binaries.ts'
import { compareFindings, compareText, type Finding } from './scan/finding.ts'
import { isScript } from './scan/flow/from-javascript.ts'
import { installedByCode } from './scan/installed-by-code.ts'
import { findInterest } from './scan/interest.ts'
import { scriptsInMarkup } from './scan/markup.ts'
import { scanNested } from './scan/nested.ts'
import { notebookCode } from './scan/notebook.ts'
import { lowerOutside } from './scan/outside-page.ts'
import { type CodeFile, type CodeScan, scanCode, scanDependencies, scanFile, scanText } from './scan/scan.ts'
import { lowerInTests } from './scan/tests-of-pack.ts'
import { storable } from './storable.ts'

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
  /** What installers of the pack install with it. */
  requirements: PackRequirement[]
  archive: PackSize
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
  scriptFileBytes: number
  scriptBytes: number
  /** Other texts that the pack's code may look into, such as JSON lists of nodes. */
  dataFileBytes: number
  dataBytes: number
  evaluation: EvaluationLimits
}

const kilobyte = 1024
const megabyte = 1024 * kilobyte

export const inspectionLimits: InspectionLimits = {
  readmeBytes: 512 * kilobyte,
  pythonFiles: 5_000,
  pythonFileBytes: 2 * megabyte,
  pythonBytes: 48 * megabyte,
  scriptFileBytes: 4 * megabyte,
  scriptBytes: 16 * megabyte,
  dataFileBytes: 512 * kilobyte,
  dataBytes: 8 * megabyte,
  evaluation: evaluationLimits,
}

export interface InspectionOptions {
  limits?: InspectionLimits
  /** Lets a caller attribute the time that the inspection takes to the pack's files. */
  onFile?: OnFile
}

/** Reads a pack. Whatever its files hold ends in facts and findings; only a failing source throws. */
export async function inspectPack(
  pack: PackFiles,
  parser: PythonParser,
  { limits = inspectionLimits, onFile: report = ignoreFiles }: InspectionOptions = {},
): Promise<Inspection> {
  const onFile = onChange(report)
  const source = reportReads(pack, onFile)
  const files = source.files.toSorted((a, b) => compareText(a.path, b.path))
  const manifest = await inspectManifest(source, files)
  const sources = new PythonSources(parser)
  try {
    const python = await readPython(source, files, sources, limits)
    const { texts: data, findings: unreadData } = await readData(source, files, limits)
    const code = [...sources.files, ...notebookCode(data)]
    const interest = findInterest<CodeFile>(code, onFile)
    sources.leaveOut(interest.isPlain)
    const project = projectOf(
      files.map((file) => file.path),
      new Map([...python.texts, ...data]),
    )
    const loading = new LoadedFiles(sources)
    const statementsOf = (path: string) => {
      onFile(path, 'parse')
      return loading.statementsOf(path)
    }
    const extraction = extractComfyNodes(project, statementsOf, limits.evaluation, onFile)
    sources.keepTreesOf(new Set(interest.files.map(({ path }) => path)))
    const web = webFolders(extraction, python.texts, manifest)
    addTexts(
      extraction.comfyNodes,
      await readTranslations(source),
      await readDocuments(
        source,
        web.map(({ subject }) => subject),
      ),
    )
    const scripts = await readScripts(source, files, limits)
    const followed = [...filesIn(scripts.texts), ...scripts.pages]
    const scanned = scanPack(
      scanCode(code, followed, parser, { interest, onFile }),
      { sources, scripts: scripts.texts, data },
      manifest,
      onFile,
    )
    const { readme, findings: ofReadme } = await readReadme(
      source,
      files,
      manifest.readme,
      limits.readmeBytes,
    )
    const binaries = await scanFiles(source, files)
    const nested = await scanNested(source, parser)
    const observations = [...scanned.observations, ...binaries.observations, ...web]
    return storable({
      manifest: await withLicense(source, manifest),
      readme,
      ...sortExtraction(extraction),
      findings: [
        ...manifest.problems,
        ...checkLayout(files),
        ...python.findings,
        ...loading.findings,
        ...ofReadme,
        ...checkWebFolders(files, web),
        ...checkUnnamedScripts(scripts.texts, python.texts, web),
        ...unreadData,
        ...scripts.findings,
        ...lowerOutside(scanned.findings, {
          web,
          scripts: scripts.texts,
          code: [...python.texts.values(), ...shellTexts(data)],
        }),
        ...binaries.findings,
        ...nested,
        ...sources.problems.map(unreadable),
      ].sort(compareFindings),
      capabilities: toCapabilities(observations),
      requirements: scanned.requirements,
      archive: sizeOf(files),
    })
  } finally {
    sources.release()
  }
}

/** What the pack says of its comfy-nodes beside its code. */
function addTexts(
  comfyNodes: readonly ComfyNode[],
  translations: Awaited<ReturnType<typeof readTranslations>>,
  documents: Awaited<ReturnType<typeof readDocuments>>,
): void {
  for (const node of comfyNodes) {
    const name = node.comfy_node_name
    const [translated, pages] = [translationsOf(translations, name), documents.get(name)]
    if (translated) node.translations = translated
    if (pages) node.documents = pages
  }
}

interface Scanned {
  findings: Finding[]
  observations: Observation[]
}

interface ScannedPack extends Scanned {
  requirements: PackRequirement[]
}

interface PackTexts {
  sources: PythonSources
  scripts: ReadonlyMap<string, string>
  data: ReadonlyMap<string, string>
}

function scanPack(
  code: CodeScan,
  { sources, scripts, data }: PackTexts,
  { manifest }: ReadManifest,
  onFile: OnFile,
): ScannedPack {
  const findings = [...code.findings, ...code.problems.map(unreadable)]
  for (const { path, text } of [...sources.files, ...filesIn(scripts), ...filesIn(data)]) {
    onFile(path, 'search')
    findings.push(...scanText(path, text))
  }
  for (const [path, text] of data)
    if (isRequirements(path)) findings.push(...scanDependencies(path, logicalLines(text)))
  const stated = manifest?.dependencies ?? []
  findings.push(
    ...scanDependencies(
      manifestPath,
      stated.map((text) => ({ text })),
    ),
  )
  return {
    findings: lowerInTests(findings, sources.files),
    observations: code.facts.flatMap(observe),
    requirements: packRequirements({
      ...{ texts: data, stated, python: manifest?.requires_python },
      scripts: code.facts.flatMap(installedByCode),
    }),
  }
}

/** Scripts that people and programs run. */
function shellTexts(data: ReadonlyMap<string, string>): string[] {
  return filesIn(data)
    .filter(({ path }) => /\.(sh|bash|zsh|fish|bat|cmd|ps1|psm1|command)$|(^|\/)Makefile$/i.test(path))
    .map(({ text }) => text)
}

function filesIn(texts: ReadonlyMap<string, string>): { path: string; text: string }[] {
  return [...texts].map(([path, text]) => ({ path, text }))
}

function isRequirements(path: string): boolean {
  return /(^|\/)requirements[^/]*\.txt$/i.test(path)
}

/** Every file by its name and its first bytes. */
async function scanFiles(source: PackFiles, files: readonly PackFile[]): Promise<Scanned> {
  const scanned: Scanned = { findings: [], observations: [] }
  for (const { path, size } of files) {
    if (isPython(path)) {
      scanned.findings.push(...scanFile(path, noBytes))
      continue
    }
    const start = await source.readStart(path, Math.min(size, magicBytes))
    scanned.findings.push(...scanFile(path, start))
    const finding = size < 8 ? undefined : checkBinary(path, start)
    if (!finding) continue
    scanned.findings.push(finding)
    scanned.observations.push({ kind: 'native_code', subject: path, file: path, line: 1 })
  }
  return scanned
}

const noBytes = new Uint8Array()

/** The tool serves the folder that the code names, and the one that the project file names. */
function webFolders(
  { webDirectory }: Extraction,
  texts: ReadonlyMap<string, string>,
  { manifest }: ReadManifest,
): Observation[] {
  const named: Observation[] = []
  const name = (subject: string, file: string, line: number) =>
    named.push({ kind: 'frontend_script', subject, file, line })
  if (webDirectory !== undefined)
    name(webDirectory, '__init__.py', lineOf(texts.get('__init__.py'), 'WEB_DIRECTORY'))
  if (manifest?.web_directory !== undefined) name(manifest.web_directory, manifestPath, 1)
  return named
}

/** The first line that holds these letters, from 1. */
function lineOf(text = '', letters: string): number {
  return Math.max(text.split('\n').findIndex((line) => line.includes(letters)) + 1, 1)
}

async function inspectManifest(source: PackFiles, files: readonly PackFile[]): Promise<ReadManifest> {
  const file = files.find(({ path }) => path === manifestPath)
  // Where the whole pack lies in a folder, that is what its author needs to know.
  if (!file) return { problems: onlyFolder(files) === undefined ? [missingManifest()] : [] }
  // A file over the limit is refused by its length alone.
  return readManifest(await source.readStart(manifestPath, manifestBytes + 1))
}

async function withLicense(source: PackFiles, { manifest }: ReadManifest): Promise<Manifest | null> {
  if (!manifest) return null
  const name = await archiveLicense(source, manifest.license)
  return name === undefined ? manifest : { ...manifest, license_name: name }
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

function isPython(path: string): boolean {
  return /\.pyw?$/i.test(path)
}

/** Python ends a line at a lone carriage return, too; the parser would take what follows for the same line. */
function lineEnds(text: string): string {
  return text.includes('\r') ? text.replace(/\r\n?/g, '\n') : text
}

/** What is not looked into may hold anything: a person should know. */
function notRead(path: string, size: number): Finding {
  return unchecked(path, `The file has ${size} bytes, or the pack more Python than is read.`)
}

function unreadable({ path, line, reason, severity }: CodeScan['problems'][number]): Finding {
  return { ...unchecked(path, `The file ${reason}.`), line_number: line, ...(severity ? { severity } : {}) }
}

function unchecked(path: string, message: string): Finding {
  const rule = 'python-not-read'
  return {
    issue_type: rule,
    file_path: path,
    message,
    scanner: 'nodeyard',
    rule,
    severity: 'high',
    why: 'Code that is too large or too deeply nested to be looked into cannot be checked.',
    fix: 'Move data out of Python files, and leave generated and bundled code out of the pack.',
  }
}

const script = /\.[cm]?js$/i
const markup = /\.(x?html?|svg)$/i

/**
 * Scripts may run in the tool's page, and so may those in other files: what is too large to be looked into is reported.
 * Pictures take nothing away from scripts.
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

/** Texts beside Python: what code may read, and what may hold secrets or hidden characters. */
const textFile =
  /\.(json|txt|csv|ya?ml|toml|ini|cfg|pem|key|tsx?|jsx|sh|bash|zsh|fish|bat|cmd|ps1|psm1|command|ipynb|pth)$|(^|\/)(\.env(\.\w+)?|\.gitmodules|Makefile|Dockerfile)$/i

async function readData(
  source: PackFiles,
  files: readonly PackFile[],
  limits: InspectionLimits,
): Promise<{ texts: Map<string, string>; findings: Finding[] }> {
  const read = new Map<string, string>()
  const findings: Finding[] = []
  let bytes = 0
  const known = files.filter(({ path }) => textFile.test(path))
  // What is installed comes before what is only searched.
  const inOrder = known.toSorted((a, b) => Number(isRequirements(b.path)) - Number(isRequirements(a.path)))
  for (const { path, size } of inOrder) {
    if (size > limits.dataFileBytes || bytes + size > limits.dataBytes) {
      if (isRequirements(path)) findings.push(notRead(path, size))
      continue
    }
    bytes += size
    const content = await source.read(path)
    read.set(path, isRequirements(path) ? marked(content) : decoder.decode(content))
  }
  const texts = new Map(
    known.flatMap(({ path }) => (read.has(path) ? [[path, read.get(path) ?? ''] as const] : [])),
  )
  return { texts, findings }
}

/** Browsers and the installer go by the first bytes. Sources: Encoding Standard 6, `pip._internal.utils.encoding`. */
function marked(bytes: Uint8Array): string {
  const encoding =
    bytes[0] === 0xff && bytes[1] === 0xfe
      ? 'utf-16le'
      : bytes[0] === 0xfe && bytes[1] === 0xff
        ? 'utf-16be'
        : 'utf-8'
  return new TextDecoder(encoding).decode(bytes)
}

function sizeOf(files: readonly PackFile[]): PackSize {
  return {
    files: files.length,
    unpacked_bytes: files.reduce((sum, file) => sum + file.size, 0),
    python_files: files.filter((file) => isPython(file.path)).length,
  }
}
