import { knownReplacements } from '@nodeyard/analysis/comfy-nodes'
import {
  longestErrorText,
  namesInLines,
  namesInText,
  readErrorText,
  runsOf,
} from '@nodeyard/analysis/workflow-reader'
import { repositoryKey } from '../../packs/nodes/repository.ts'

/** A text other than a query in words: an address, an error, or names of comfy-nodes. */
export interface Pasted {
  /** In canonical form. */
  repository?: string
  /** Names of comfy-nodes, whose providers come first. */
  names: string[]
  /** The words to search for, where the rest finds nothing. Omitted if other words would be noise. */
  words?: string
}

const longestText = 2000
const maxNames = 20

/**
 * Recognizes pasted texts. `isComfyNode` tells whether some node has a comfy-node of exactly this name. Returns undefined
 * for a query in words.
 */
export function readPasted(text: string, isComfyNode: (name: string) => boolean): Pasted | undefined {
  const typed = text.trim()
  if (typed === '' || typed.length > Math.min(longestText, longestErrorText)) return undefined
  return (
    readModel(typed) ??
    readAddress(typed) ??
    readError(typed, isComfyNode) ??
    readNames(typed, isComfyNode) ??
    readSentence(typed, isComfyNode)
  )
}

const modelFile = /([^/\\?#]{1,200})\.(?:safetensors|ckpt|gguf|sft|pth)(?:[?#].{0,500})?$/i
const modelPage = /^https?:\/\/(?:www\.)?(?:huggingface\.co|hf\.co|civitai\.com)\/([^?#]{1,500})/i

/** Searches for the name of a model. It says more than the address. */
function readModel(text: string): Pasted | undefined {
  if (/\s/.test(text)) return undefined
  const name = modelFile.exec(text)?.[1] ?? modelPage.exec(text)?.[1]?.split('/').slice(0, 2).at(-1)
  return name ? { names: [], words: name.replace(/%20|[-_.]+/g, ' ') } : undefined
}

const address = /^((git\+)?(https?|ssh|git):\/{1,3}|[\w.-]{1,60}@[\w.-]{1,100}:)\S{1,1500}$/i
const maxOptions = 6

/** Mirrors and proxies put their own address in front of that of the repository. */
function readAddress(text: string): Pasted | undefined {
  const words = text.split(/\s+/)
  const whole = words.pop() ?? ''
  const isAlone =
    words.length === 0 || (/^git clone\b/i.test(words.join(' ')) && words.length <= 2 + maxOptions)
  if (!isAlone || !address.test(whole)) return undefined
  const inner = whole.slice(Math.max(0, whole.toLowerCase().lastIndexOf('http')))
  const key = repositoryKey(/^https?:/i.test(inner) ? inner : whole)
  if (!key) return undefined
  return { repository: key, names: [], words: (key.split('/').at(-1) ?? '').replace(/[-_.]+/g, ' ') }
}

function readError(text: string, isComfyNode: (name: string) => boolean): Pasted | undefined {
  const found = readErrorText(text)
  if (!found?.isError) return undefined
  const inLines = namesInText(found, isComfyNode)
  const names = [...new Set([...found.names.flatMap(successorOf), ...inLines])].slice(0, maxNames)
  const [folder] = found.folders
  const modules = found.problems.flatMap((one) =>
    one.kind === 'module_missing' ? (one.module.split('.')[0] ?? '') : [],
  )
  const words = folder ?? (modules.length > 0 ? modules.join(' ') : found.names.join(' '))
  return { names, ...(words === '' ? {} : { words }) }
}

/** Spelling that only names in code have. */
const identifier = /[a-z\d][A-Z]|[A-Z]{2}[a-z]|_|[()[\]|]/

/** Longer than an abbreviation or a brand, such as `LoRA` or `ReActor`. */
const inCode = /[a-z\d][A-Z][a-z]{1,40}|[A-Z]{2,9}_[A-Za-z]/

function readNames(text: string, isComfyNode: (name: string) => boolean): Pasted | undefined {
  const renamed = text.split(/[\s,;]+/).flatMap((word) => replacedNames.get(word) ?? [])
  if (renamed.length > 0) return { names: renamed, words: text }
  const parts = text.split(/[,;\n]/).map((part) => part.trim())
  const runs = new Set(
    runsOf({ lines: parts, prose: [] }).filter((run) => identifier.test(run) && isComfyNode(run)),
  )
  const names = namesInLines(parts, (run) => runs.has(run))
  const words = names.join(' ').split(/\s+/).length
  const isAllNames = names.length > 1 && words === text.split(/[\s,;]+/).filter((word) => word !== '').length
  return isAllNames ? { names: names.slice(0, maxNames), words: text } : undefined
}

/** Words in camel case that name other things in sentences. */
const otherNames = /^(comfyui|github|pytorch|pip|json)/i
const shortestSentence = 3

/** Reads the names of comfy-nodes in a sentence, such as the title of an issue. */
function readSentence(text: string, isComfyNode: (name: string) => boolean): Pasted | undefined {
  const words = text
    .split(/\s+/)
    .map((word) => word.replace(/^[^\p{L}\p{N}]{1,9}|[^\p{L}\p{N})\]]{1,9}$/gu, ''))
  if (words.length < shortestSentence) return undefined
  const isName = (run: string) =>
    run.split(' ').every((word) => word !== '' && !otherNames.test(word)) &&
    (inCode.test(run) || run.endsWith(')')) &&
    isComfyNode(run)
  const names = [...new Set(namesInLines([words.join(' ')], isName))].slice(0, maxNames)
  return names.length > 0 ? { names, words: text } : undefined
}

/** Comfy-nodes that were renamed long ago are still asked for. */
const replacedNames: ReadonlyMap<string, string> = new Map(
  knownReplacements.flatMap(({ old_node_id, new_node_id, repository }) =>
    repository === undefined ? [] : [[old_node_id, new_node_id] as const],
  ),
)

const successorOf = (name: string) => replacedNames.get(name) ?? name
