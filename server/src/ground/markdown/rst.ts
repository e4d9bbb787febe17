import highlight from 'highlight.js/lib/common'
import { type AlertKind, alertClasses, alertTitle } from './alerts.ts'
import { escapeHtml } from './escape.ts'
import { type RstNames, renderInline } from './rst-inline.ts'
import { renderTable, tableEnd } from './rst-tables.ts'

/** Maximum nesting of blocks. Deeper ones are shown as source. */
const deepest = 12

/**
 * Renders reStructuredText as HTML: sections, paragraphs, lists, literal and code blocks, images, tables,
 * notes and links. An unknown directive shows its content. Source: reStructuredText Markup Specification.
 */
export function renderRst(text: string): string {
  const lines = text.replace(/\r\n?/g, '\n').split('\n').map(untabbed)
  return new RstReader(namesIn(lines)).blocks(lines, 0)
}

/** A tab goes to the next multiple of eight. */
function untabbed(line: string): string {
  const [first = '', ...rest] = line.split('\t')
  return rest.reduce((text, part) => text + ' '.repeat(8 - (text.length % 8)) + part, first).trimEnd()
}

const target = /^\.\. _(?:`([^`]+)`|([^:]+)):\s*(.*)$/s
const footnote = /^\.\. \[([^\]\s]{1,100})\]\s+(.*)$/s
const substitution = /^\.\. \|([^|]+)\| +([\w-]+)::\s*(.*)$/s
const directive = /^\.\. ?([\w:+.-]+)::(?:\s+(.*))?$/s
const bullet = /^([-*+•‣])( +)(?=\S)/
const enumerated = /^(\(?(?:\d{1,9}|#|[A-Za-z])[.)])( +)(?=\S)/
const field = /^:([^:\s][^:]{0,100}):(?:\s+(.*))?$/
const adornment = /^([!-/:-@[-`{-~])\1*$/

function namesIn(lines: readonly string[]): RstNames {
  const targets = new Map<string, string>()
  const substitutions = new Map<string, string>()
  const footnotes = new Set<string>()
  const names = { targets, substitutions, footnotes }
  let waiting: string[] = []
  for (const [i, line] of lines.entries()) {
    const trimmed = line.trim()
    const [, quoted, plain, to = ''] = target.exec(trimmed) ?? []
    const name = (quoted ?? plain)?.toLowerCase()
    if (name !== undefined) {
      waiting.push(name)
      if (to !== '') for (const one of waiting) targets.set(one, to)
      if (to === '') continue
    }
    const label = footnote.exec(trimmed)?.[1]
    if (label !== undefined) footnotes.add(label)
    const [, symbol, kind, argument = ''] = substitution.exec(trimmed) ?? []
    if (symbol !== undefined)
      substitutions.set(symbol, substitute(kind ?? '', argument, optionsAfter(lines, i)))
    if (trimmed !== '') waiting = []
    // The words of a title are a link target.
    if (isUnderline(lines[i + 1] ?? '', line) && !targets.has(trimmed.toLowerCase()))
      targets.set(trimmed.toLowerCase(), `#${trimmed}`)
  }
  return names
}

function substitute(kind: string, argument: string, options: ReadonlyMap<string, string>): string {
  return kind === 'image' ? pictureOf(argument, options) : escapeHtml(argument)
}

/** Reads lines such as `:alt: text` below a directive. */
function optionsAfter(lines: readonly string[], at: number): Map<string, string> {
  const options = new Map<string, string>()
  for (let i = at + 1; i < lines.length; i++) {
    const [, name, value = ''] = field.exec((lines[i] ?? '').trim()) ?? []
    if (name === undefined || !/^\s/.test(lines[i] ?? '')) break
    options.set(name, value)
  }
  return options
}

function pictureOf(address: string, options: ReadonlyMap<string, string>): string {
  const size = ['width', 'height']
    .map((name) => ({ name, value: /^\d{1,5}(?=(px)?$)/.exec(options.get(name) ?? '')?.[0] }))
    .map(({ name, value }) => (value === undefined ? '' : ` ${name}="${value}"`))
  const picture = `<img src="${escapeHtml(address)}" alt="${escapeHtml(options.get('alt') ?? '')}"${size.join('')}>`
  const to = options.get('target')
  return to === undefined ? picture : `<a href="${escapeHtml(to)}">${picture}</a>`
}

function isUnderline(line: string, title: string): boolean {
  const isTitle = title.trim() !== '' && !/^\s/.test(title) && !adornment.test(title)
  return isTitle && adornment.test(line) && line.length >= Math.min(title.length, 4)
}

const indentOf = (line: string) => line.length - line.trimStart().length

/** The HTML of a block and the number of its lines. */
interface Block {
  html: string
  next: number
}

const alertKinds: Readonly<Record<string, AlertKind>> = {
  note: 'note',
  seealso: 'note',
  admonition: 'note',
  hint: 'tip',
  tip: 'tip',
  important: 'important',
  attention: 'warning',
  warning: 'warning',
  caution: 'caution',
  danger: 'caution',
  error: 'caution',
}
const codeDirectives = new Set([
  'code',
  'code-block',
  'sourcecode',
  'highlight',
  'parsed-literal',
  'math',
  'prompt',
  'csv-table',
])
/** These directives include other files, or create parts that the page already has. */
const silent = new Set([
  'contents',
  'include',
  'toctree',
  'raw',
  'meta',
  'sectnum',
  'class',
  'role',
  'default-role',
  'index',
])

class RstReader {
  readonly #names: RstNames
  /** Underline characters, in the order of their heading levels. */
  readonly #levels: string[] = []

  constructor(names: RstNames) {
    this.#names = names
  }

  blocks(lines: readonly string[], depth: number): string {
    if (depth > deepest) return preformatted(lines.join('\n'))
    const html: string[] = []
    for (let at = 0; at < lines.length; ) {
      if (lines[at] === '') {
        at++
        continue
      }
      const block = this.#block(lines, at, depth)
      html.push(block.html)
      at = Math.max(block.next, at + 1)
    }
    return html.join('\n')
  }

  #block(lines: readonly string[], at: number, depth: number): Block {
    const line = lines[at] ?? ''
    if (/^\s/.test(line)) return this.#quote(lines, at, depth)
    if (line.startsWith('..') && /^\.\.(?:\s|$)/.test(line)) return this.#explicit(lines, at, depth)
    const title = depth === 0 ? this.#title(lines, at) : undefined
    if (title) return title
    const table = tableEnd(lines, at)
    if (table !== undefined)
      return { html: renderTable(lines.slice(at, table), (text) => this.#inline(text)), next: table }
    if (adornment.test(line) && line.length >= 4) return { html: '<hr>', next: at + 1 }
    if (bullet.test(line)) return this.#list(lines, at, depth, bullet, 'ul')
    if (enumerated.test(line)) return this.#list(lines, at, depth, enumerated, 'ol')
    if (field.test(line)) return this.#fields(lines, at, depth)
    if (line.startsWith('>>> ')) return this.#until(lines, at, (text) => preformatted(text, 'python'))
    if (/^\|(?: |$)/.test(line)) return this.#lineBlock(lines, at)
    return this.#paragraph(lines, at, depth)
  }

  #inline(text: string): string {
    return renderInline(text, this.#names)
  }

  #title(lines: readonly string[], at: number): Block | undefined {
    const [line = '', second = '', third = ''] = lines.slice(at, at + 3)
    const isOver =
      adornment.test(line) && second.trim() !== '' && third === line && line.length >= second.trim().length
    if (!isOver && !isUnderline(second, line)) return undefined
    const kind = isOver ? `${line[0]}${line[0]}` : (second[0] ?? '')
    if (!this.#levels.includes(kind)) this.#levels.push(kind)
    const level = Math.min(this.#levels.indexOf(kind) + 1, 6)
    const text = isOver ? second.trim() : line.trim()
    return { html: `<h${level}>${this.#inline(text)}</h${level}>`, next: at + (isOver ? 3 : 2) }
  }

  /** Returns indented lines, and empty ones between them, without their common indentation. */
  #indented(lines: readonly string[], at: number, least = 1): { body: string[]; next: number } {
    let next = at
    while (next < lines.length && (lines[next] === '' || indentOf(lines[next] ?? '') >= least)) next++
    while (next > at && lines[next - 1] === '') next--
    const body = lines.slice(at, next)
    const common = body
      .filter((line) => line !== '')
      .reduce((least, line) => Math.min(least, indentOf(line)), 1000)
    return { body: body.map((line) => line.slice(common)), next }
  }

  #quote(lines: readonly string[], at: number, depth: number): Block {
    const { body, next } = this.#indented(lines, at)
    return { html: `<blockquote>${this.blocks(body, depth + 1)}</blockquote>`, next }
  }

  #until(lines: readonly string[], at: number, show: (text: string) => string): Block {
    let next = at
    while (next < lines.length && lines[next] !== '') next++
    return { html: show(lines.slice(at, next).join('\n')), next }
  }

  #lineBlock(lines: readonly string[], at: number): Block {
    return this.#until(lines, at, (text) => {
      const shown = text.split('\n').map((line) => this.#inline(line.replace(/^\| ?/, '')))
      return `<p>${shown.join('<br>\n')}</p>`
    })
  }

  #list(lines: readonly string[], at: number, depth: number, marker: RegExp, tag: 'ul' | 'ol'): Block {
    const items: string[] = []
    let next = at
    for (;;) {
      const found = marker.exec(lines[next] ?? '')
      if (!found) break
      const width = found[0].length
      const { body, next: end } = this.#indented(lines, next + 1, Math.min(width, 2))
      const first = (lines[next] ?? '').slice(width)
      items.push(`<li>${unwrapped(this.blocks([first, ...body], depth + 1))}</li>`)
      next = end
      let following = next
      while (lines[following] === '') following++
      if (marker.test(lines[following] ?? '')) next = following
    }
    return { html: `<${tag}>${items.join('\n')}</${tag}>`, next }
  }

  #fields(lines: readonly string[], at: number, depth: number): Block {
    const entries: string[] = []
    let next = at
    for (;;) {
      const [, name, rest = ''] = field.exec(lines[next] ?? '') ?? []
      if (name === undefined) break
      const { body, next: end } = this.#indented(lines, next + 1)
      entries.push(
        `<dt>${this.#inline(name)}</dt><dd>${unwrapped(this.blocks([rest, ...body], depth + 1))}</dd>`,
      )
      next = end
    }
    return { html: `<dl>${entries.join('\n')}</dl>`, next }
  }

  /** A line followed by indented ones is a term with its definition. */
  #paragraph(lines: readonly string[], at: number, depth: number): Block {
    const line = lines[at] ?? ''
    if (/^\s+\S/.test(lines[at + 1] ?? '') && !line.endsWith('::')) {
      const { body, next } = this.#indented(lines, at + 1)
      return { html: `<dl><dt>${this.#inline(line)}</dt><dd>${this.blocks(body, depth + 1)}</dd></dl>`, next }
    }
    let next = at
    while (next < lines.length && lines[next] !== '' && (next === at || !/^\s/.test(lines[next] ?? '')))
      next++
    const text = lines.slice(at, next).join('\n')
    if (!text.endsWith('::')) return { html: `<p>${this.#inline(text)}</p>`, next }
    const stated = text.slice(0, -2)
    const shown = stated === stated.trimEnd() ? `${stated}:` : stated.trimEnd()
    const before = shown === '' || shown === ':' ? '' : `<p>${this.#inline(shown)}</p>\n`
    let from = next
    while (lines[from] === '') from++
    if (!/^\s/.test(lines[from] ?? '')) return { html: before, next }
    const { body, next: end } = this.#indented(lines, from)
    return { html: `${before}${preformatted(body.join('\n'))}`, next: end }
  }

  /** Reads a block that starts with two dots: a directive, a definition or a comment. */
  #explicit(lines: readonly string[], at: number, depth: number): Block {
    const line = lines[at] ?? ''
    const { body, next } = this.#indented(lines, at + 1)
    const [, label, text = ''] = footnote.exec(line) ?? []
    if (label !== undefined) {
      const inside = unwrapped(this.blocks([text, ...body], depth + 1))
      return {
        html: `<p id="footnote-${encodeURIComponent(label)}"><sup>${escapeHtml(label)}</sup> ${inside}</p>`,
        next,
      }
    }
    const [, name, argument = ''] = directive.exec(line) ?? []
    if (name === undefined) return { html: '', next }
    return { html: this.#directive(name.toLowerCase(), argument, body, depth), next }
  }

  #directive(name: string, argument: string, body: readonly string[], depth: number): string {
    if (silent.has(name)) return ''
    const options = optionsAfter(['', ...body.map((line) => ` ${line}`)], 0)
    const content = body.slice(options.size)
    const inside = () => this.blocks(content, depth + 1)
    if (name === 'image') return `<p>${pictureOf(argument, options)}</p>`
    if (name === 'figure')
      return `<figure>${pictureOf(argument, options)}<figcaption>${inside()}</figcaption></figure>`
    if (codeDirectives.has(name)) return preformatted(content.join('\n').trim(), argument.trim())
    const kind = alertKinds[name]
    if (kind) return this.#alert(kind, name, argument, inside())
    const title = argument === '' ? '' : `<p>${this.#inline(argument)}</p>\n`
    return `${title}${inside()}`
  }

  #alert(kind: AlertKind, name: string, argument: string, inside: string): string {
    const isTitled = name === 'admonition'
    const title = isTitled ? alertTitle(kind, this.#inline(argument)) : alertTitle(kind)
    const text = isTitled || argument === '' ? '' : `<p>${this.#inline(argument)}</p>\n`
    return `<div class="${alertClasses(kind)}">${title}${text}${inside}</div>`
  }
}

/** A single paragraph needs no element of its own in a list. */
function unwrapped(html: string): string {
  const isOne = html.startsWith('<p>') && html.endsWith('</p>') && !html.includes('<p>', 1)
  return isOne ? html.slice(3, -4) : html
}

function preformatted(text: string, language = ''): string {
  const isKnown = language !== '' && highlight.getLanguage(language) !== undefined
  const html = isKnown
    ? highlight.highlight(text, { language, ignoreIllegals: true }).value
    : escapeHtml(text)
  return `<pre><code${isKnown ? ` class="language-${escapeHtml(language)}"` : ''}>${html}</code></pre>`
}
