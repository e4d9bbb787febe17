import { nestsDeeperThan, percentDecoded } from '@nodeyard/analysis/ground'
import type { ReadmeFormat } from '@nodeyard/analysis/manifest'
import highlight from 'highlight.js/lib/common'
import MarkdownIt, { type Token } from 'markdown-it'
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
  const longest = Math.min(longestHtml, shortHtml + maxGrowth * text.length)
  const finish = (html: string) => {
    const safe = withAnchors(sanitized(html, sanitizing({ ...base, path })), prefix)
    return format === 'plain' ? safe : withEmoji(safe)
  }
  const html = finish((format === 'plain' ? undefined : toHtml(text, longest)) ?? asWritten(text))
  return html.length > longest ? finish(asWritten(`${text.slice(0, longest / longestEscape)}…`)) : html
}

/**
 * Maximum length of the HTML of one text, and how much longer than its source it can be. A few letters can repeat a long address, and
 * every view of a page takes time for its length. No README of people comes near.
 */
const longestHtml = 1_000_000
const maxGrowth = 8
const shortHtml = 20_000
/** Characters that one is escaped to, as in `&quot;`. */
const longestEscape = 6

const asWritten = (text: string) => `<pre>${escapeHtml(text)}</pre>`

/**
 * Maximum nesting of elements. No human-written page comes near it, and sanitizing takes far longer beyond
 * it.
 */
const maxNesting = 200

/** Returns undefined for a text to show as source, because its HTML is longer or nests more deeply. */
function toHtml(text: string, longest: number): string | undefined {
  const { renderer, options } = markdown.set({ highlight: colorsCode() })
  const env = {}
  const tokens = markdown.parse(text, env)
  if (lengthOf(tokens) > longest) return undefined
  const html = renderer.render(tokens, options, env)
  return nestsDeeperThan(maxNesting, html) ? undefined : html
}

/** The characters of texts and attributes, which are shared in memory until they are rendered. */
function lengthOf(tokens: readonly Token[]): number {
  let length = 0
  for (const { content, attrs, children } of tokens) {
    length += content.length + lengthOf(children ?? [])
    for (const [, value] of attrs ?? []) length += String(value).length
  }
  return length
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
  'picture',
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
      img: ['only-dark', 'only-light'],
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
      source: (_tag, { media, srcset, src }) => {
        if (src) return videoLink(src, text)
        const scheme = /^\(prefers-color-scheme: ?(dark|light)\)$/.exec(media?.trim() ?? '')?.[1]
        const address = scheme && pictureOf(srcset?.trim().split(/[\s,]/)[0] ?? '', text)
        return address
          ? { tagName: 'img', attribs: { src: address, alt: '', loading: 'lazy', class: `only-${scheme}` } }
          : { tagName: 'img', attribs: {} }
      },
      video: (tag, { src }) => (src ? videoLink(src, text) : { tagName: tag, attribs: {} }),
      td: aligned,
      th: aligned,
      img: (_tag, { src = '', class: _class, ...rest }) => {
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

/** A player would load files from hosts that the page does not trust. */
function videoLink(src: string, text: LinkingText): sanitizeHtml.Tag {
  const href = linkOf(src, text)
  if (!href) return { tagName: 'video', attribs: {} }
  const name = percentDecoded(href.split(/[?#]/)[0]?.split('/').at(-1) ?? '')
  return { tagName: 'a', attribs: { href, rel: 'nofollow ugc noopener' }, text: name || href }
}

/** Markdown states the alignment of columns as a style. */
function aligned(tagName: string, { style = '', ...rest }: sanitizeHtml.Attributes): sanitizeHtml.Tag {
  return { tagName, attribs: { ...given('align', /^text-align: ?(\w+)$/.exec(style)?.[1]), ...rest } }
}

function given(name: string, value: string | undefined): Record<string, string> {
  return value ? { [name]: value } : {}
}
