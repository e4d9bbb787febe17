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

/** The lines of a text as HTML, in colours where its language is known. The text itself is escaped. */
export function highlightedLines(content: string, path: string): string[] {
  const text = content.replace(/\n$/, '')
  const language = byExtension[extensionOf(path)]
  if (!language || text.length > longestText) return text.split('\n').map(escaped)
  return linesOf(hljs.highlight(text, { language, ignoreIllegals: true }).value)
}

/** Splits at line breaks; an element that reaches over one is closed before it and opened again behind it. */
export function linesOf(html: string): string[] {
  const open: string[] = []
  return html.split('\n').map((line) => {
    const before = open.join('')
    for (const [tag] of line.matchAll(/<\/?span[^>]*>/g)) {
      if (tag.startsWith('</')) open.pop()
      else open.push(tag)
    }
    return before + line + '</span>'.repeat(open.length)
  })
}

function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
}
