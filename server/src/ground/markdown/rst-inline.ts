import { trimEndOf } from '@nodeyard/analysis/text-search'
import { escapeHtml } from './escape.ts'

/** Definitions that apply to the whole text. */
export interface RstNames {
  /** Link targets by lowercase name. */
  targets: ReadonlyMap<string, string>
  /** Replacement HTML by name. */
  substitutions: ReadonlyMap<string, string>
  footnotes: ReadonlySet<string>
}

interface Markup {
  open: string
  close: string
  /** Maximum length, which bounds the search for the end. */
  most?: number
  /** Returns the HTML and its length, or undefined when it is not this markup after all. */
  read(inside: string, after: string, names: RstNames): { html: string; used?: number } | undefined
}

const wrapped = (tag: string) => (inside: string) => ({ html: `<${tag}>${escapeHtml(inside)}</${tag}>` })

/** Longer delimiters first. Source: reStructuredText Markup Specification, "Inline Markup". */
const markups: readonly Markup[] = [
  { open: '``', close: '``', read: wrapped('code') },
  { open: '**', close: '**', read: wrapped('strong') },
  { open: '*', close: '*', read: wrapped('em') },
  { open: '`', close: '`', read: readQuoted },
  {
    open: '|',
    close: '|',
    read: (inside, after, { substitutions }) => readSubstitution(inside, after, substitutions),
  },
  { open: '[', close: ']_', most: 100, read: readFootnote },
]

const isOpening = (text: string, at: number, { open }: Markup) =>
  text.startsWith(open, at) &&
  !/\s/.test(text.charAt(at + open.length) || ' ') &&
  (at === 0 || /[\s\-:/'"<([{|*]/.test(text.charAt(at - 1)))

const role = /:(?:[\w+-]+:)?[\w+-]+:$/
const address = /(?:https?:\/\/|mailto:)[^\s<>"`|]{1,2000}/y
const reference = /([A-Za-z0-9]+(?:[-_.:+][A-Za-z0-9]+)*)__?(?![\w])/y

/** Renders one paragraph without significant line ends. Scans each character a bounded number of times. */
export function renderInline(text: string, names: RstNames): string {
  /** Closing delimiters that do not occur again in the text. */
  const gone = new Set<string>()
  let html = ''
  let plainFrom = 0
  const flush = (to: number) => {
    html += escapeHtml(
      text
        .slice(plainFrom, to)
        .replace(/\\(\S)/g, '$1')
        .replace(/\\\s/g, ''),
    )
  }
  for (let at = 0; at < text.length; ) {
    const found = text.charAt(at) === '\\' ? undefined : readAt(text, at, names, gone)
    if (found) {
      flush(at - dropped(text, at, plainFrom))
      html += found.html
      at += found.length
      plainFrom = at
    } else at += text.charAt(at) === '\\' ? 2 : 1
  }
  flush(text.length)
  return html
}

/** Skips the role before its text, because roles are not interpreted. */
function dropped(text: string, at: number, from: number): number {
  if (text.charAt(at) !== '`') return 0
  return role.exec(text.slice(Math.max(from, at - 60), at))?.[0].length ?? 0
}

function readAt(
  text: string,
  at: number,
  names: RstNames,
  gone: Set<string>,
): { html: string; length: number } | undefined {
  for (const markup of markups) {
    if (!isOpening(text, at, markup)) continue
    const { open, close, most, read } = markup
    const from = at + open.length
    const end = most ? within(text, close, from, most) : gone.has(close) ? -1 : text.indexOf(close, from)
    if (end < 0 && !most) gone.add(close)
    if (end <= from) continue
    const found = read(text.slice(from, end), text.slice(end + close.length, end + close.length + 2), names)
    if (found) return { html: found.html, length: end + close.length + (found.used ?? 0) - at }
  }
  return readWord(text, at, names)
}

function within(text: string, close: string, from: number, most: number): number {
  const at = text.slice(from, from + most + close.length).indexOf(close)
  return at < 0 ? at : from + at
}

/** Reads `name_` or a bare URL. */
function readWord(
  text: string,
  at: number,
  { targets }: RstNames,
): { html: string; length: number } | undefined {
  if (at > 0 && /[\w/@]/.test(text.charAt(at - 1))) return undefined
  address.lastIndex = at
  const url = trimEndOf(address.exec(text)?.[0] ?? '', ".,;:!?)]}'*")
  if (url) return { html: link(url, url), length: url.length }
  reference.lastIndex = at
  const [whole = '', name = ''] = reference.exec(text.slice(0, at + 200)) ?? []
  const target = targets.get(name.toLowerCase())
  return target === undefined ? undefined : { html: link(target, name), length: whole.length }
}

/** Reads `text <address>`_, `name`_, and text with or without a role. */
function readQuoted(inside: string, after: string, { targets }: RstNames): { html: string; used?: number } {
  const used = after.startsWith('__') ? 2 : after.startsWith('_') ? 1 : 0
  const named = /^([^<]*)<([^<>]+)>$/.exec(inside)
  const label = (named?.[1] ?? '').trim()
  if (used === 0) return { html: named && label ? escapeHtml(label) : `<code>${escapeHtml(inside)}</code>` }
  if (named?.[2] !== undefined) {
    const [, , to] = named
    const target = to.endsWith('_') ? (targets.get(to.slice(0, -1).toLowerCase()) ?? '') : to.trim()
    return { html: link(target, label || target), used }
  }
  const target = targets.get(inside.replace(/\s+/g, ' ').toLowerCase())
  return { html: target === undefined ? escapeHtml(inside) : link(target, inside), used }
}

function readSubstitution(
  inside: string,
  after: string,
  substitutions: ReadonlyMap<string, string>,
): { html: string; used?: number } | undefined {
  const html = substitutions.get(inside)
  return html === undefined ? undefined : { html, used: after.startsWith('_') ? 1 : 0 }
}

function readFootnote(inside: string, _after: string, { footnotes }: RstNames): { html: string } | undefined {
  if (!footnotes.has(inside)) return undefined
  const id = encodeURIComponent(inside)
  return { html: `<sup><a href="#footnote-${id}">${escapeHtml(inside)}</a></sup>` }
}

function link(target: string, text: string): string {
  return `<a href="${escapeHtml(target)}">${escapeHtml(text)}</a>`
}
