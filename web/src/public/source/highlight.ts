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

/** Longer texts would hold up the page; they are shown plain. */
const longestText = 300_000
/** So would longer lines: grammars start over at each letter of a word. */
const longestLine = 1000
/** Some grammars take time that grows with the square of the length, which a few thousand letters keep small. */
const pieceLength = 8000

/** The lines of a text as HTML, in colours where its language is known. The text itself is escaped. */
export function highlightedLines(content: string, path: string): string[] {
  const text = content.replace(/\n$/, '')
  const language = byExtension[extensionOf(path)]
  const plainLines = text.split('\n')
  const isLong = text.length > longestText || plainLines.some((line) => line.length > longestLine)
  if (!language || isLong) return plainLines.map(escaped)
  const pieces = piecesOf(plainLines).map(
    (piece) => hljs.highlight(piece, { language, ignoreIllegals: true }).value,
  )
  return linesOf(pieces.join('\n')) ?? plainLines.map(escaped)
}

/** Long texts in pieces of whole lines, which end where something new seems to begin: before a line without indent. */
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

/** Elements that reach over a line break. Each is written again in each line, so that there must not be many. */
const mostOpen = 100

/**
 * Splits at line breaks; an element that reaches over one is closed before it and opened again behind it. Undefined
 * where more of them do than anybody writes.
 */
export function linesOf(html: string): string[] | undefined {
  const open: string[] = []
  const lines: string[] = []
  for (const line of html.split('\n')) {
    if (open.length > mostOpen) return undefined
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
