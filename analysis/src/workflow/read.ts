import { type ArchiveSource, sourceOfBytes } from '../archive/source.ts'
import { isObject, parseJson, toJsonText } from '../ground/json.ts'
import { type Bytes, bytesOf, latin1, longestText, startsWith, utf8 } from './bytes.ts'
import { isLogOfSuccess, longestErrorText, type NamedInText, readErrorText } from './error-text.ts'
import { findGraphs, type Graph } from './find-graphs.ts'
import { comfyNodesOf, type UsedComfyNode } from './graph.ts'
import { readJpegTexts } from './jpeg.ts'
import { hasJsonHeader, readGlbTexts, readSafetensorsTexts } from './json-header.ts'
import { readMatroskaTexts } from './matroska.ts'
import { readMp4Texts } from './mp4.ts'
import { readPngTexts } from './png.ts'
import { WorkflowRefusal } from './refusal.ts'
import { readFlacTexts, readMp3Texts, readOggTexts } from './sound.ts'
import type { Texts } from './texts.ts'
import { readWebpTexts } from './webp.ts'
import { carriersIn } from './zip.ts'

type WorkflowFormat =
  | 'json'
  | 'text'
  | 'png'
  | 'webp'
  | 'jpeg'
  | 'webm'
  | 'mp4'
  | 'flac'
  | 'ogg'
  | 'mp3'
  | 'glb'
  | 'safetensors'
  | 'zip'

export interface Workflow {
  format: WorkflowFormat
  comfyNodes: UsedComfyNode[]
  /** The workflows themselves; none for the format `text`. */
  graphs: Graph[]
  /** Names in a text that is not a workflow. */
  named?: NamedInText
}

/**
 * Reads the workflow that a file is or contains, the workflows in a ZIP archive, or the names in a text. Reads only the
 * necessary parts of a picture, a film or a sound, however large it is. Throws {@link WorkflowRefusal} when there is none.
 */
export async function readWorkflow(source: ArchiveSource): Promise<Workflow> {
  const bytes = bytesOf(source)
  const head = await bytes.read(0, Math.min(64, bytes.size))
  if (startsWith(head, 'PK\x03\x04')) return readZip(source)
  return readAlone(bytes, head)
}

async function readAlone(bytes: Bytes, head: Uint8Array): Promise<Workflow> {
  const container = containers.find(({ fits }) => fits(head))
  if (!container) return readPlain(bytes, head)
  const graphs = fromTexts(await container.readTexts(bytes))
  if (!graphs) throw new WorkflowRefusal('no_workflow')
  return { format: container.format, comfyNodes: comfyNodesOf(graphs), graphs }
}

/** Skips files without a workflow, such as a picture of the result. */
async function readZip(source: ArchiveSource): Promise<Workflow> {
  const graphs: Graph[] = []
  for await (const file of carriersIn(source)) {
    const head = file.subarray(0, 64)
    const found = await readAlone(bytesOf(sourceOfBytes(file)), head).catch((error: unknown) => {
      if (!(error instanceof WorkflowRefusal)) throw error
    })
    graphs.push(...(found?.graphs ?? []))
  }
  if (graphs.length === 0) throw new WorkflowRefusal('no_workflow')
  return { format: 'zip', comfyNodes: comfyNodesOf(graphs), graphs }
}

/** Returns the values in an image or a film that can be workflows, the most likely first. */
export async function readWorkflowValues(source: ArchiveSource): Promise<unknown[]> {
  const bytes = bytesOf(source)
  const head = await bytes.read(0, Math.min(64, bytes.size))
  const container = containers.find(({ fits }) => fits(head))
  return container ? candidatesIn(await container.readTexts(bytes)).map(({ json }) => jsonOf(json)) : []
}

/** Reads a workflow that was pasted, also in a block of a Markdown text, or an error or a list that names comfy-nodes. */
export function readWorkflowText(text: string): Workflow {
  if (text.length > longestText) throw new WorkflowRefusal('too_large')
  const plain = withoutColors(withoutPadding(text.replace(/^\ufeff/, ''))).trim()
  const value = /^[[{"]/.test(plain) ? parseJson(plain) : undefined
  if (value !== undefined) return readValue(value)
  if (/^<(?:!doctype html|html)\b/i.test(plain)) throw new WorkflowRefusal('web_page')
  if (plain.startsWith('version https://git-lfs.github.com/spec/')) throw new WorkflowRefusal('pointer')
  const graphs = blocksIn(plain).flatMap((block) => findGraphs(parseJson(block)))
  if (graphs.length > 0) return { format: 'json', comfyNodes: comfyNodesOf(graphs), graphs }
  const named = readErrorText(plain)
  if (isLogOfSuccess(plain, named)) throw new WorkflowRefusal('nothing_failed')
  if (named && (!/^[[{]/.test(plain) || isLog(plain))) return fromNames(named)
  throw new WorkflowRefusal(/^\s*[[{]/.test(text) ? 'broken' : 'unknown_format')
}

const withoutColors = (text: string) => text.replace(/\x1b\[[\d;]{0,20}m/g, '')

/** Whether a text starts with a word or a time in brackets before other text, or with an error as Python prints it. */
const isLog = (text: string) => /^(?:\[[^\]{"\n]{0,100}[a-z:-][^\]{"\n]{0,100}\][ \t]*\S|\{')/i.test(text)

const fence = '```'

/** Lists the JSON in a text: fenced blocks of Markdown, and what follows lines that are comments. */
function blocksIn(text: string): string[] {
  const blocks: string[] = []
  const [, fenced = ''] = splitOnce(text, fence)
  for (
    let [block, rest] = splitOnce(fenced, fence);
    block !== '';
    [block, rest] = splitOnce(splitOnce(rest, fence)[1], fence)
  ) {
    blocks.push(block.slice(block.indexOf('\n') + 1))
  }
  const lines = text.split('\n')
  const start = lines.findIndex((line) => !/^\s*(?:\/\/|#|$)/.test(line))
  if (start > 0) blocks.push(lines.slice(start).join('\n'))
  return blocks.map((block) => block.trim()).filter((block) => /^[[{]/.test(block))
}

function splitOnce(text: string, by: string): [before: string, after: string] {
  const at = text.indexOf(by)
  return at < 0 ? [text, ''] : [text.slice(0, at), text.slice(at + by.length)]
}

function withoutPadding(text: string): string {
  let end = text.length
  while (text[end - 1] === '\0') end--
  return text.slice(0, end)
}

function readValue(value: unknown): Workflow {
  const named =
    isObject(value) && 'error' in value
      ? readErrorText((toJsonText(value, 1) ?? '').slice(0, longestErrorText))
      : undefined
  if (named?.isError && named.names.length + named.problems.length > 0) return fromNames(named)
  const graphs = findGraphs(value)
  if (graphs.length > 0) return { format: 'json', comfyNodes: comfyNodesOf(graphs), graphs }
  const names = Array.isArray(value) ? value.filter((name) => typeof name === 'string') : []
  const listed = names.length > 0 && names.length === (value as unknown[]).length ? names.join('\n') : ''
  const inList = readErrorText(listed)
  if (inList) return fromNames({ ...inList, names, lines: [], prose: [] })
  throw new WorkflowRefusal('no_workflow')
}

function fromNames(named: NamedInText): Workflow {
  const comfyNodes = [...new Set(named.names)].map((name) => ({ name, count: 1 }))
  return { format: 'text', comfyNodes, graphs: [], named }
}

interface Container {
  format: WorkflowFormat
  fits(head: Uint8Array): boolean
  readTexts(bytes: Bytes): Promise<Texts>
}

const containers: readonly Container[] = [
  { format: 'png', fits: (head) => startsWith(head, '\x89PNG\r\n\x1a\n'), readTexts: readPngTexts },
  {
    format: 'webp',
    fits: (head) => startsWith(head, 'RIFF') && startsWith(head, 'WEBP', 8),
    readTexts: readWebpTexts,
  },
  { format: 'jpeg', fits: (head) => startsWith(head, '\xff\xd8\xff'), readTexts: readJpegTexts },
  { format: 'webm', fits: (head) => startsWith(head, '\x1a\x45\xdf\xa3'), readTexts: readMatroskaTexts },
  { format: 'mp4', fits: (head) => startsWith(head, 'ftyp', 4), readTexts: readMp4Texts },
  { format: 'flac', fits: (head) => startsWith(head, 'fLaC'), readTexts: readFlacTexts },
  { format: 'ogg', fits: (head) => startsWith(head, 'OggS'), readTexts: readOggTexts },
  { format: 'mp3', fits: (head) => startsWith(head, 'ID3'), readTexts: readMp3Texts },
  { format: 'glb', fits: (head) => startsWith(head, 'glTF'), readTexts: readGlbTexts },
  { format: 'safetensors', fits: hasJsonHeader, readTexts: readSafetensorsTexts },
]

/** Programs on Windows write UTF-16, which has a zero byte beside every letter that JSON needs. */
function encodingOf(head: Uint8Array): 'utf-8' | 'utf-16le' | 'utf-16be' {
  if (startsWith(head, '\xff\xfe') || (head[0] !== 0 && head[1] === 0)) return 'utf-16le'
  return startsWith(head, '\xfe\xff') || (head[0] === 0 && head[1] !== 0) ? 'utf-16be' : 'utf-8'
}

async function readPlain(bytes: Bytes, head: Uint8Array): Promise<Workflow> {
  const encoding = encodingOf(head)
  const start = latin1(head).replace(/^\xef\xbb\xbf/, '')
  if (encoding === 'utf-8' && !/^\s*[[{"]/.test(start)) return readList(bytes)
  const whole = await bytes.read(0, bytes.size)
  return readWorkflowText(encoding === 'utf-8' ? utf8(whole) : new TextDecoder(encoding).decode(whole))
}

/** Longer documents around a workflow are not read. */
const longestDocument = 16 * 1024 * 1024

/** Reads a text file that is not JSON. Other files are refused without reading them whole. */
async function readList(bytes: Bytes): Promise<Workflow> {
  if (bytes.size > longestDocument) throw new WorkflowRefusal('unknown_format')
  const text = utf8(await bytes.read(0, bytes.size))
  if (/[\0-\x08\x0e-\x1a\x1c-\x1f\ufffd]/.test(text)) throw new WorkflowRefusal('unknown_format')
  return readWorkflowText(text)
}

/** The editor's saved form contains more than the form for the API; a comment may have both. */
function fromTexts(texts: Texts): Graph[] | undefined {
  const candidates = candidatesIn(texts)
  for (const { json } of candidates) {
    const graphs = findGraphs(jsonOf(json))
    if (graphs.length > 0) return graphs
  }
  const isClaimed = candidates.some(({ name, json }) => order.includes(name) && json.trim() !== '')
  if (isClaimed) throw new WorkflowRefusal('broken')
  return undefined
}

const order = ['workflow', 'prompt']

function candidatesIn(texts: Texts): { name: string; json: string }[] {
  const placeOf = (name: string) => (order.includes(name) ? order.indexOf(name) : order.length)
  return texts
    .map(({ key, text }) => {
      const [, name = key, json = text] = /^\s*(workflow|prompt)\s*:\s*(\{[\s\S]*)$/i.exec(text) ?? []
      return { name: name.toLowerCase(), json }
    })
    .sort((a, b) => placeOf(a.name) - placeOf(b.name))
}

const jsonOf = (json: string) => (json.trimStart().startsWith('{') ? parseJson(json) : undefined)
