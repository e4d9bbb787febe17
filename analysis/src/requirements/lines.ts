import { defined } from '../ground/defined.ts'
import { normalName } from './marker.ts'
import { leadingName, type Requirement, readRequirement } from './requirement.ts'
import { readVersion } from './versions.ts'

/** A line of a requirements file: pieces that end in a backslash are joined, comments are left out. */
export interface LogicalLine {
  /** Line number of the first piece, starting at 1. */
  line: number
  text: string
}

export type RequirementLine =
  | { kind: 'requirement'; requirement: Requirement }
  /** A package that comes from an address or a folder. The name is known where the address tells it. */
  | { kind: 'address'; url: string; name?: string; version?: string }
  | { kind: 'file' | 'constraints'; path: string }
  | { kind: 'option' | 'blank' }
  | { kind: 'problem'; problem: string; name?: string }

/** Takes a requirements file apart. Source: `pip._internal.req.req_file`. */
export function logicalLines(text: string): LogicalLine[] {
  const lines: LogicalLine[] = []
  let pieces: string[] = []
  let start = 1
  const end = () => {
    if (pieces.length > 0) lines.push({ line: start, text: pieces.join('') })
    pieces = []
  }
  for (const [i, piece] of text.split(/\r\n?|\n/).entries()) {
    if (pieces.length === 0) start = i + 1
    const isOpen = piece.endsWith('\\') && !isComment(piece)
    pieces.push(isOpen ? piece.slice(0, -1) : isComment(piece) ? ` ${piece}` : piece)
    if (!isOpen) end()
  }
  end()
  return lines
}

const isComment = (text: string): boolean => text.trimStart().startsWith('#')

/** Reads one logical line. Takes time linear in its length. */
export function readRequirementLine(line: string): RequirementLine {
  const text = withoutComment(line).trim()
  if (text === '') return { kind: 'blank' }
  if (text.startsWith('-')) return optionOf(text)
  const stated = withoutOptions(text)
  const read = readRequirement(stated)
  if ('requirement' in read) return { kind: 'requirement', requirement: read.requirement }
  const address = addressOf(stated)
  if (address) return address
  const name = leadingName(stated)
  return { kind: 'problem', problem: read.problem, ...defined({ name: name || undefined }) }
}

/** A number sign begins a comment after a blank only: it can belong to an address. */
function withoutComment(text: string): string {
  if (isComment(text)) return ''
  const start = text.search(/[ \t]#/)
  return start < 0 ? text : text.slice(0, start)
}

/** `numpy==1.0 --hash=sha256:…` */
function withoutOptions(text: string): string {
  const start = text.search(/[ \t]--?[a-z]/)
  return start < 0 ? text : text.slice(0, start).trimEnd()
}

const fileOptions: readonly [kind: 'file' | 'constraints', form: RegExp][] = [
  ['file', /^(?:-r|--requirement)[= \t]*(\S+)/],
  ['constraints', /^(?:-c|--constraint)[= \t]*(\S+)/],
]

function optionOf(text: string): RequirementLine {
  for (const [kind, form] of fileOptions) {
    const path = form.exec(text)?.[1]
    if (path !== undefined) return { kind, path: unquoted(path) }
  }
  const editable = /^(?:-e|--editable)[= \t]*(\S+)/.exec(text)?.[1]
  return editable === undefined ? { kind: 'option' } : toAddress(unquoted(editable))
}

const unquoted = (text: string): string => text.replace(/^["']|["']$/g, '')

function addressOf(text: string): RequirementLine | undefined {
  const [first = ''] = text.split(/[ \t]/)
  const isAddress = /^[a-z][a-z0-9+.-]*:/i.test(first) || /^[./\\~]|\.whl$|[\\/]/i.test(first)
  return isAddress ? toAddress(first) : undefined
}

const toAddress = (url: string): RequirementLine => ({ kind: 'address', url, ...packageAt(url) })

/** Reads the package name from a URL: `#egg=name`, or the name of a wheel. */
export function packageAt(url: string): { name?: string; version?: string } {
  const [address = '', fragment = ''] = url.split('#')
  const file = decoded(address.split(/[?@]/)[0]?.split(/[\\/]/).at(-1) ?? '')
  if (/\.whl$/i.test(file)) {
    const [name = '', text = ''] = file.split('-')
    const version = readVersion(text.replaceAll('_', '+'))
    if (name !== '') return { name: normalName(name), ...(version ? { version: version.text } : {}) }
  }
  const egg = /(?:^|&)egg=([\w.-]+)/.exec(fragment)?.[1]
  return egg === undefined ? {} : { name: normalName(egg) }
}

function decoded(text: string): string {
  return text.replace(/%2B/gi, '+')
}
