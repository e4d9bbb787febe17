import { defined } from '../../ground/defined.ts'
import { percentDecoded } from '../../ground/percent.ts'
import { pathOf, urlOf } from '../../lock/parts.ts'
import { baseName, hubRepositoryOf, isModelName } from './model.ts'

/** A model that a text for people names together with an address. */
export interface TextModel {
  /** The name of the file, without folders. */
  name: string
  url: string
  /** Whether the address is a page where people choose the file. */
  isPage: boolean
  /** Below the tool's folder of models. Omitted if the text does not state one folder beside the name. */
  folder?: string
  line: number
}

/** More than any text names. */
export const maxTextModels = 300
export const maxTextLines = 20_000
/** People do not write longer lines. */
export const maxTextLineLength = 4_000
const maxLabelLength = 300

interface Line {
  links: { url: string; label: string }[]
  /** The rest of the line, cut at spaces and signs. */
  words: string[]
}

type Found = Pick<TextModel, 'name' | 'url' | 'isPage'>

/**
 * Reads addresses of model files from READMEs and notes. An address counts if its last part is the name of a file, if
 * it is the page of a model and the same line has the name, or if a command of the hub's client names both.
 */
export function modelsInText(text: string): TextModel[] {
  const found = new Map<string, TextModel>()
  let announced: string | undefined
  for (const { number, written } of linesOf(text)) {
    const isTitle = /^ {0,3}#/.test(written)
    if (isTitle) announced = undefined
    if (!mayName(written)) continue
    const line = readLine(written)
    const command = ofCommand(line.words)
    const folders = foldersIn(command?.target ?? line.words)
    const folder = folders.length === 0 ? announced : folders.length === 1 ? folders[0] : undefined
    for (const one of [...ofLinks(line), ...(command?.found ?? [])]) {
      const key = `${one.name} ${one.url}`
      if (found.has(key) || isCommonName(one.name)) continue
      found.set(key, { ...one, ...defined({ folder }), line: number })
      if (found.size === maxTextModels) return [...found.values()]
    }
    // A list follows a title, or a sentence that ends with a colon.
    if (folders.length > 0) announced = isTitle || /[:：][*_ ]{0,4}$/.test(written) ? folder : undefined
  }
  return [...found.values()]
}

const mayName = (line: string) => /https:\/\/|models[\\/]|\bdownload\b/.test(line)

/** Joins commands that continue after a backslash. */
function* linesOf(text: string): Generator<{ number: number; written: string }> {
  const lines = text.split('\n', maxTextLines)
  for (let at = 0; at < lines.length; at++) {
    const number = at + 1
    let written = (lines[at] ?? '').trimEnd()
    while (written.endsWith('\\') && written.length <= maxTextLineLength && at + 1 < lines.length)
      written = `${written.slice(0, -1)} ${(lines[++at] ?? '').trim()}`
    if (written.length <= maxTextLineLength) yield { number, written }
  }
}

const linkForm = /https:\/\/[^\s"'<>()[\]`|\\]{1,1000}/g
const separator = /[\s"'`<>()[\]|,;*=]/

const wordsOf = (text: string): string[] => text.split(separator).filter((word) => word !== '')

function readLine(line: string): Line {
  const links = [...line.matchAll(linkForm)].flatMap(({ 0: written, index }) => {
    const url = urlOf(written.replace(/[.,;:!?*_]{1,20}$/, ''))
    return url === undefined ? [] : [{ url, label: labelOf(line, index, index + written.length) }]
  })
  const words = wordsOf(line.replace(linkForm, ' '))
  return { links, words: words.map((word) => word.replace(/[.:!?]{1,5}$/, '')) }
}

/** Returns the text of a link in Markdown or HTML. */
function labelOf(line: string, start: number, end: number): string {
  const before = line.slice(Math.max(start - maxLabelLength, 0), start)
  if (before.endsWith('](')) return before.slice(before.lastIndexOf('[', before.length - 3) + 1, -2)
  if (!/href=["']?$/i.test(before.slice(-6))) return ''
  const after = line.slice(end, end + maxLabelLength)
  const closed = after.indexOf('</a')
  return closed < 0 ? '' : after.slice(after.indexOf('>') + 1, closed)
}

function ofLinks({ links, words }: Line): Found[] {
  const files = links.flatMap(({ url }) => {
    const name = fileNameIn(url)
    return name === undefined ? [] : [{ name, url: fileAddress(url), isPage: false }]
  })
  const pages = links.filter(({ url }) => isPageOfModels(url))
  const labelled = pages.flatMap(({ url, label }) =>
    namesIn(wordsOf(label)).map((name) => ({ name, url, isPage: true })),
  )
  const linked = new Set([...files, ...labelled].map(({ name }) => name))
  const [page, another] = new Set(pages.map(({ url }) => url))
  // With several pages in one line, the page of a name is unknown.
  if (page === undefined || another !== undefined) return [...files, ...labelled]
  const beside = namesIn(words).filter((name) => !linked.has(name))
  return [...files, ...labelled, ...beside.map((name) => ({ name, url: page, isPage: true }))]
}

/** Returns the last part of an address if it is the name of a model file. */
export function fileNameIn(url: string): string | undefined {
  const written = new URL(url).pathname.split('/').at(-1) ?? ''
  const name = pathOf(percentDecoded(written) ?? written)
  return name !== undefined && isModelName(name) ? name : undefined
}

/** The pages of a file on the hub and on GitHub name the file itself under another path. */
export const fileAddress = (url: string): string =>
  url
    .replace(/^(https:\/\/huggingface\.co\/(?:(?:spaces|datasets)\/)?[^/]+\/[^/]+)\/blob\//, '$1/resolve/')
    .replace(/^(https:\/\/github\.com\/[^/]+\/[^/]+)\/blob\//, '$1/raw/')

/** Whether it is the page of a repository or model on a site that offers files. */
function isPageOfModels(url: string): boolean {
  if (/^https:\/\/civitai\.com\/(api\/download\/)?models\/\d/.test(url)) return true
  const repository = hubRepositoryOf(url)
  if (repository === undefined) return false
  return /^(\/|\/tree\/.*)?$/.test(new URL(url).pathname.slice(new URL(repository).pathname.length))
}

function namesIn(words: readonly string[]): string[] {
  const names = words.filter((word) => isModelName(word)).map((word) => baseName(word))
  return [...new Set(names.filter((name) => !name.startsWith('.') && pathOf(name) === name))]
}

/** Very many repositories have a file of such a name, so that the name alone says nothing. */
export const isCommonName = (name: string): boolean =>
  /^((diffusion_pytorch|open_clip_pytorch|pytorch|adapter|flax|tf)_)?model[ .(-]/i.test(name)

const repositoryForm = /^[A-Za-z\d][\w.-]{0,95}\/[A-Za-z\d][\w.-]{0,95}$/

/** Reads `hf download OWNER/NAME FILE --local-dir FOLDER`. */
function ofCommand(words: readonly string[]): { found: Found[]; target: string[] } | undefined {
  const at = words.findIndex(
    (word, place) => word === 'download' && /^(hf|huggingface-cli)$/.test(words[place - 1] ?? ''),
  )
  const [repository = '', ...rest] = at < 0 ? [] : words.slice(at + 1)
  if (!repositoryForm.test(repository)) return undefined
  const follows = (place: number, option: RegExp) => option.test(rest[place - 1] ?? '')
  const paths = rest.filter((word, place) => isModelName(word) && !follows(place, /^--/))
  return {
    found: paths.flatMap((word) => {
      const path = pathOf(word)
      const inside = path?.split('/').map(encodeURIComponent).join('/')
      const url = urlOf(`https://huggingface.co/${repository}/resolve/main/${inside}`)
      return path === undefined || url === undefined ? [] : [{ name: baseName(path), url, isPage: false }]
    }),
    target: rest.filter((_, place) => follows(place, /^--local-dir$/)),
  }
}

/** Returns folders below the tool's folder of models. Packs keep some models in their own folders. */
function foldersIn(words: readonly string[]): string[] {
  const found = words.flatMap((word) => {
    const parts = word
      .replaceAll('\\', '/')
      .split('/')
      .filter((part) => part !== '')
    const at = parts.indexOf('models')
    if (at < 0 || parts.includes('custom_nodes')) return []
    const below = parts.slice(at + 1)
    const folders = isModelName(below.at(-1) ?? '') ? below.slice(0, -1) : below
    const folder = folders.every((part) => /^[\w-]+$/.test(part)) ? pathOf(folders.join('/')) : undefined
    return folder === undefined ? [] : [folder]
  })
  return [...new Set(found)]
}
