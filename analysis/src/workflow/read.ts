import type { ArchiveSource } from '../archive/source.ts'
import { type Bytes, bytesOf, latin1, longestText, startsWith, utf8 } from './bytes.ts'
import { parseJson, readGraph, type UsedComfyNode } from './graph.ts'
import { readJpegTexts } from './jpeg.ts'
import { readMatroskaTexts } from './matroska.ts'
import { readMp4Texts } from './mp4.ts'
import { readPngTexts } from './png.ts'
import { WorkflowRefusal } from './refusal.ts'
import type { Texts } from './texts.ts'
import { readWebpTexts } from './webp.ts'

export type WorkflowFormat = 'json' | 'png' | 'webp' | 'jpeg' | 'webm' | 'mp4'

export interface Workflow {
  format: WorkflowFormat
  comfyNodes: UsedComfyNode[]
}

/**
 * Reads the workflow that a file is or contains. Reads only the necessary parts of a picture or a film,
 * however large it is. Throws {@link WorkflowRefusal} when there is none.
 */
export async function readWorkflow(source: ArchiveSource): Promise<Workflow> {
  const bytes = bytesOf(source)
  const head = await bytes.read(0, Math.min(64, bytes.size))
  const container = containers.find(({ fits }) => fits(head))
  if (!container) return readPlain(bytes, head)
  const comfyNodes = fromTexts(await container.readTexts(bytes))
  if (!comfyNodes) throw new WorkflowRefusal('no_workflow')
  return { format: container.format, comfyNodes }
}

/** Returns the values in an image or a film that can be workflows, the most likely first. */
export async function readWorkflowValues(source: ArchiveSource): Promise<unknown[]> {
  const bytes = bytesOf(source)
  const head = await bytes.read(0, Math.min(64, bytes.size))
  const container = containers.find(({ fits }) => fits(head))
  return container ? candidatesIn(await container.readTexts(bytes)).map(({ json }) => jsonOf(json)) : []
}

/** Reads a workflow that was pasted. */
export function readWorkflowText(text: string): Workflow {
  if (text.length > longestText) throw new WorkflowRefusal('too_large')
  const value = parseJson(text.trim().replace(/^\ufeff/, ''))
  if (value === undefined) throw new WorkflowRefusal(/^\s*[[{]/.test(text) ? 'broken' : 'unknown_format')
  const comfyNodes = readGraph(value)
  if (!comfyNodes) throw new WorkflowRefusal('no_workflow')
  return { format: 'json', comfyNodes }
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
]

async function readPlain(bytes: Bytes, head: Uint8Array): Promise<Workflow> {
  const start = latin1(head).replace(/^\xef\xbb\xbf/, '')
  if (!/^\s*[[{]/.test(start)) throw new WorkflowRefusal('unknown_format')
  return readWorkflowText(utf8(await bytes.read(0, bytes.size)))
}

/** The editor's saved form contains more than the form for the API; a comment may have both. */
function fromTexts(texts: Texts): UsedComfyNode[] | undefined {
  const candidates = candidatesIn(texts)
  for (const { json } of candidates) {
    const graph = readGraph(jsonOf(json))
    if (graph) return graph
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
