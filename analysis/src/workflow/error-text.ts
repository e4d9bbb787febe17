/** Names found in a text about missing comfy-nodes: the tool's error, a traceback, or a typed list. */
export interface NamedInText {
  /** Names of comfy-nodes that the text states. */
  names: string[]
  /** Lines that can contain several names, or other words. Their words must be looked up. */
  lines: string[]
  /** Folders of packs, as in `custom_nodes/FOLDER`. */
  folders: string[]
  /** Addresses of files or repositories. */
  addresses: string[]
  /** Python modules that could not be imported. */
  modules: { module: string; symbol?: string }[]
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
]

/** Headings before a list of names. */
const headings =
  /(?:node types? (?:was|were) not found|missing (?:custom )?(?:node types|nodes)|nodes? (?:is|are) missing|some nodes are missing|not found in (?:the )?workflow)\b/i
/** Sentences and buttons of the tool around such a list. */
const noise =
  /^(?:nodes that have failed to load|when loading the graph|some nodes are missing|install all|install missing|open (?:node )?manager|only install|show report|dismiss|close|ok|copy|help fix this|error|warning|prompt executed|missing nodes?|use the manager|to install)\b.{0,200}$/i

const folderForms: readonly RegExp[] = [
  /custom_nodes[\\/]+([\w.@+-]{1,100})/g,
  /IMPORT FAILED\)?:\s*(?:\S{0,300}[\\/])?([\w.@+-]{1,100})/g,
]
const moduleForms: readonly RegExp[] = [
  /No module named ['"]?([\w.-]{1,100})/g,
  /cannot import name ['"](?<symbol>[\w.]{1,100})['"] from (?:partially initialized module )?['"]?(?<module>[\w.]{1,100})/gi,
  /DLL load failed while importing ([\w.]{1,100})/g,
  /module ['"](?<module>[\w.]{1,100})['"] has no attribute ['"](?<symbol>[\w.]{1,100})['"]/g,
]

/** Reads the names in a text. Returns undefined for a text that names nothing. */
export function readErrorText(text: string): NamedInText | undefined {
  if (text.length > longestErrorText || text.trim() === '') return undefined
  const folders = all(text, folderForms).filter((folder) => !/\.(py|json|disabled)$/i.test(folder))
  const modules = modulesIn(text)
  const stated = all(text, stating)
  const { names, lines, addresses, isHeaded } = readLines(text)
  const isTraceback = /Traceback \(most recent call last\)|^[ \t]{0,40}File "/m.test(text)
  const isError = isHeaded || isTraceback || stated.length > 0 || folders.length > 0 || modules.length > 0
  // Without a heading, an error has sentences and code beside the names that were recognized.
  const isList = isHeaded ? !isTraceback : !isError
  const found = {
    names: [...new Set([...stated, ...(isList ? names : [])])].slice(0, maxFound),
    lines: isList ? lines.slice(0, maxFound) : [],
    folders: [...new Set(folders)].slice(0, maxFound),
    // Tracebacks and logs link to pages that say nothing about packs.
    addresses: isError ? [] : addresses.slice(0, maxFound),
    modules,
    isError,
  }
  const isEmpty = [found.names, found.lines, found.folders, found.addresses, found.modules].every(
    (list) => list.length === 0,
  )
  return isEmpty ? undefined : found
}

function all(text: string, forms: readonly RegExp[]): string[] {
  return forms.flatMap((form) =>
    [...text.matchAll(form)].slice(0, maxFound).flatMap(([, name = '']) => name.trim() || []),
  )
}

function modulesIn(text: string): { module: string; symbol?: string }[] {
  const found = new Map<string, { module: string; symbol?: string }>()
  for (const form of moduleForms)
    for (const { 1: first = '', groups } of [...text.matchAll(form)].slice(0, maxFound)) {
      const module = groups?.['module'] ?? first
      const symbol = groups?.['symbol']
      const one = { module: withoutDots(module), ...(symbol ? { symbol } : {}) }
      if (one.module !== '') found.set(JSON.stringify(one), one)
    }
  return [...found.values()].slice(0, maxFound)
}

/** Sentences end with a dot right behind the module. */
function withoutDots(module: string): string {
  let end = module.length
  while (module[end - 1] === '.') end--
  return module.slice(0, end)
}

/** Splits a list into names. A line with several words can be one name or several, or a sentence. */
function readLines(text: string) {
  const names: string[] = []
  const addresses: string[] = []
  const lines: string[] = []
  let isHeaded = false
  for (const raw of text.split(/\r\n?|\n/)) {
    const heading = headings.exec(raw)
    if (heading) isHeaded = true
    const colon = heading ? raw.indexOf(':', heading.index) : -1
    const line = heading ? (colon < 0 ? '' : raw.slice(colon + 1)) : raw
    for (const part of line.split(/[,;、，；•·]|\s\|\s|\t/)) {
      const name = cleaned(part)
      if (name === '' || name.length > longestName || noise.test(name)) continue
      const address = addressIn(name)
      if (address) addresses.push(address)
      else if (/\s/.test(name)) lines.push(name)
      else names.push(name)
    }
  }
  return { names, lines, addresses, isHeaded }
}

/** People paste addresses alone, and behind `git clone`. */
function addressIn(name: string): string | undefined {
  return /^(?:git clone (?:\S{1,60} ){0,6}?)?((?:git\+)?https?:\/\/\S{4,2000}|git@[\w.-]{1,100}:\S{3,300})$/.exec(
    name,
  )?.[1]
}

/** Removes bullets, numbers, quotes, and the tool's remark about the group that a comfy-node is in. */
function cleaned(part: string): string {
  return part
    .trim()
    .replace(/\(in (?:group node|subgraph)[^)]{0,200}\)$/i, '')
    .trimEnd()
    .replace(/^(?:[-*>–—]|\d{1,3}[.)])\s+/, '')
    .replace(/^["'`“‘](.{1,200})["'`”’]$/, '$1')
    .replace(/(?:\sx|×)\s?\d{1,4}$/, '')
    .trim()
}

const longestRun = 5
const maxRuns = 1000

/** Lists the runs of words in lines that can be names, so that a registry can tell which are. */
export function runsOf(lines: readonly string[]): string[] {
  const runs = new Set<string>()
  for (const line of lines) {
    if (line.length <= longestName) runs.add(line)
    const words = line.split(/\s+/)
    for (let at = 0; at < words.length; at++)
      for (let count = 1; count <= longestRun && at + count <= words.length; count++) {
        if (runs.size >= maxRuns) return [...runs]
        const run = words.slice(at, at + count).join(' ')
        if (run.length <= longestName) runs.add(run)
      }
  }
  return [...runs]
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
