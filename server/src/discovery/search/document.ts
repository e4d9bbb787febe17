import { inputLabel, outputLabel } from './labels.ts'
import { compact, joinedNeighbours, pairsOf, type Word, wordsOf } from './tokens.ts'

/** The parts of a node that are searched. */
export interface NodeTexts {
  id: string
  name: string
  description: string
  author: string
  category: string
  tags: readonly string[]
  /** Absent for the unclaimed publisher: it would match for every node it holds. */
  publisher?: { id: string; name: string }
  repositoryUrl: string
  /** Of the latest version; while there is none, the names that an import says it provides. */
  comfyNodes: readonly ComfyNodeTexts[]
  /** Names of comfy-nodes that belong to this node before any other. */
  preemptedNames: readonly string[]
}

export interface ComfyNodeTexts {
  name: string
  /** Types of sockets, in capitals. */
  inputs: readonly string[]
  outputs: readonly string[]
}

/** An entry of the search index as the database keeps it, in JSON. Lists have each word once. */
export interface SearchDocument {
  /** Words of the id and the name. */
  names: string[]
  /** Words of the author, publisher, repository, category and tags. */
  people: string[]
  description: string[]
  comfyNodes: { name: string; words: string[] }[]
  /** In its one spelling. */
  repository: string
  /** See `labels.ts`. */
  facets: string[]
}

/**
 * Stand before words that mean more than themselves, and are no letters, so that typed words never equal them: a whole
 * title, the rest of a title without its general words, the first letters of its words, the whole name of a comfy-node,
 * and a preempted name.
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
    comfyNodes: withinLimit(texts.comfyNodes.slice(0, mostComfyNodes).map(toComfyNodeWords)),
  }
}

const mostComfyNodes = 2000
/** Words of all comfy-nodes together; an honest node has some thousands. */
const mostComfyNodeWords = 40_000
/** Of one text, so that a single one cannot crowd out the others. */
const mostWordsOfText = 400

const distinct = (words: readonly string[]) => [...new Set(words)]

function withinLimit(comfyNodes: SearchDocument['comfyNodes']): SearchDocument['comfyNodes'] {
  let count = 0
  return comfyNodes.filter(({ words }) => {
    count += words.length
    return count <= mostComfyNodeWords
  })
}

function titleWords(title: string): string[] {
  const words = wordsOf(title).slice(0, mostWordsOfText)
  const spelled = words.map(({ whole }) => whole)
  const cores = [withoutAny(spelled, toolWords), withoutAny(spelled, generalWords)]
  return [
    ...nameWords(words),
    marks.title + compact(title),
    ...cores.flatMap((core) => (core ? [marks.core + core] : [])),
    ...spelled.map((word) => marks.initial + [...word][0]),
  ]
}

function toComfyNodeWords({ name, inputs, outputs }: ComfyNodeTexts): SearchDocument['comfyNodes'][number] {
  const words = [
    ...nameWords(wordsOf(name).slice(0, mostWordsOfText)),
    marks.comfyNode + compact(name),
    ...inputs.map(inputLabel),
    ...outputs.map(outputLabel),
  ]
  return { name, words: distinct(words) }
}

/** Names are also found when their words are written as one, or one of their words as two. */
function nameWords(words: readonly Word[]): string[] {
  const parts = words.flatMap((word) => (word.parts.length > 0 ? word.parts : [word.whole]))
  return [
    ...lexemesOf(words),
    ...joinedNeighbours(parts),
    ...(parts.length > words.length ? joinedNeighbours(words.map(({ whole }) => whole)) : []),
    ...(words.length > 2 ? [compact(words.map(({ whole }) => whole).join(''))] : []),
  ]
}

const plainWords = (text: string) => lexemesOf(wordsOf(text).slice(0, mostWordsOfText))

function lexemesOf(words: readonly Word[]): string[] {
  return words.flatMap(({ whole, parts, isRun }) => (isRun ? pairsOf(whole) : [whole, ...parts]))
}

/** Most names hold the name of the tool, and half of the rest says that a pack is a pack. */
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

/** Undefined when nothing is left, or nothing was taken away. */
function withoutAny(words: readonly string[], dropped: ReadonlySet<string>): string | undefined {
  const left = words.filter((word) => !dropped.has(word))
  return left.length > 0 && left.length < words.length ? compact(left.join('')) : undefined
}
