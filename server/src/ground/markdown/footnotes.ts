import type { MarkdownIt } from 'markdown-it'
import { escapeHtml } from './escape.ts'

/** Longer labels are ignored, which bounds the search for the end of one. */
const longestLabel = 100
const labelPattern = /\[\^([^\s[\]]{1,100})\]/y

/** The footnotes of one text while it is rendered. */
interface Footnotes {
  texts: Map<string, string>
  /** In order of first use. */
  used: Map<string, { number: number; times: number }>
  /** True while a footnote is read, which cannot define another one. */
  isInside: boolean
}

/** Keyed by the object that the parser passes between rules for one text. */
const known = new WeakMap<object, Footnotes>()

function footnotesOf(env: object): Footnotes {
  const found = known.get(env) ?? { texts: new Map(), used: new Map(), isInside: false }
  known.set(env, found)
  return found
}

/**
 * Renders `[^label]`, and `[^label]: text` definitions. Source: GitHub's "Basic writing and formatting
 * syntax", Footnotes. The usual plugin takes quadratic time on hostile texts.
 */
export function footnotes(markdown: MarkdownIt): void {
  markdown.block.ruler.before('reference', 'footnote-text', readText, { alt: ['paragraph', 'reference'] })
  markdown.inline.ruler.before('link', 'footnote', readReference)
  markdown.core.ruler.push('footnotes', (state) => {
    const found = footnotesOf(state.env)
    if (found.isInside || found.used.size === 0) return
    const list = new state.Token('html_block', '', 0)
    list.content = renderList(markdown, found)
    state.tokens.push(list)
  })
}

type BlockRule = Parameters<MarkdownIt['block']['ruler']['before']>[2]
type InlineRule = Parameters<MarkdownIt['inline']['ruler']['before']>[2]

/** A definition continues on the next lines, and after empty lines with indented ones. */
const readText: BlockRule = (state, startLine, endLine, silent) => {
  const found = footnotesOf(state.env)
  if (found.isInside || state.level > 0 || (state.sCount[startLine] ?? 0) - state.blkIndent >= 4) return false
  const line = (at: number) => state.src.slice(state.bMarks[at], state.eMarks[at])
  const label = startOf(line(startLine).trimStart())
  if (!label) return false
  if (silent) return true
  const lines = [label.rest]
  let next = startLine + 1
  let isAfterBlank = false
  for (; next < endLine; next++) {
    const text = line(next)
    const isBlank = text.trim() === ''
    if (!isBlank && !/^( {2,}|\t)/.test(text) && (isAfterBlank || startOf(text))) break
    lines.push(text.replace(/^( {1,4}|\t)/, ''))
    isAfterBlank = isBlank
  }
  if (!found.texts.has(label.name)) found.texts.set(label.name, lines.join('\n'))
  state.line = next
  return true
}

function startOf(line: string): { name: string; rest: string } | undefined {
  labelPattern.lastIndex = 0
  const name = labelPattern.exec(line)?.[1]
  const end = labelPattern.lastIndex
  return name !== undefined && line[end] === ':'
    ? { name: keyOf(name), rest: line.slice(end + 1) }
    : undefined
}

const keyOf = (label: string) => label.toLowerCase()

const readReference: InlineRule = (state, silent) => {
  const found = footnotesOf(state.env)
  if (found.texts.size === 0 || !state.src.startsWith('[^', state.pos)) return false
  labelPattern.lastIndex = state.pos
  const name = labelPattern.exec(state.src.slice(0, state.pos + longestLabel + 3))?.[1]
  const key = name === undefined ? '' : keyOf(name)
  if (!found.texts.has(key)) return false
  if (!silent) {
    const { number, times } = use(found, key)
    const token = state.push('html_inline', '', 0)
    const id = `footnote-ref-${number}${times > 1 ? `-${times}` : ''}`
    token.content = `<sup><a href="#footnote-${number}" id="${id}">${number}</a></sup>`
  }
  state.pos += (name ?? '').length + 3
  return true
}

function use({ used }: Footnotes, key: string): { number: number; times: number } {
  const before = used.get(key) ?? { number: used.size + 1, times: 0 }
  const now = { ...before, times: before.times + 1 }
  used.set(key, now)
  return now
}

/** A footnote can refer to further ones, which are appended to the list. */
function renderList(markdown: MarkdownIt, found: Footnotes): string {
  const items: string[] = []
  found.isInside = true
  const env = {}
  known.set(env, found)
  for (const [name] of found.used) {
    const number = items.length + 1
    const html = markdown.render(found.texts.get(name) ?? '', env).trim()
    const back = ` <a href="#footnote-ref-${number}">${escapeHtml('↩')}</a>`
    const end = html.endsWith('</p>') ? html.length - 4 : html.length
    items.push(`<li id="footnote-${number}">${html.slice(0, end)}${back}${html.slice(end)}</li>`)
  }
  found.isInside = false
  return `<section class="footnotes"><ol>${items.join('')}</ol></section>\n`
}
