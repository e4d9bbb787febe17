import type { BrowserNodes } from '../comfy-nodes/browser/read.ts'
import { readBrowserNodes } from '../comfy-nodes/browser/read.ts'
import type { ComfyNode } from '../comfy-nodes/comfy-node.ts'
import { readDocuments } from '../comfy-nodes/documents.ts'
import { type Extraction, extractComfyNodes } from '../comfy-nodes/extract.ts'
import { readTranslations, translationsOf } from '../comfy-nodes/translations.ts'
import type { Observation } from '../facts/capabilities/detect.ts'
import { compareText, type Finding } from '../ground/finding.ts'
import type { OnFile } from '../ground/progress.ts'
import { type Manifest, manifestPath } from '../manifest/manifest.ts'
import type { EvaluationLimits } from '../python/budget.ts'
import { projectOf } from '../python/project.ts'
import type { RunnableStatementsOf } from '../python/syntax.ts'
import { pointerFindings, submoduleFindings } from './loading/incomplete.ts'
import { LoadedFiles } from './loading/loaded-files.ts'
import type { MissingFile } from './loading/missing-file.ts'
import { failingImports, importFindings } from './loading/missing-imports.ts'
import { checkNamedFiles } from './loading/named-files.ts'
import { checkUnnamedScripts, checkWebFolders, isServed } from './loading/web-folders.ts'
import type { PackTexts } from './pack-texts.ts'

/** A pack as the tool loads it. */
interface LoadedPack extends BrowserNodes {
  /** The folders that the tool serves to its page. */
  web: Observation[]
  findings: Finding[]
  /** Files that findings miss. */
  missing: MissingFile[]
  /** Loading the pack fails on every machine. */
  cannotLoad: boolean
  /** It has no comfy-nodes for certain. */
  hasNoNodes: boolean
  statementsOf: RunnableStatementsOf
}

/** Evaluates the code as the tool loads it, and adds the comfy-nodes of the page and the texts about all of them. */
export async function loadPack(
  { source, files, sources, python, scripts, data }: PackTexts,
  manifest: Manifest | undefined,
  limits: EvaluationLimits,
  onFile: OnFile,
): Promise<LoadedPack> {
  const paths = files.map(({ path }) => path)
  const loading = new LoadedFiles(sources)
  const noted =
    <Result>(read: (path: string) => Result) =>
    (path: string) => {
      onFile(path, 'parse')
      return read(path)
    }
  const project = projectOf(paths, new Map([...python, ...data]))
  const loadedStatementsOf = noted((path) => loading.statementsOf(path))
  const extraction = extractComfyNodes(project, loadedStatementsOf, limits, onFile)
  const web = webFolders(extraction, python, manifest)
  const names = new Set(extraction.comfyNodes.map((node) => node.comfy_node_name))
  const inPage = readBrowserNodes(scripts, isServed(web, scripts, python), names)
  const comfyNodes = [...extraction.comfyNodes, ...inPage.comfyNodes]
  const folders = web.map(({ subject }) => subject)
  addTexts(comfyNodes, await readTranslations(source), await readDocuments(source, folders))
  const failing = failingImports(extraction.missing, project, files, [...python.values(), ...data.values()])
  const absent = [
    importFindings(failing, project),
    submoduleFindings(files, data.get('.gitmodules'), python.values()),
    checkNamedFiles(files, project, manifest),
    checkWebFolders(files, web),
  ]
  return {
    comfyNodes: comfyNodes.sort((a, b) => compareText(a.comfy_node_name, b.comfy_node_name)),
    undecided: [...extraction.undecided, ...inPage.undecided].sort(
      (a, b) =>
        compareText(a.comfy_node_name ?? '', b.comfy_node_name ?? '') ||
        compareText(a.subject, b.subject) ||
        compareText(a.file, b.file) ||
        a.line - b.line ||
        compareText(a.reason, b.reason),
    ),
    web,
    findings: [
      ...loading.findings,
      ...absent.flatMap((one) => one.findings),
      ...(await pointerFindings(source, files)),
      ...checkUnnamedScripts(scripts, python, web),
    ],
    missing: absent.flatMap((one) => one.missing),
    cannotLoad: extraction.isRefused || failing.length > 0,
    hasNoNodes: extraction.hasNone && comfyNodes.length === 0,
    statementsOf: noted((path) => loading.runnableStatementsOf(path)),
  }
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

/** The tool serves both the folder named in the code and the one named in the project file. */
function webFolders(
  { webDirectory }: Extraction,
  texts: ReadonlyMap<string, string>,
  manifest: Manifest | undefined,
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
