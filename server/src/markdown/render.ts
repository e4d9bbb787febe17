import { nestsDeeperThan } from '@nodeyard/analysis/markup-depth'
import highlight from 'highlight.js/lib/common'
import MarkdownIt from 'markdown-it'
import sanitizeHtml from 'sanitize-html'

/** Where relative links and pictures of a README lead. Absent when the pack names no repository. */
export interface ReadmeBase {
  repository?: string
}

const markdown = new MarkdownIt({ html: true, linkify: true })

/** Letters of a block of code that is shown in colors, and of all such blocks: many grammars take quadratic time. */
const longestColored = 4000
const mostColored = 50_000

/** Colors the code of one text, the first blocks first. */
function colorsCode(): (code: string, language: string) => string {
  let left = mostColored
  return (code, language) => {
    if (!language || code.length > Math.min(left, longestColored) || !highlight.getLanguage(language))
      return ''
    left -= code.length
    return highlight.highlight(code, { language, ignoreIllegals: true }).value
  }
}

/**
 * A README as HTML that is safe to put into a page: text, pictures by https, links, tables, code. No scripts,
 * styles, forms, frames, ids or classes but those of highlighted code. Headings are one level lower, since the page
 * has its own title.
 */
export function renderReadme({ path, text }: { path: string; text: string }, base: ReadmeBase): string {
  const html = /\.(md|markdown)$/i.test(path) ? rendered(text) : asPlainText(text)
  return sanitizeHtml(html, sanitizing({ ...base, folder: path.split('/').slice(0, -1) })).trim()
}

/** Elements open at once. No page that people wrote comes near, and sanitizing takes far longer beyond it. */
const mostNesting = 200

/** A text whose HTML nests more deeply is shown as it is written. */
function rendered(text: string): string {
  const html = markdown.set({ highlight: colorsCode() }).render(text)
  return nestsDeeperThan(mostNesting, html) ? asPlainText(text) : html
}

const strictMarkdown = new MarkdownIt({ linkify: true })

/** A text of the registry's own people as HTML: what a README may have, but for pictures and HTML of its own. */
export function renderMarkdown(text: string): string {
  const rules = sanitizing({})
  const allowedTags = (rules.allowedTags || []).filter((tag) => tag !== 'img')
  return sanitizeHtml(strictMarkdown.render(text), { ...rules, allowedTags }).trim()
}

const escapes: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }

function asPlainText(text: string): string {
  return `<pre>${text.replace(/[&<>"]/g, (character) => escapes[character] ?? '')}</pre>`
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
const lists = ['ul', 'ol', 'li', 'dl', 'dt', 'dd']
const tables = ['table', 'thead', 'tbody', 'tr', 'th', 'td', 'caption']
const headings = ['h2', 'h3', 'h4', 'h5', 'h6']

/** The folder that the text stands in, from the top of the pack. */
interface TextBase extends ReadmeBase {
  folder?: readonly string[]
}

function sanitizing(base: TextBase): sanitizeHtml.IOptions {
  const link = (href = '') => absolute(href, base, 'blob')
  const picture = (src = '') => absolute(src, base, 'raw')
  return {
    allowedTags: [...blocks, ...inlines, ...lists, ...tables, ...headings],
    allowedAttributes: {
      a: ['href', 'title', 'rel'],
      img: ['src', 'alt', 'title', 'width', 'height', 'loading'],
      td: ['colspan', 'rowspan', 'align'],
      th: ['colspan', 'rowspan', 'align', 'scope'],
      ol: ['start'],
      details: ['open'],
      abbr: ['title'],
    },
    allowedClasses: { span: ['hljs-*'], code: ['language-*'] },
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
      a: (_tag, { href, title }) => ({
        tagName: 'a',
        attribs: { ...given('href', link(href)), ...given('title', title), rel: 'nofollow ugc noopener' },
      }),
      img: (_tag, { src, ...rest }) => {
        const address = picture(src)
        // Named as no tag that is allowed, it is left out. A filter would copy all that was written so far.
        if (!address) return { tagName: 'no-picture', attribs: {} }
        return { tagName: 'img', attribs: { ...rest, src: address, alt: rest['alt'] ?? '', loading: 'lazy' } }
      },
    },
  }
}

function given(name: string, value: string | undefined): Record<string, string> {
  return value ? { [name]: value } : {}
}

/**
 * The address that a link of the README means. A relative one is a file of the repository; without a repository on a
 * known host it leads nowhere and is dropped.
 */
function absolute(
  address: string,
  { repository, folder = [] }: TextBase,
  view: 'blob' | 'raw',
): string | undefined {
  const trimmed = address.trim()
  if (/^[a-z][a-z0-9+.-]*:/i.test(trimmed))
    return trimmed.replace(/^http:(?=\/\/)/i, view === 'raw' ? 'https:' : 'http:')
  if (trimmed.startsWith('//')) return `https:${trimmed}`
  if (trimmed === '' || trimmed.startsWith('#')) return undefined
  const root =
    /^https:\/\/(?:www\.)?(github\.com|gitlab\.com|codeberg\.org)\/([\w.-]+)\/([\w.-]+?)(?:\.git)?\/?$/i.exec(
      repository ?? '',
    )
  if (!root) return undefined
  const from = ['https://pack.invalid', ...folder.map(encodeURIComponent), ''].join('/')
  // After a backslash, as after a slash, an address may name a host; it is read as a path. What is no address is dropped.
  const path = URL.parse(trimmed.replace(/^[\\/]+/, '/'), from)
  if (!path) return undefined
  return `https://${root[1]}/${root[2]}/${root[3]}/${view}/HEAD${path.pathname}${view === 'blob' ? path.hash : ''}`
}
