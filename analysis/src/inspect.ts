import { readBrowserNodes } from './browser-nodes/read.ts'
import type { Capability } from './capabilities/capability.ts'
import { type Observation, observe, toCapabilities } from './capabilities/detect.ts'
import type { ComfyNode, Undecided } from './extract/comfy-node.ts'
import { readDocuments } from './extract/documents.ts'
import { type Extraction, extractComfyNodes } from './extract/extract.ts'
import { readTranslations, translationsOf } from './extract/translations.ts'
import { findGrounds, type Grounds } from './grounds/grounds.ts'
import { findInterfaceUses } from './interfaces/find-uses.ts'
import { checkLayout, onlyFolder } from './loading/layout.ts'
import { LoadedFiles, type RunnableStatementsOf } from './loading/loaded-files.ts'
import { checkUnnamedScripts, checkWebFolders, isServed } from './loading/web-folders.ts'
import { archiveLicense } from './manifest/archive-license.ts'
import { type Manifest, manifestPath } from './manifest/manifest.ts'
import { missingManifest, type ReadManifest, readManifestOf } from './manifest/read.ts'
import { modelsInCode } from './models/from-code.ts'
import type { ModelOfPack } from './models/model.ts'
import { withModelsOfDocs } from './models/of-pack.ts'
import { type PackFile, type PackFiles, reportReads } from './pack-files.ts'
import {
  filesIn,
  type InspectionLimits,
  inspectionLimits,
  isPython,
  isRequirements,
  type PackSize,
  readData,
  readDocs,
  readPython,
  readScripts,
  sizeOf,
  unreadable,
} from './pack-texts.ts'
import { ignoreFiles, type OnFile, onChange } from './progress.ts'
import type { PythonParser } from './python/parser.ts'
import { projectOf } from './python/project.ts'
import { PythonSources } from './python/sources.ts'
import { type Readme, readReadme } from './readme.ts'
import { replacementsInCode } from './replacements/from-code.ts'
import { maxReplacements, type Replacement, readReplacements } from './replacements/replacement.ts'
import { logicalLines } from './requirements/lines.ts'
import { type PackRequirement, packRequirements } from './requirements/pack.ts'
import { checkBinary, magicBytes } from './scan/binaries.ts'
import { checkCaches } from './scan/compiled-cache.ts'
import { compareFindings, compareText, type Finding } from './scan/finding.ts'
import { installedByCode } from './scan/installed-by-code.ts'
import { findInterest, type Interest } from './scan/interest.ts'
import { isArchive, scanNested } from './scan/nested.ts'
import { notebookCode } from './scan/notebook.ts'
import { lowerOutside } from './scan/outside-page.ts'
import { type CodeFile, scanCode } from './scan/scan.ts'
import { scanDependencies, scanFile, scanText } from './scan/scan-files.ts'
import { SecretSearch } from './scan/secret-search.ts'
import { isSecretFile } from './scan/secrets.ts'
import { judgeUnread } from './scan/unread.ts'
import { lowerUnused } from './scan/unused-code.ts'
import { storable } from './storable.ts'
import { readTraits, type Traits } from './traits/traits.ts'

/** Everything that a pack's files tell without running them. The same pack always gives the same bytes. */
export interface Inspection {
  /** Null when there is no readable `pyproject.toml`; the findings then explain why. */
  manifest: Manifest | null
  readme: Readme | null
  /** Sorted by name. */
  comfy_nodes: ComfyNode[]
  undecided: Undecided[]
  /** Most severe first. */
  findings: Finding[]
  /** The code behind each finding that holds a version, in the order of the findings. */
  grounds: Grounds[]
  capabilities: Capability[]
  /** Python packages that installers and install scripts of the pack install. */
  requirements: PackRequirement[]
  /** Comfy-nodes that the pack registers as replacements of others. */
  replacements: Replacement[]
  traits: Traits
  /** Whether the tool loads it: there is an `__init__.py` at the top. */
  loads: boolean
  archive: PackSize
}

export interface InspectionOptions {
  limits?: InspectionLimits
  /** Receives the publish tokens of this registry that are in the pack. */
  onOwnToken?: (token: string) => void
  /** Lets a caller attribute the inspection time to the pack's files. */
  onFile?: OnFile
}

/** Inspects a pack. Any content of its files leads to facts and findings; only a failing source throws. */
export async function inspectPack(
  pack: PackFiles,
  parser: PythonParser,
  { limits = inspectionLimits, onOwnToken = () => {}, onFile: report = ignoreFiles }: InspectionOptions = {},
): Promise<Inspection> {
  const onFile = onChange(report)
  const source = reportReads(pack, onFile)
  const files = source.files.toSorted((a, b) => compareText(a.path, b.path))
  const manifest = await inspectManifest(source, files)
  const sources = new PythonSources(parser)
  const secrets = new SecretSearch()
  const pass: Pass = { source, files, manifest, sources, parser, secrets, limits, onFile }
  try {
    const read = await readCode(pass)
    const loaded = await loadNodes(pass, read)
    const scanned = scanPack(pass, read, loaded)
    await searchOthers(pass, read, loaded)
    const beside = await scanBesideCode(pass)
    for (const token of secrets.ownTokens) onOwnToken(token)
    const findings = await judgeFindings(pass, read, { loaded, scanned, beside })
    const { python, data } = read
    const { extraction, scripts, statementsOf } = loaded
    const license = await archiveLicense(source, manifest.manifest?.license ?? '{}')
    return storable({
      manifest: withLicense(manifest, license),
      readme: beside.readme.readme,
      ...sortExtraction(extraction),
      findings,
      grounds: await findGrounds(findings, { source, files, python: sources.files, scripts: scripts.texts }),
      capabilities: toCapabilities([...scanned.observations, ...beside.binaries.observations, ...loaded.web]),
      requirements: scanned.requirements,
      replacements: findReplacements(read.code, data.texts, statementsOf),
      traits: readTraits({
        paths: files.map(({ path }) => path),
        ...{ manifest: manifest.manifest, license, python: python.texts, data: data.texts },
        models: withModelsOfDocs(scanned.models, await readDocs(source, files, limits), data.texts),
        interfaces: findInterfaceUses({ python: python.texts, scripts: scripts.texts, statementsOf }),
      }),
      loads: files.some(({ path }) => path === '__init__.py'),
      archive: sizeOf(files),
    })
  } finally {
    sources.release()
  }
}

/** One pass over the files of a pack. */
interface Pass {
  source: PackFiles
  /** Sorted by path. */
  files: readonly PackFile[]
  manifest: ReadManifest
  sources: PythonSources
  parser: PythonParser
  secrets: SecretSearch
  limits: InspectionLimits
  onFile: OnFile
}

interface ReadCode {
  python: Awaited<ReturnType<typeof readPython>>
  data: Awaited<ReturnType<typeof readData>>
  /** The Python code of files and notebooks. */
  code: CodeFile[]
  interest: Interest<CodeFile>
}

/** Reads the Python code and the texts beside it, and decides which code is worth following. */
async function readCode({ source, files, sources, limits, onFile }: Pass): Promise<ReadCode> {
  const python = await readPython(source, files, sources, limits)
  const data = await readData(source, files, limits)
  const code = [...sources.files, ...notebookCode(data.texts)]
  const interest = findInterest<CodeFile>(code, onFile)
  sources.leaveOut(interest.isPlain)
  return { python, data, code, interest }
}

interface LoadedNodes {
  loading: LoadedFiles
  statementsOf: RunnableStatementsOf
  extraction: Extraction
  /** The folders that the tool serves to its page. */
  web: Observation[]
  scripts: Awaited<ReturnType<typeof readScripts>>
}

/** Evaluates the code as the tool loads it, and adds the comfy-nodes of the page and the texts about all of them. */
async function loadNodes(pass: Pass, { python, data, interest }: ReadCode): Promise<LoadedNodes> {
  const { source, files, sources, limits, onFile } = pass
  const project = projectOf(
    files.map((file) => file.path),
    new Map([...python.texts, ...data.texts]),
  )
  const loading = new LoadedFiles(sources)
  const loadedStatementsOf = (path: string) => {
    onFile(path, 'parse')
    return loading.statementsOf(path)
  }
  const statementsOf = (path: string) => {
    onFile(path, 'parse')
    return loading.runnableStatementsOf(path)
  }
  const extraction = extractComfyNodes(project, loadedStatementsOf, limits.evaluation, onFile)
  sources.keepTreesOf(new Set(interest.files.map(({ path }) => path)))
  const web = webFolders(extraction, python.texts, pass.manifest)
  const scripts = await readScripts(source, files, limits)
  addBrowserNodes(extraction, scripts.texts, isServed(web, scripts.texts, python.texts))
  const translations = await readTranslations(source)
  const folders = web.map(({ subject }) => subject)
  addTexts(extraction.comfyNodes, translations, await readDocuments(source, folders))
  return { loading, statementsOf, extraction, web, scripts }
}

/** Reads registered replacements: the file that the tool reads, then code that mentions them. */
function findReplacements(
  code: readonly CodeFile[],
  data: ReadonlyMap<string, string>,
  statementsOf: RunnableStatementsOf,
): Replacement[] {
  const inCode = code
    .filter(({ path, text }) => isPython(path) && text.includes('NodeReplace'))
    .flatMap(({ path }) => replacementsInCode(statementsOf(path)))
  const all = [...readReplacements(data.get('node_replacements.json') ?? ''), ...inCode]
  const byNames = new Map(all.map((one) => [JSON.stringify([one.old_node_id, one.new_node_id]), one]))
  return [...byNames.values()].slice(0, maxReplacements)
}

/** Adds the comfy-nodes that exist only in the tool's page. */
function addBrowserNodes(
  { comfyNodes, undecided }: Extraction,
  scripts: ReadonlyMap<string, string>,
  isLoaded: (path: string) => boolean,
): void {
  const found = readBrowserNodes(scripts, isLoaded, new Set(comfyNodes.map((node) => node.comfy_node_name)))
  comfyNodes.push(...found.comfyNodes)
  undecided.push(...found.undecided)
}

/** Adds the texts about comfy-nodes that the pack ships outside its code. */
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
  models: ModelOfPack[]
  requirements: PackRequirement[]
}

/** Follows the code, and searches all texts. */
function scanPack(pass: Pass, { code, data, interest }: ReadCode, { scripts }: LoadedNodes): ScannedPack {
  const { sources, parser, secrets, onFile } = pass
  const followed = [...filesIn(scripts.texts), ...scripts.pages]
  const { facts, findings: ofCode, problems } = scanCode(code, followed, parser, { interest, onFile })
  const findings = [...ofCode, ...problems.map(unreadable)]
  for (const { path, text } of [...sources.files, ...filesIn(scripts.texts), ...filesIn(data.texts)]) {
    onFile(path, 'search')
    findings.push(...scanText(path, text))
    secrets.searchText(path, text)
  }
  for (const [path, text] of data.texts)
    if (isRequirements(path)) findings.push(...scanDependencies(path, logicalLines(text)))
  const { manifest } = pass.manifest
  const stated = manifest?.dependencies ?? []
  findings.push(
    ...scanDependencies(
      manifestPath,
      stated.map((text) => ({ text })),
    ),
  )
  return {
    findings,
    observations: facts.flatMap(observe),
    models: modelsInCode(facts, new Map(sources.files.map(({ path, text }) => [path, text]))),
    requirements: packRequirements({
      ...{ texts: data.texts, stated, python: manifest?.requires_python },
      scripts: facts.flatMap(installedByCode),
    }),
  }
}

/** Searches all other files for secrets: key files first, then the small ones. */
async function searchOthers(
  { source, files, secrets, onFile }: Pass,
  { python, data }: ReadCode,
  { scripts }: LoadedNodes,
): Promise<void> {
  const read = [python.texts, data.texts, scripts.texts]
  const others = files.filter(({ path }) => !read.some((known) => known.has(path)) && !isArchive(path))
  const rank = ({ path, size }: PackFile) => (isSecretFile(path) ? 0 : size)
  for (const file of others.toSorted((a, b) => rank(a) - rank(b))) {
    onFile(file.path, 'search')
    await secrets.searchFile(source, file)
  }
}

interface ScannedBeside {
  readme: Awaited<ReturnType<typeof readReadme>>
  binaries: Scanned
  nested: Finding[]
}

/** Reads the README, the first bytes of every file, and the archives in the pack. */
async function scanBesideCode({
  source,
  files,
  manifest,
  parser,
  secrets,
  limits,
}: Pass): Promise<ScannedBeside> {
  return {
    readme: await readReadme(source, files, manifest.readme, limits.readmeBytes),
    binaries: await scanFiles(source, files),
    nested: await scanNested(source, { parser, secrets }),
  }
}

/** Collects the findings of all steps, and lowers those that the rest of the pack explains. */
async function judgeFindings(
  { source, files, manifest, sources, secrets }: Pass,
  { python, data }: ReadCode,
  { loaded, scanned, beside }: { loaded: LoadedNodes; scanned: ScannedPack; beside: ScannedBeside },
): Promise<Finding[]> {
  const { loading, web, scripts } = loaded
  const all = [
    ...manifest.problems,
    ...checkLayout(files),
    ...python.findings,
    ...loading.findings,
    ...beside.readme.findings,
    ...checkWebFolders(files, web),
    ...checkUnnamedScripts(scripts.texts, python.texts, web),
    ...data.findings,
    ...scripts.findings,
    ...lowerOutside(scanned.findings, {
      web,
      scripts: scripts.texts,
      code: [...python.texts.values(), ...shellTexts(data.texts)],
    }),
    ...beside.binaries.findings,
    ...beside.nested,
    ...secrets.conclude(),
    ...sources.problems.map(unreadable),
  ]
  const judged = await judgeUnread(source, all, sources.files)
  return lowerUnused(judged, sources.files).sort(compareFindings)
}

/** Returns the scripts that people and programs run. */
function shellTexts(data: ReadonlyMap<string, string>): string[] {
  return filesIn(data)
    .filter(({ path }) => /\.(sh|bash|zsh|fish|bat|cmd|ps1|psm1|command)$|(^|\/)Makefile$/i.test(path))
    .map(({ text }) => text)
}

/** Checks every file by its name and its first bytes. */
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
  scanned.findings = await checkCaches(source, scanned.findings)
  return scanned
}

const noBytes = new Uint8Array()

/** The tool serves both the folder named in the code and the one named in the project file. */
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

/** Returns the first line, from 1, that contains the text. */
function lineOf(text = '', letters: string): number {
  return Math.max(text.split('\n').findIndex((line) => line.includes(letters)) + 1, 1)
}

async function inspectManifest(source: PackFiles, files: readonly PackFile[]): Promise<ReadManifest> {
  const found = await readManifestOf(async (path, length) =>
    files.some((file) => file.path === path) ? source.readStart(path, length) : undefined,
  )
  // When the whole pack is inside a folder, a finding about that folder is more helpful.
  return found ?? { problems: onlyFolder(files) === undefined ? [missingManifest()] : [] }
}

function withLicense({ manifest }: ReadManifest, name: string | undefined): Manifest | null {
  if (!manifest) return null
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
