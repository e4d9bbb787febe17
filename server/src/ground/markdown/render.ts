import type { ReadmeFormat } from '@nodeyard/analysis/manifest/declared-readme'
import { nestsDeeperThan } from '@nodeyard/analysis/markup-depth'
import highlight from 'highlight.js/lib/common'
import MarkdownIt from 'markdown-it'
import sanitizeHtml from 'sanitize-html'
import { type LinkingText, linkOf, pictureOf, type ReadmeBase } from './addresses.ts'
import { alerts } from './alerts.ts'
import { withAnchors } from './anchors.ts'
import { withEmoji } from './emoji.ts'
import { escapeHtml } from './escape.ts'
import { footnotes } from './footnotes.ts'
import { math } from './math.ts'
import { taskLists } from './task-lists.ts'

const markdown = new MarkdownIt({ html: true, linkify: true })
  .use(taskLists)
  .use(alerts)
  .use(footnotes)
  .use(math)

/**
 * Maximum length of a colored code block, and of all such blocks together, because many grammars take
 * quadratic time.
 */
const longestColored = 4000
const maxColored = 50_000

/** Colors the code blocks of one text until the limit is reached. */
function colorsCode(): (code: string, language: string) => string {
  let left = maxColored
  return (code, language) => {
    if (!language || code.length > Math.min(left, longestColored) || !highlight.getLanguage(language))
      return ''
    left -= code.length
    return highlight.highlight(code, { language, ignoreIllegals: true }).value
  }
}

/** A text of a pack. */
export interface ReadmeText {
  path: string
  text: string
  format: ReadmeFormat
}

/**
 * Renders a pack's text as safe HTML: text, images, links, tables, code. Removes scripts, styles, forms and
 * frames, and all ids and classes except known harmless ones. Headings are one level lower, since the page
 * has its own title. Links to archive files start with `archivePrefix`.
 */
export function renderReadme({ path, text, format }: ReadmeText, base: ReadmeBase, prefix?: string): string {
  const html = withAnchors(sanitized(toHtml(text, format), sanitizing({ ...base, path })), prefix)
  return format === 'plain' ? html : withEmoji(html)
}

/**
 * Maximum nesting of elements. No human-written page comes near it, and sanitizing takes far longer beyond
 * it.
 */
const maxNesting = 200

/** Shows a text as source when its HTML nests more deeply. */
function toHtml(text: string, format: ReadmeFormat): string {
  const asWritten = `<pre>${escapeHtml(text)}</pre>`
  if (format === 'plain') return asWritten
  const html = markdown.set({ highlight: colorsCode() }).render(text)
  return nestsDeeperThan(maxNesting, html) ? asWritten : html
}

const strictMarkdown = new MarkdownIt({ linkify: true })

/** Renders a text of the registry's team: like a README, but without images and raw HTML. */
export function renderMarkdown(text: string): string {
  const rules = sanitizing({})
  const allowedTags = (rules.allowedTags || []).filter((tag) => tag !== 'img')
  return sanitized(strictMarkdown.render(text), { ...rules, allowedTags })
}

/**
 * Sanitizes HTML and removes images without an address and fields that are not checkboxes. The sanitizer
 * itself would copy its whole output for each of them (with a filter), or close the next element wrongly
 * (with a forbidden name).
 */
function sanitized(html: string, rules: sanitizeHtml.IOptions): string {
  const clean = sanitizeHtml(html, rules)
  const kept = clean.replace(/<(?:img|input)\b[^<>]*>/g, (tag) => (/ (?:src|type)="/.test(tag) ? tag : ''))
  // An empty title would make a fold invisible, for example when its picture was removed.
  return kept.replace(/<summary>\s*<\/summary>/g, '<summary>…</summary>').trim()
}

const blocks = ['p', 'div', 'br', 'hr', 'blockquote', 'pre', 'details', 'summary', 'figure', 'figcaption']
const inlines = [
  'a',
  'b',
  'strong',
  'i',
  'em',
  'u',
  's',
  'del',
  'ins',
  'sub',
  'sup',
  'kbd',
  'code',
  'span',
  'img',
  'mark',
  'abbr',
  'small',
  'bdi',
]
/** Checkboxes of task lists, and the ends of texts. */
const others = ['input', 'label', 'section']
const lists = ['ul', 'ol', 'li', 'dl', 'dt', 'dd']
const tables = ['table', 'thead', 'tbody', 'tr', 'th', 'td', 'caption']
const headings = ['h2', 'h3', 'h4', 'h5', 'h6']

function sanitizing(text: LinkingText): sanitizeHtml.IOptions {
  return {
    allowedTags: [...blocks, ...inlines, ...others, ...lists, ...tables, ...headings],
    allowedAttributes: {
      '*': ['id'],
      a: ['href', 'title', 'rel'],
      img: ['src', 'alt', 'title', 'width', 'height', 'loading'],
      input: ['type', 'disabled', 'checked'],
      td: ['colspan', 'rowspan', 'align'],
      th: ['colspan', 'rowspan', 'align', 'scope'],
      ol: ['start'],
      details: ['open'],
      abbr: ['title'],
    },
    allowedClasses: {
      span: ['hljs-*'],
      code: [/^language-[\w+#.-]{1,40}$/],
      li: ['task-list-item'],
      div: ['markdown-alert', 'markdown-alert-*'],
      p: ['markdown-alert-title'],
      section: ['footnotes'],
    },
    allowedSchemes: ['http', 'https', 'mailto'],
    allowedSchemesByTag: { img: ['https'] },
    allowProtocolRelative: false,
    disallowedTagsMode: 'discard',
    transformTags: {
      h1: 'h2',
      h2: 'h3',
      h3: 'h4',
      h4: 'h5',
      h5: 'h6',
      // `name` is the old spelling of ids.
      a: (_tag, { href = '', title, id, name }) => ({
        tagName: 'a',
        attribs: {
          ...given('id', id ?? name),
          ...given('href', linkOf(href, text)),
          ...given('title', title),
          rel: 'nofollow ugc noopener',
        },
      }),
      img: (_tag, { src = '', ...rest }) => {
        const address = pictureOf(src, text)
        if (!address) return { tagName: 'img', attribs: {} }
        return { tagName: 'img', attribs: { ...rest, src: address, alt: rest['alt'] ?? '', loading: 'lazy' } }
      },
      input: (_tag, { type, checked }) =>
        type === 'checkbox'
          ? {
              tagName: 'input',
              attribs: { type, disabled: '', ...(checked === undefined ? {} : { checked }) },
            }
          : { tagName: 'input', attribs: {} },
    },
  }
}

function given(name: string, value: string | undefined): Record<string, string> {
  return value ? { [name]: value } : {}
}
