import type { PackFiles } from '../archive/pack-files.ts'
import { isToolVersion } from '../comfy-nodes/core/versions.ts'
import { extractComfyNodes } from '../comfy-nodes/extract.ts'
import { replacementsInCode } from '../comfy-nodes/replacements/from-code.ts'
import type { Replacement } from '../comfy-nodes/replacements/replacement.ts'
import { defined } from '../ground/defined.ts'
import { decodePython } from '../python/decode.ts'
import type { PythonParser } from '../python/parser.ts'
import { projectOf } from '../python/project.ts'
import { PythonSources } from '../python/sources.ts'
import { LoadedFiles } from './loading/loaded-files.ts'
import { inspectionLimits } from './pack-texts.ts'

interface ToolSource {
  /** The release that the source states. */
  version?: string
  names: string[]
  /** Files whose comfy-nodes the code leaves open. */
  open: string[]
  /** Comfy-nodes that the tool registers as replacements. */
  replacements: Replacement[]
}

/** Modules that the tool itself loads comfy-nodes from, and the example that it ships as a custom node. */
const modules = /^(nodes\.py|(comfy_extras|comfy_api_nodes)\/nodes_[^/]+\.py|custom_nodes\/[^/]+\.py)$/
const leftOut = /^(comfy_api_nodes\/canary|custom_nodes\/example_node)\.py/

/** Reads the names of the tool's own comfy-nodes from its source. Returns undefined for the files of something else. */
export async function readToolSource(
  source: PackFiles,
  parser: PythonParser,
): Promise<ToolSource | undefined> {
  const start = folderOf(source.files.map(({ path }) => path))
  const paths = source.files.flatMap(({ path, size }) =>
    path.startsWith(start) && size <= inspectionLimits.pythonFileBytes ? [path.slice(start.length)] : [],
  )
  if (!paths.includes('nodes.py') || !paths.some((path) => path.startsWith('comfy_extras/'))) return undefined
  const read = async (path: string) => decodePython(await source.read(start + path)).text
  const found = { names: new Set<string>(), open: [] as string[], replacements: [] as Replacement[] }
  for (const path of paths.filter((one) => modules.test(one) && !leftOut.test(one)).sort()) {
    const { names, isOpen, replacements } = readModule(await read(path), parser)
    found.replacements.push(...replacements)
    for (const name of names) found.names.add(name)
    // Modules that only register replacements have no comfy-nodes.
    if (isOpen && replacements.length === 0) found.open.push(path)
  }
  const version = await versionOf(paths, read)
  return {
    ...defined({ version: version || undefined }),
    names: [...found.names].sort(),
    open: found.open,
    replacements: found.replacements,
  }
}

/** Archives of code hosts have everything in one folder. */
function folderOf(paths: readonly string[]): string {
  if (paths.includes('nodes.py')) return ''
  return /^[^/]+\/(?=nodes\.py$)/.exec(paths.find((path) => /^[^/]+\/nodes\.py$/.test(path)) ?? '')?.[0] ?? ''
}

/** Evaluates one module as a pack of its own, because the tool loads each on its own. */
function readModule(text: string, parser: PythonParser) {
  const sources = new PythonSources(parser)
  try {
    const path = '__init__.py'
    sources.add(path, text.replace(/\r\n?/g, '\n'), undefined)
    const loading = new LoadedFiles(sources)
    const project = projectOf([path], new Map([[path, text]]))
    const { comfyNodes, undecided } = extractComfyNodes(project, (file) => loading.statementsOf(file))
    return {
      names: comfyNodes.map(({ comfy_node_name }) => comfy_node_name),
      isOpen: undecided.some(({ subject }) => subject === 'nodes'),
      replacements: text.includes('NodeReplace')
        ? replacementsInCode(loading.runnableStatementsOf(path))
        : [],
    }
  } finally {
    sources.release()
  }
}

/** The version file exists since 0.3.10; before, only the project file has the number. */
async function versionOf(
  paths: readonly string[],
  read: (path: string) => Promise<string>,
): Promise<string | undefined> {
  for (const [path, pattern] of [
    ['comfyui_version.py', /^__version__\s*=\s*["']([^"']{1,40})["']/m],
    ['pyproject.toml', /^version\s*=\s*["']([^"']{1,40})["']/m],
  ] as const) {
    const version = paths.includes(path) ? pattern.exec(await read(path))?.[1] : undefined
    if (version && isToolVersion(version)) return version
  }
  return undefined
}
