import hljs from 'highlight.js/lib/core'
import bash from 'highlight.js/lib/languages/bash'
import cpp from 'highlight.js/lib/languages/cpp'
import css from 'highlight.js/lib/languages/css'
import ini from 'highlight.js/lib/languages/ini'
import javascript from 'highlight.js/lib/languages/javascript'
import json from 'highlight.js/lib/languages/json'
import markdown from 'highlight.js/lib/languages/markdown'
import python from 'highlight.js/lib/languages/python'
import typescript from 'highlight.js/lib/languages/typescript'
import xml from 'highlight.js/lib/languages/xml'
import yaml from 'highlight.js/lib/languages/yaml'
import { extensionOf } from './content.ts'

const languages = {
  bash,
  cpp,
  css,
  ini,
  javascript,
  json,
  markdown,
  python,
  typescript,
  xml,
  yaml,
} as const

for (const [name, language] of Object.entries(languages)) hljs.registerLanguage(name, language)

const byExtension: Readonly<Record<string, keyof typeof languages>> = {
  ...{ sh: 'bash', bash: 'bash', bat: 'bash', ps1: 'bash' },
  ...{ cpp: 'cpp', cc: 'cpp', c: 'cpp', h: 'cpp', hpp: 'cpp', cu: 'cpp', cuh: 'cpp' },
  ...{ css: 'css', toml: 'ini', ini: 'ini', cfg: 'ini', json: 'json', ipynb: 'json' },
  ...{ js: 'javascript', mjs: 'javascript', cjs: 'javascript', jsx: 'javascript' },
  ...{ md: 'markdown', py: 'python', pyi: 'python', pyx: 'python', ts: 'typescript', tsx: 'typescript' },
  ...{ html: 'xml', xml: 'xml', svg: 'xml', vue: 'xml', yaml: 'yaml', yml: 'yaml' },
}

/** Longer texts would block the page, so they are shown plain. */
const maxTextLength = 300_000
/** Longer lines too: grammars restart at each letter of a word. */
const maxLineLength = 1000
/** Some grammars take quadratic time, which short pieces keep small. */
const pieceLength = 8000

/** Lines of a text as HTML, highlighted if the language is known. Escapes the text. */
export function highlightedLines(content: string, path: string): string[] {
  const text = content.replace(/\n$/, '')
  const language = byExtension[extensionOf(path)]
  const plainLines = text.split('\n')
  const isLong = text.length > maxTextLength || plainLines.some((line) => line.length > maxLineLength)
  if (!language || isLong) return plainLines.map(escaped)
  const pieces = piecesOf(plainLines).map(
    (piece) => hljs.highlight(piece, { language, ignoreIllegals: true }).value,
  )
  return linesOf(pieces.join('\n')) ?? plainLines.map(escaped)
}

/** Splits a long text into pieces of whole lines, before lines without indentation. */
function piecesOf(lines: readonly string[]): string[] {
  const pieces: string[] = []
  let [start, length, beginning] = [0, 0, 0]
  for (const [at, line] of lines.entries()) {
    length += line.length + 1
    if (lines[at - 1]?.trim() === '' && /^\S/.test(line)) beginning = at
    if (length <= pieceLength || at === start) continue
    const end = beginning > start ? beginning : at
    pieces.push(lines.slice(start, end).join('\n'))
    start = end
    length = lines.slice(start, at + 1).join('\n').length
  }
  return [...pieces, lines.slice(start).join('\n')]
}

/** Elements that span a line break are repeated on each line, so their number is limited. */
const maxOpen = 100

/**
 * Splits HTML at line breaks, closing open elements before each break and reopening them after it. Undefined
 * if too many elements are open.
 */
export function linesOf(html: string): string[] | undefined {
  const open: string[] = []
  const lines: string[] = []
  for (const line of html.split('\n')) {
    if (open.length > maxOpen) return undefined
    const before = open.join('')
    for (const [tag] of line.matchAll(/<\/?span[^<>]*>/g)) {
      if (tag.startsWith('</')) open.pop()
      else open.push(tag)
    }
    lines.push(before + line + '</span>'.repeat(open.length))
  }
  return lines
}

function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
}
