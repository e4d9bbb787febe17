import { inputLabel, outputLabel } from './labels.ts'
import { compact, joinedNeighbors, pairsOf, type Word, wordsOf } from './tokens.ts'

/** The parts of a node that are searched. */
export interface NodeTexts {
  id: string
  name: string
  description: string
  author: string
  category: string
  tags: readonly string[]
  /** Omitted for the unclaimed publisher, whose name would match all its nodes. */
  publisher?: { id: string; name: string }
  repositoryUrl: string
  /** Comfy-nodes of the latest version, or the names that the import lists if there is no version. */
  comfyNodes: readonly ComfyNodeTexts[]
  /** Names of comfy-nodes for which this node takes precedence over others. */
  preemptedNames: readonly string[]
}

export interface ComfyNodeTexts {
  name: string
  /** Socket types in uppercase. */
  inputs: readonly string[]
  outputs: readonly string[]
  /** Its names in the languages of the pack. */
  titles?: readonly string[]
}

/** An entry of the search index, stored as JSON. Lists contain each word once. */
export interface SearchDocument {
  /** Words of the id and the name. */
  names: string[]
  /** Words of the author, publisher, repository, category and tags. */
  people: string[]
  description: string[]
  comfyNodes: { name: string; words: string[] }[]
  /** Normalized URL of the repository. */
  repository: string
  /** See `labels.ts`. */
  facets: string[]
}

/**
 * Prefixes of index words with a special meaning. They are not letters, so typed words never match them.
 * - `title`: a whole title without blanks and punctuation
 * - `core`: a title without its general words
 * - `initial`: the first letter of a word in a title
 * - `comfyNode`: the whole name of a comfy-node
 * - `preempted`: a preempted name of a comfy-node
 */
export const marks = { title: '=', core: '~', initial: '^', comfyNode: '@', preempted: '!' } as const

export function toWords(texts: NodeTexts): Omit<SearchDocument, 'repository' | 'facets'> {
  const people = [texts.author, texts.publisher?.name ?? '', texts.publisher?.id ?? '', texts.repositoryUrl]
  return {
    names: distinct([texts.name, texts.id].flatMap(titleWords)),
    people: distinct([
      ...texts.preemptedNames.map((name) => marks.preempted + compact(name)),
      ...[...people, texts.category, ...texts.tags].flatMap(plainWords),
    ]),
    description: distinct(plainWords(texts.description)),
    comfyNodes: withinLimit(texts.comfyNodes.slice(0, maxComfyNodes).map(toComfyNodeWords)),
  }
}

const maxComfyNodes = 2000
/** Limits the words of all comfy-nodes together. Real nodes have a few thousand. */
const maxComfyNodeWords = 40_000
/** Limits the words of each text, so that one long text cannot crowd out the others. */
const maxWordsOfText = 400

const distinct = (words: readonly string[]) => [...new Set(words)]

function withinLimit(comfyNodes: SearchDocument['comfyNodes']): SearchDocument['comfyNodes'] {
  let count = 0
  return comfyNodes.filter(({ words }) => {
    count += words.length
    return count <= maxComfyNodeWords
  })
}

function titleWords(title: string): string[] {
  const words = wordsOf(title).slice(0, maxWordsOfText)
  const spelled = words.map(({ whole }) => whole)
  const cores = [withoutAny(spelled, toolWords), withoutAny(spelled, generalWords)]
  return [
    ...nameWords(words),
    marks.title + compact(title),
    ...cores.flatMap((core) => (core ? [marks.core + core] : [])),
    ...spelled.map((word) => marks.initial + [...word][0]),
  ]
}

function toComfyNodeWords({
  name,
  inputs,
  outputs,
  titles = [],
}: ComfyNodeTexts): SearchDocument['comfyNodes'][number] {
  const words = [
    ...nameWords(wordsOf(name).slice(0, maxWordsOfText)),
    marks.comfyNode + compact(name),
    ...titles.flatMap(plainWords),
    ...inputs.map(inputLabel),
    ...outputs.map(outputLabel),
  ]
  return { name, words: distinct(words) }
}

/** Adds joined and split words, so that `animatediff` finds `Animate Diff` and vice versa. */
function nameWords(words: readonly Word[]): string[] {
  const parts = words.flatMap((word) => (word.parts.length > 0 ? word.parts : [word.whole]))
  return [
    ...lexemesOf(words),
    ...joinedNeighbors(parts),
    ...(parts.length > words.length ? joinedNeighbors(words.map(({ whole }) => whole)) : []),
    ...(words.length > 2 ? [compact(words.map(({ whole }) => whole).join(''))] : []),
  ]
}

const plainWords = (text: string) => lexemesOf(wordsOf(text).slice(0, maxWordsOfText))

function lexemesOf(words: readonly Word[]): string[] {
  return words.flatMap(({ whole, parts, isRun }) => (isRun ? pairsOf(whole) : [whole, ...parts]))
}

/** Most names contain the name of the tool, and many others say only that a pack is a pack. */
const toolWords = new Set(['comfyui', 'comfy', 'ui', 'for', 's'])
const generalWords = new Set([
  ...toolWords,
  ...[
    'node',
    'nodes',
    'custom',
    'customnode',
    'customnodes',
    'pack',
    'nodepack',
    'suite',
    'set',
    'collection',
  ],
  ...['extension', 'extensions', 'plugin', 'plugins', 'the', 'my', 'a', 'an'],
])

/** Returns undefined if no word or every word is dropped. */
function withoutAny(words: readonly string[], dropped: ReadonlySet<string>): string | undefined {
  const left = words.filter((word) => !dropped.has(word))
  return left.length > 0 && left.length < words.length ? compact(left.join('')) : undefined
}
