import { problemsIn, type StatedProblem } from './problems.ts'

/** Names found in a text about missing comfy-nodes: the tool's error, a traceback, or a typed list. */
export interface NamedInText {
  /** Names of comfy-nodes that the text states. */
  names: string[]
  /** Lines of a list that are one name, or contain several. They must be looked up. */
  lines: string[]
  /** Sentences. Only words that are written as code can be names in them. */
  prose: string[]
  /** Folders of packs, as in `custom_nodes/FOLDER`. */
  folders: string[]
  /** Addresses of files or repositories. */
  addresses: string[]
  /** The problems that the text states. */
  problems: StatedProblem[]
  /** Whether the text states an error, and is not just a list. */
  isError: boolean
}

export const longestErrorText = 200_000
const maxFound = 500
const longestName = 200

/** Sentences that state one name. */
const stating: readonly RegExp[] = [
  /cannot execute because node ([^\n]{1,200}?) does not exist/gi,
  /node ['"‘“]([^'"’”\n]{1,200})['"’”] not found/gi,
  /node type ['"‘“]([^'"’”\n]{1,200})['"’”] (?:was )?not found/gi,
  /unknown node type:? ['"]?([^'"\n]{1,200})/gi,
  /missing node type:? ['"]?([^'"\n]{1,200})/gi,
  /['"]class_type['"]\s*:\s*['"]([^'"\n]{1,200})['"]/gi,
  /KeyError: ['"]([^'"\n]{1,200})['"]/g,
  // The tool's log of a prompt that it refuses, with the number of the node in the workflow.
  /^[ \t]{0,20}\*[ \t]{1,4}([^\n:]{1,200}?)[ \t]{1,4}\d{1,9}:[ \t\r]{0,4}$/gm,
]

/** Headings before a list of names. */
const headings =
  /(?:node types? (?:was|were) not found|missing (?:custom )?(?:node types|nodes)|nodes? (?:is|are) missing(?! (?:the|a|an|its)\b)|some nodes are missing|not found in (?:the )?workflow)\b/i
/** Sentences and buttons of the tool around such a list. */
const noise =
  /^(?:nodes that have failed to load|when loading the graph|some nodes are missing|install all|install missing|open (?:node )?manager|only install|show report|dismiss|close|ok|copy|help fix this|error|warning|got prompt|starting server|prompt executed|missing nodes?|use the manager|to install|install|cancel|skip|download|retry|done|next|back|save|replace|details)\b.{0,200}$/i

const folderForms: readonly RegExp[] = [
  /custom_nodes[\\/]+([\w.@+-]{1,100})/g,
  /IMPORT FAILED\)?:\s*(?:\S{0,300}[\\/])?([\w.@+-]{1,100})/g,
]
/** A line of the tool's log for a pack that was imported. */
const importedForm = /\d seconds: .{0,1000}custom_nodes/

/** Whether a text is the log of a start in which each pack was imported, so that nothing in it is missing. */
export const isLogOfSuccess = (text: string, named: NamedInText | undefined): boolean =>
  importedForm.test(text) && !named?.isError && !named?.problems.length

/** Reads the names in a text. Returns undefined for a text that names nothing. */
export function readErrorText(text: string): NamedInText | undefined {
  if (text.length > longestErrorText || text.trim() === '') return undefined
  const problems = problemsIn(text)
  const folders = foldersIn(text, problems)
  const stated = all(text, stating)
  const { names, lines, prose, addresses, isHeaded } = readLines(text)
  const isTraceback = /Traceback \(most recent call last\)|^[ \t]{0,40}File "/m.test(text)
  const isError =
    isHeaded ||
    isTraceback ||
    stated.length > 0 ||
    folders.length > 0 ||
    problems.some(({ kind }) => kind !== 'value_missing')
  // Without a heading, an error has sentences and code beside the names that were recognized.
  const isList = isHeaded ? !isTraceback : !isError
  const found = {
    names: [...new Set([...stated, ...(isList ? names : [])])].slice(0, maxFound),
    lines: isList ? lines.slice(0, maxFound) : [],
    prose: isList ? prose.slice(0, maxFound) : [],
    folders,
    // Tracebacks and logs link to pages that say nothing about packs.
    addresses: isError ? [] : addresses.slice(0, maxFound),
    problems,
    isError,
  }
  const isEmpty = [
    found.names,
    found.lines,
    found.prose,
    found.folders,
    found.addresses,
    found.problems,
  ].every((list) => list.length === 0)
  return isEmpty ? undefined : found
}

function all(text: string, forms: readonly RegExp[]): string[] {
  return forms.flatMap((form) =>
    [...text.matchAll(form)].slice(0, maxFound).flatMap(([, name = '']) => name.trim() || []),
  )
}

/** Lists the packs that failed. Others are listed only in a text without failures, which is not the log of a start either. */
function foldersIn(text: string, problems: readonly StatedProblem[]): string[] {
  const failed = problems.flatMap((one) =>
    'folder' in one && one.kind !== 'value_missing' ? (one.folder ?? []) : [],
  )
  const mentioned = failed.length > 0 || importedForm.test(text) ? failed : all(text, folderForms)
  const folders = mentioned.filter((folder) => !/\.(py|json|disabled)$/i.test(folder))
  return [...new Set(folders)].slice(0, maxFound)
}

/**
 * Sorts the lines of a text into lists and sentences. Anyone can publish a node named like a word of a sentence, so plain
 * words count only in a text that is nothing but a list, and those with an uppercase letter in the list below a heading. Code
 * counts anywhere but in a sentence with a full stop.
 */
function readLines(text: string) {
  const found = {
    names: [] as string[],
    lines: [] as string[],
    prose: [] as string[],
    addresses: [] as string[],
  }
  const plain = { names: [] as string[], lines: [] as string[] }
  let [isHeaded, hasProse] = [false, false]
  let place: 'outside' | 'headed' | 'listed' = 'outside'
  for (const raw of text.split(/\r\n?|\n/)) {
    const heading = headings.exec(raw)
    if (heading) isHeaded = true
    // Sentences below a list mention missing nodes, too.
    if (heading) place = place === 'listed' && hasFullStop(raw) ? 'outside' : 'headed'
    const colon = heading ? raw.indexOf(':', heading.index) : -1
    const line = withoutMarks(heading ? (colon < 0 ? '' : raw.slice(colon + 1)) : raw)
    const parts = line
      .split(separators)
      .map(cleaned)
      .filter((part) => part !== '' && part.length <= longestName)
    if (parts.length === 0 || parts.every((part) => noise.test(part))) continue
    // The tool writes `NAME: what is wrong with it.`
    const head = /^[^\s:]{1,200}(?=:(?:\s|$))/.exec(parts[0] ?? '')?.[0] ?? ''
    if (isProse(line, parts) || parts[0] === `${head}:`) {
      hasProse = true
      if (place === 'listed') place = 'outside'
      const isEnded = fullStop.test(line)
      if (head !== '' || !isEnded) found.prose.push(isEnded ? head : line.trim().slice(0, longestProse))
      continue
    }
    if (place === 'headed') place = 'listed'
    for (const part of parts) {
      const address = addressIn(part)
      const isSure = (place === 'listed' && !lowercaseWord.test(part)) || isWrittenAsCode(part)
      if (address) found.addresses.push(address)
      else (isSure ? found : plain)[/\s/.test(part) ? 'lines' : 'names'].push(part)
    }
  }
  if (!hasProse) for (const kind of ['names', 'lines'] as const) found[kind].push(...plain[kind])
  return { ...found, isHeaded }
}

const separators = /[,;、，；•·]|\s\|\s|\t/
const longestProse = 2_000
const fullStop = /[.!?。！？…][)\]"'”’»」]{0,3}\s*$/
/** The next sentence on the same line. */
const nextSentence = /[.!?][)\]"'”’]{0,2}\s+\p{L}|[。！？]/u
const lowercaseWord = /^\p{Ll}[\p{Ll}'’-]*[,:;]?$/u
const shortestSentence = 4

const hasFullStop = (line: string) => fullStop.test(line) || nextSentence.test(line)

/** Names of nodes have few lowercase words in a row, and no full stop. */
function isProse(line: string, parts: readonly string[]): boolean {
  if (hasFullStop(line)) return true
  return parts.some((part) => {
    const words = part.split(/\s+/)
    return words.length >= shortestSentence && words.filter((word) => lowercaseWord.test(word)).length >= 2
  })
}

/** Whether a name has a spelling that words of a sentence do not have. */
const isWrittenAsCode = (name: string): boolean =>
  /^\p{L}[^\\/]*$/u.test(name) &&
  (/[a-z\d][A-Z]|[A-Z]{2}[a-z]|_|[()[\]|]/.test(name) || /^\S*\p{L}\d/u.test(name))

/** Words of sentences that are written as code, too. */
const brands =
  /^(?:comfyui|github|pytorch|pypi|json|javascript|opencv|numpy|huggingface|macos|tensorrt|youtube)/i

/** Longer than an abbreviation or a brand, such as `LoRA`. */
const isCodeInProse = (word: string): boolean =>
  /^\p{L}[\w-]*$/u.test(word) &&
  /[a-z\d][A-Z][a-z]|[A-Z]{2}[a-z]{2}|\b[^\Wa-z]*[a-z]\w*_[A-Z]|\b[^\WA-Z]*[A-Z][^\W_]*_\w*[a-z]/.test(
    word,
  ) &&
  !brands.test(word)

/** People paste addresses alone, and behind `git clone`. */
function addressIn(name: string): string | undefined {
  return /^(?:git clone (?:\S{1,60} ){0,6}?)?((?:git\+)?https?:\/\/\S{4,2000}|git@[\w.-]{1,100}:\S{3,300})$/.exec(
    name,
  )?.[1]
}

const bullet = /^\s*(?:[-*>–—•·]|\d{1,3}[.)])\s+/

/** Removes a bullet, and the tool's remark about the group of a node, which copied dialogs append without a space. */
const withoutMarks = (line: string): string =>
  line
    .trimEnd()
    .replace(/\(in (?:group node|subgraph)[^)]{0,200}\)$/i, '')
    .replace(/in (?:group node|subgraph) (['"‘“]).{0,200}['"’”]$/i, '')
    .replace(bullet, '')

/** Removes bullets, quotes and counts. */
function cleaned(part: string): string {
  return part
    .replace(bullet, '')
    .trim()
    .replace(/^["'`“‘](.{1,200})["'`”’]$/, '$1')
    .replace(/(?:\sx|×)\s?\d{1,4}$/, '')
    .trim()
}

const longestRun = 5
const maxRuns = 1000

const wordsOf = (line: string) => line.split(/[^\p{L}\p{N}_-]+/u)

/** Lists the runs of words that can be names, so that a registry can tell which are. */
export function runsOf({ lines, prose }: Pick<NamedInText, 'lines' | 'prose'>): string[] {
  const runs = new Set<string>()
  for (const word of prose.flatMap(wordsOf)) if (isCodeInProse(word)) runs.add(word)
  for (const line of lines) {
    if (line.length <= longestName) runs.add(line)
    const words = line.split(/\s+/)
    for (let at = 0; at < words.length; at++)
      for (let count = 1; count <= longestRun && at + count <= words.length; count++) {
        if (runs.size >= maxRuns) return [...runs].slice(0, maxRuns)
        const run = words.slice(at, at + count).join(' ')
        if (run.length <= longestName) runs.add(run)
      }
  }
  return [...runs].slice(0, maxRuns)
}

/** Picks the names out of a text. Several plain words in a line are names only if the line is in a list and has no other words. */
export function namesInText(
  { lines, prose, isError }: Pick<NamedInText, 'lines' | 'prose' | 'isError'>,
  isKnown: (run: string) => boolean,
): string[] {
  const inLines = lines.flatMap((line) => {
    const found = namesInLines([line], isKnown)
    const isList =
      isError &&
      found.join(' ') === line.split(/\s+/).join(' ') &&
      !found.some((name) => lowercaseWord.test(name))
    return found[0] === line || isList ? found : found.filter(isWrittenAsCode)
  })
  return [...inLines, ...prose.flatMap(wordsOf).filter((word) => isCodeInProse(word) && isKnown(word))]
}

/** Picks the known names out of lines, the longest first where they overlap. */
export function namesInLines(lines: readonly string[], isKnown: (run: string) => boolean): string[] {
  return lines.flatMap((line) => {
    if (isKnown(line)) return [line]
    const words = line.split(/\s+/)
    const found: string[] = []
    for (let at = 0; at < words.length; ) {
      let count = Math.min(longestRun, words.length - at)
      while (count > 0 && !isKnown(words.slice(at, at + count).join(' '))) count--
      if (count > 0) found.push(words.slice(at, at + count).join(' '))
      at += Math.max(count, 1)
    }
    return found
  })
}
