import GithubSlugger from 'github-slugger'
import { escapeHtml, unescapeHtml } from './escape.ts'

/** Ids that authors choose, and those of headings, begin so: none is one of the page's own. */
export const idPrefix = 'user-content-'

/** Sanitised HTML holds `<` and `>` nowhere but around tags. */
const tags = /(<[^<>]*>)/
const headingTag = /^<h([2-6])[ >]/
const attribute = / ([a-z-]+)="([^"]*)"/g

/** Where the links of a text may lead to within it, by the names that they use. */
interface Targets {
  ids: Map<string, string>
  taken: Set<string>
}

/** Gives headings ids, and leads links of a sanitised text to them and to the ids that its author chose. */
export function withAnchors(html: string, prefix = idPrefix): string {
  const parts = html.split(tags)
  const targets: Targets = { ids: new Map(), taken: new Set() }
  for (const [i, part] of parts.entries()) if (part.startsWith('<')) parts[i] = keepId(part, prefix, targets)
  nameHeadings(parts, prefix, targets)
  return parts.map((part) => (part.startsWith('<a ') ? leading(part, targets) : part)).join('')
}

/** Undefined for an attribute that is left out. */
function withAttributes(tag: string, change: (name: string, value: string) => string | undefined): string {
  return tag.replace(attribute, (whole, name: string, value: string) => {
    const changed = change(name, value)
    return changed === undefined ? '' : changed === value ? whole : ` ${name}="${changed}"`
  })
}

function idOf(tag: string): string | undefined {
  return [...tag.matchAll(attribute)].find(([, name]) => name === 'id')?.[2]
}

/** The first element with an id keeps it. */
function keepId(tag: string, prefix: string, { ids, taken }: Targets): string {
  return withAttributes(tag, (name, value) => {
    if (name !== 'id') return value
    if (!/^[^\s'&]{1,200}$/.test(value) || taken.has(value)) return undefined
    taken.add(value)
    ids.set(value, `${prefix}${value}`)
    return `${prefix}${value}`
  })
}

/** By the words in them, as code hosts do. A heading that has an id is found by both. */
function nameHeadings(parts: string[], prefix: string, { ids, taken }: Targets): void {
  const slugger = new GithubSlugger()
  for (let i = 0; i < parts.length; i++) {
    const level = headingTag.exec(parts[i] ?? '')?.[1]
    if (!level) continue
    const start = i
    let text = ''
    while (++i < parts.length && !parts[i]?.startsWith(`</h${level}`)) if (i % 2 === 0) text += parts[i]
    const slug = slugger.slug(unescapeHtml(text).trim().slice(0, 200))
    if (slug === '' || ids.has(slug)) continue
    const own = idOf(parts[start] ?? '')
    ids.set(slug, own ?? `${prefix}${slug}`)
    if (own !== undefined || taken.has(slug)) continue
    parts[start] = (parts[start] ?? '').replace(/^<h\d/, (tag) => `${tag} id="${escapeHtml(prefix + slug)}"`)
  }
}

/** A link that leads nowhere is text. `#` and `#top` are the top of the page; code hosts take the prefix of ids in links, too. */
function leading(tag: string, { ids }: Targets): string {
  return withAttributes(tag, (attributeName, value) => {
    if (attributeName !== 'href' || !value.startsWith('#') || value === '#' || value === '#top') return value
    const name = decoded(unescapeHtml(value.slice(1)).replace(/^user-content-/, ''))
    const id = ids.get(name) ?? ids.get(name.toLowerCase()) ?? ids.get(new GithubSlugger().slug(name))
    return id === undefined ? undefined : `#${escapeHtml(id)}`
  })
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}
