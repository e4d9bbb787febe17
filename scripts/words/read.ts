import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseSync } from 'rolldown/utils'

/** A `note` is a comment behind code on the same line. */
export type Kind = 'comment' | 'note' | 'test name' | 'message' | 'prose' | 'heading' | 'screen'

/** A sentence that people read, without its code and quotes. */
export interface Sentence {
  file: string
  line: number
  kind: Kind
  text: string
}

const sources = [
  '{contract,client,analysis,web}/src/**/*.{ts,tsx,mjs}',
  'server/{src,test,demo}/**/*.{ts,mjs}',
  '{bench,scripts,e2e}/**/*.{ts,mjs}',
  '{web,client}/*.ts',
]
const prose = [
  '{README,CONTRIBUTING,ARCHITECTURE,SECURITY}.md',
  'docs/**/*.md',
  '{client,server,web,bench,deploy}/**/*.md',
]

/** Lists the files whose words are checked. `scripts/words` quotes the habits, so it is left out. */
export function listFiles(root: string): string[] {
  const exclude = ['**/{node_modules,build,dist}/**', 'server/demo/packs/**', 'scripts/words/**']
  return globSync([...sources, ...prose, 'web/locales/en/*.json'], { cwd: root, exclude })
    .map((file) => file.replaceAll('\\', '/'))
    .filter((file) => !file.endsWith('.d.ts'))
    .sort()
}

export function readSentences(root: string, files: string[]): Sentence[] {
  return files.flatMap((file) => sentencesOf(file, readFileSync(join(root, file), 'utf8')))
}

export function sentencesOf(file: string, text: string): Sentence[] {
  if (file.endsWith('.md')) return sentencesOfMarkdown(file, text)
  if (file.endsWith('.json')) return sentencesOfLocale(file, text)
  return sentencesOfSource(file, text)
}

function sentencesOfSource(file: string, text: string): Sentence[] {
  const lineAt = (offset: number) => text.slice(0, offset).split('\n').length
  const comments = joinedComments(file, text).flatMap(({ start, value, kind }) =>
    split({ file, line: lineAt(start), kind }, value),
  )
  const names = [...text.matchAll(testNames)].flatMap((match) =>
    split({ file, line: lineAt(match.index), kind: 'test name' }, match.groups?.['text'] ?? ''),
  )
  const messages = [...text.matchAll(messageTexts)].flatMap((match) =>
    split({ file, line: lineAt(match.index), kind: 'message' }, wholeText(match, text)),
  )
  return [...comments, ...(/\.test\.tsx?$/.test(file) ? names : messages)]
}

const quoted = String.raw`(?<quote>['"${'`'}])(?<text>(?:\\.|(?!\k<quote>)[^\\\n])*)\k<quote>`
const appended = new RegExp(String.raw`^\s*\+\s*${quoted}`)
const testNames = new RegExp(
  String.raw`\b(?<!\.)(?:it|test|describe)(?:\.(?:skip|only|todo))?\(\s*${quoted}`,
  'g',
)
const messageTexts = new RegExp(
  String.raw`(?:\b(?:Error|Problem|console\.\w+)\(\s*|\b(?:description|message|summary|why|fix):\s*)${quoted}`,
  'g',
)

/** Adds the string literals that a `+` appends. */
function wholeText(match: RegExpMatchArray, source: string): string {
  let whole = match.groups?.['text'] ?? ''
  let end = (match.index ?? 0) + match[0].length
  for (let next = appended.exec(source.slice(end, end + 500)); next; ) {
    whole += next.groups?.['text'] ?? ''
    end += next[0].length
    next = appended.exec(source.slice(end, end + 500))
  }
  return whole
}

interface Comment {
  start: number
  kind: 'comment' | 'note'
  value: string
}

/** Joins line comments on adjacent lines, because their sentences run over the line ends. */
function joinedComments(file: string, text: string): Comment[] {
  const joined: (Comment & { end: number })[] = []
  for (const { type, value, start, end } of parseSync(file, text).comments) {
    if (/^\s*(?:biome-ignore|@ts-|@vitest|!|\/ <reference)|^[#@]__/.test(value)) continue
    const last = joined.at(-1)
    const kind = /\S.*$/.test(text.slice(text.lastIndexOf('\n', start) + 1, start)) ? 'note' : 'comment'
    const isContinued =
      last?.kind === 'comment' && type === 'Line' && /^\n[ \t]*$/.test(text.slice(last.end, start))
    if (isContinued) Object.assign(last, { end, value: `${last.value}\n${value}` })
    else joined.push({ start, end, kind, value: value.replace(/^\*+/, '').replace(/\n\s*\*/g, '\n') })
  }
  return joined
}

function sentencesOfLocale(file: string, text: string): Sentence[] {
  return text.split('\n').flatMap((line, i) => {
    const value = /^\s*"[^"]+": "(.*)",?$/.exec(line)?.[1]
    return value === undefined ? [] : split({ file, line: i + 1, kind: 'screen' }, value)
  })
}

function sentencesOfMarkdown(file: string, text: string): Sentence[] {
  const lines = withoutCode(text).split('\n')
  const found: Sentence[] = []
  let paragraph: { line: number; lines: string[] } | undefined
  const endParagraph = () => {
    if (paragraph)
      found.push(...split({ file, line: paragraph.line, kind: 'prose' }, paragraph.lines.join('\n')))
    paragraph = undefined
  }
  for (const [i, line] of lines.entries()) {
    const at = { file, line: i + 1 }
    if (/^\s*(?:$|#|\||[-*+] |\d+\. |>|<|!\[)/.test(line)) endParagraph()
    if (/^\s*#/.test(line)) found.push(...split({ ...at, kind: 'heading' }, line.replace(/^\s*#+/, '')))
    else if (/^\s*\|/.test(line)) {
      const isHeader = /^\s*\|[\s:|-]+\|?\s*$/.test(lines[i + 1] ?? '')
      const cells = isHeader ? [] : line.split('|')
      found.push(...cells.flatMap((cell) => split({ ...at, kind: 'prose' }, cell)))
    } else if (/\w/.test(line) && !/^\s*(?:<|!\[)/.test(line)) {
      paragraph ??= { line: i + 1, lines: [] }
      paragraph.lines.push(line.replace(/^\s*(?:[-*+] |\d+\. |> ?)/, ''))
    }
  }
  endParagraph()
  return found
}

/** Empties code blocks and HTML comments, and keeps their line ends so that line numbers stay right. */
function withoutCode(markdown: string): string {
  const emptied = (text: string) => text.replace(/[^\n]+/g, '')
  return markdown
    .replace(/^[ \t]*(?:```|~~~)[\s\S]*?^[ \t]*(?:```|~~~)/gm, emptied)
    .replace(/<!--[\s\S]*?-->/g, emptied)
    .replace(/!?\[([^\]\n]*)\]\([^)\n]*\)/g, '$1')
}

function split(at: Omit<Sentence, 'text'>, value: string): Sentence[] {
  const plain = value
    .replace(/\\(['"`])/g, '$1')
    .replace(/`[^`]*`/g, '`x`')
    .replace(/\$?\{[^}]*\}+/g, 'x')
    .replace(/"[^"\n]{0,80}"/g, '"x"')
    .replace(/\*\*|__/g, '')
  const blocks = plain.split(/\n\s*\n|\n\s*- /).map((block) => block.replace(/\s+/g, ' ').trim())
  return blocks
    .flatMap((block) => block.split(/(?<=[.!?][)"’]?) (?=["“(`]?[A-Z`"])/))
    .filter((text) => /\w/.test(text))
    .map((text) => ({ ...at, text }))
}
