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

/** Grammars with the extensions of their files. */
const languages = {
  bash: [bash, 'sh bash bat ps1'],
  cpp: [cpp, 'cpp cc c h hpp cu cuh'],
  css: [css, 'css'],
  ini: [ini, 'toml ini cfg'],
  javascript: [javascript, 'js mjs cjs jsx'],
  json: [json, 'json ipynb'],
  markdown: [markdown, 'md'],
  python: [python, 'py pyi pyx'],
  typescript: [typescript, 'ts tsx'],
  xml: [xml, 'html xml svg vue'],
  yaml: [yaml, 'yaml yml'],
} as const

const byExtension = new Map<string, string>()

for (const [name, [grammar, extensions]] of Object.entries(languages)) {
  hljs.registerLanguage(name, grammar)
  for (const extension of extensions.split(' ')) byExtension.set(extension, name)
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
  const language = byExtension.get(extensionOf(path))
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
