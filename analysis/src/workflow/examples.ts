import type { PackFile, PackFiles } from '../archive/pack-files.ts'
import type { ArchiveSource } from '../archive/source.ts'
import { defined } from '../ground/defined.ts'
import { parseJson } from '../ground/json.ts'
import { findGraphs } from './find-graphs.ts'
import { comfyNodesOf, type UsedComfyNode } from './graph.ts'
import type { GraphLayout } from './graph-layout.ts'
import { readLayout } from './layout.ts'
import { readWorkflowValues } from './read.ts'
import { WorkflowRefusal } from './refusal.ts'

/** A workflow that a pack ships to show its comfy-nodes at work. */
export interface ExampleWorkflow {
  path: string
  kind: 'example' | 'template' | 'blueprint'
  title: string
  layout: GraphLayout
  uses: UsedComfyNode[]
  /** An image that shows the result: one of the same name next to the file, or the file itself. */
  picture?: string
}

interface ExampleLimits {
  count: number
  fileBytes: number
  bytes: number
}

/** Folders that the tool offers as templates of a pack, and its subgraphs. Source: the tool's documentation on templates. */
const folders: readonly [RegExp, ExampleWorkflow['kind']][] = [
  [/^subgraphs\//i, 'blueprint'],
  [/^templates?\//i, 'template'],
  [/^(example_workflows|examples?|workflows?|example-workflows)\//i, 'example'],
]
const workflowFile = /\.(json|png|webp)$/i
const pictureFile = /\.(png|jpe?g|webp|gif)$/i
/** Some of these folders also contain translations. */
const isOther = (path: string) => /(^|\/)(package(-lock)?|tsconfig|config|nodeDefs)\.json$/i.test(path)

/**
 * Reads the workflows of a pack by path, from JSON files and from images that contain one. Skips other
 * files.
 */
export async function readExamples(pack: PackFiles, limits: ExampleLimits): Promise<ExampleWorkflow[]> {
  const found: ExampleWorkflow[] = []
  const pictures = picturesOf(pack.files)
  const shown = new Set<string>()
  let bytes = 0
  for (const { file, kind } of candidatesOf(pack.files)) {
    if (found.length >= limits.count) break
    if (shown.has(stem(file.path)) || file.size > limits.fileBytes || bytes + file.size > limits.bytes)
      continue
    bytes += file.size
    const read = await readExample(pack, file, kind)
    if (!read) continue
    const picture = pictureFile.test(file.path) ? file.path : pictures.get(stem(file.path))
    shown.add(stem(file.path))
    found.push({ ...read, ...defined({ picture }) })
  }
  return found.sort((a, b) => (a.path < b.path ? -1 : 1))
}

interface Candidate {
  file: PackFile
  kind: ExampleWorkflow['kind']
}

/** JSON first: an image of the same name then shows it. */
function candidatesOf(files: readonly PackFile[]): Candidate[] {
  const isImage = ({ file }: Candidate) => Number(!/\.json$/i.test(file.path))
  return files
    .flatMap((file) => {
      const [, kind] = folders.find(([folder]) => folder.test(file.path)) ?? []
      return kind && workflowFile.test(file.path) && !isOther(file.path) ? [{ file, kind }] : []
    })
    .sort((a, b) => isImage(a) - isImage(b) || (a.file.path < b.file.path ? -1 : 1))
}

/** By path without the ending; some authors call the image of `a.json` `a.json.png` or `a-1.png`. */
function picturesOf(files: readonly PackFile[]): Map<string, string> {
  const pictures = new Map<string, string>()
  for (const { path } of files) {
    if (!pictureFile.test(path)) continue
    for (const name of [stem(path), stem(stem(path)), stem(path).replace(/[-_.]1$/, '')])
      if (!pictures.has(name)) pictures.set(name, path)
  }
  return pictures
}

const stem = (path: string) => path.replace(/\.[^./]+$/, '').toLowerCase()

async function readExample(
  pack: PackFiles,
  { path }: PackFile,
  kind: ExampleWorkflow['kind'],
): Promise<ExampleWorkflow | undefined> {
  try {
    for (const value of await valuesOf(path, await pack.read(path))) {
      const layout = readLayout(value)
      const graphs = layout ? findGraphs(value) : []
      const uses = comfyNodesOf(graphs)
      if (layout && graphs.length > 0) return { path, kind, title: titleOf(path), layout, uses }
    }
  } catch (error) {
    if (!(error instanceof WorkflowRefusal)) throw error
  }
  return undefined
}

async function valuesOf(path: string, bytes: Uint8Array): Promise<unknown[]> {
  if (!/\.json$/i.test(path)) return readWorkflowValues(sourceOf(bytes))
  const text = new TextDecoder().decode(bytes)
  return [parseJson(text.trim())]
}

const sourceOf = (bytes: Uint8Array): ArchiveSource => ({
  size: bytes.length,
  read: async (offset, length) => bytes.subarray(offset, offset + length),
})

const titleLength = 80

/** `01-soft_blur.json` is "Soft blur". */
function titleOf(path: string): string {
  const name = path.slice(path.lastIndexOf('/') + 1).replace(/\.[^.]+$/, '')
  const words = name
    .slice(0, titleLength)
    .toWellFormed()
    .replace(/[_\s-]+/g, ' ')
    .trim()
  const spoken = words.replace(/^\d{1,3}[. ]\s?(?=\p{L})/u, '')
  return spoken === '' ? words : spoken.charAt(0).toUpperCase() + spoken.slice(1)
}
