import { compact, joinedNeighbours, pairsOf, type Word, wordsOf } from './tokens.ts'

/** What of a node is searched. */
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
  comfyNodeNames: readonly string[]
  /** Names of comfy-nodes that are this node's before anybody else's. */
  preemptedNames: readonly string[]
}

/**
 * Stand before words that mean more than themselves, and are no letters, so that what is typed never meets them:
 * a whole title, what is left of a title without its general words, the first letters of its words, the whole
 * name of a comfy-node, and a name that is preempted.
 */
export const marks = { title: '=', core: '~', initial: '^', comfyNode: '@', preempted: '!' } as const

/**
 * A node's search entry in the text form of PostgreSQL's `tsvector`. Its own tokens go in as they are: the
 * database's parser, which knows nothing of this field, has no say.
 *
 * The weights tell where a word stands: A id and name, B comfy-nodes, C people, tags and category, D description.
 * The words of one comfy-node's name share a position, so that a query can ask for all of them in one name. Labels have
 * no place and no weight: see `labels.ts`.
 */
export function toDocument(texts: NodeTexts, labels: readonly string[] = []): string {
  const document = new Document()
  for (const title of [texts.name, texts.id]) addTitle(document, title)
  texts.comfyNodeNames.slice(0, mostComfyNodes).forEach((name, at) => {
    addComfyNode(document, name, `${firstComfyNodePosition + at}B`)
  })
  for (const name of texts.preemptedNames) document.add(marks.preempted + compact(name), '2C')
  const people = [texts.author, texts.publisher?.name ?? '', texts.publisher?.id ?? '', texts.repositoryUrl]
  for (const text of [...people, texts.category, ...texts.tags]) addWords(document, text, '2C')
  addWords(document, texts.description, '3D')
  return [document.toString(), ...labels.map(quoted)].join(' ')
}

/** A text that is found by the beginnings of its words, as a node is by its name. */
export function toNameDocument(text: string): string {
  const document = new Document()
  addName(document, wordsOf(text).slice(0, mostWordsOfText), '1A')
  return document.toString()
}

/** A word of any letters, as the database reads it. */
export const quoted = (word: string): string => `'${word.replace(/['\\]/g, '$&$&')}'`

const mostComfyNodes = 2000
const firstComfyNodePosition = 10
/** PostgreSQL takes a megabyte; an honest node needs a few kilobytes. */
const mostWords = 4000
/** Of one text, so that a single one cannot crowd out the others. */
const mostWordsOfText = 400

class Document {
  readonly #places = new Map<string, Set<string>>()

  add(word: string, place: string): void {
    const places = this.#places.get(word)
    if (places) places.add(place)
    else if (this.#places.size < mostWords) this.#places.set(word, new Set([place]))
  }

  toString(): string {
    return [...this.#places].map(([word, places]) => `'${word}':${[...places].join(',')}`).join(' ')
  }
}

function addTitle(document: Document, title: string): void {
  const words = wordsOf(title).slice(0, mostWordsOfText)
  const spelled = words.map(({ whole }) => whole)
  addName(document, words, '1A')
  document.add(marks.title + compact(title), '1A')
  for (const core of [withoutAny(spelled, toolWords), withoutAny(spelled, generalWords)]) {
    if (core) document.add(marks.core + core, '1A')
  }
  for (const word of spelled) document.add(marks.initial + [...word][0], '1A')
}

function addComfyNode(document: Document, name: string, place: string): void {
  addName(document, wordsOf(name).slice(0, mostWordsOfText), place)
  document.add(marks.comfyNode + compact(name), place)
}

/** Names are also found when their words are written as one, or one of their words as two. */
function addName(document: Document, words: readonly Word[], place: string): void {
  const parts = words.flatMap((word) => (word.parts.length > 0 ? word.parts : [word.whole]))
  for (const word of lexemesOf(words)) document.add(word, place)
  for (const joined of joinedNeighbours(parts)) document.add(joined, place)
  if (parts.length > words.length)
    for (const joined of joinedNeighbours(words.map(({ whole }) => whole))) document.add(joined, place)
  if (words.length > 2) document.add(compact(words.map(({ whole }) => whole).join('')), place)
}

function addWords(document: Document, text: string, place: string): void {
  for (const word of lexemesOf(wordsOf(text).slice(0, mostWordsOfText))) document.add(word, place)
}

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
