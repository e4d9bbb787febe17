import { percentDecoded } from '@nodeyard/analysis/ground'
import GithubSlugger from 'github-slugger'
import { escapeHtml, unescapeHtml } from './escape.ts'

/** Prefix of ids from authors and headings, which keeps them apart from the page's own. */
export const idPrefix = 'user-content-'

/** Sanitized HTML contains `<` and `>` only around tags. */
const tags = /(<[^<>]*>)/
const headingTag = /^<h([2-6])[ >]/
const attribute = / ([a-z-]+)="([^"]*)"/g

/** The link targets within a text, by the names that links use. */
interface Targets {
  ids: Map<string, string>
  taken: Set<string>
}

/** Adds ids to headings, and points links of a sanitized text to them and to ids that its author chose. */
export function withAnchors(html: string, prefix = idPrefix): string {
  const parts = html.split(tags)
  const targets: Targets = { ids: new Map(), taken: new Set() }
  for (const [i, part] of parts.entries()) if (part.startsWith('<')) parts[i] = keepId(part, prefix, targets)
  nameHeadings(parts, prefix, targets)
  return parts.map((part) => (part.startsWith('<a ') ? leading(part, targets) : part)).join('')
}

/** Changes the attributes of a tag. Returning undefined removes one. */
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

/** Names headings by their words, as code hosts do. A heading with an id has both names. */
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

/**
 * Removes links that lead nowhere. `#` and `#top` lead to the top of the page. Like code hosts, it also
 * accepts the id prefix in links.
 */
function leading(tag: string, { ids }: Targets): string {
  return withAttributes(tag, (attributeName, value) => {
    if (attributeName !== 'href' || !value.startsWith('#') || value === '#' || value === '#top') return value
    const written = unescapeHtml(value.slice(1)).replace(/^user-content-/, '')
    const name = percentDecoded(written) ?? written
    const id = ids.get(name) ?? ids.get(name.toLowerCase()) ?? ids.get(new GithubSlugger().slug(name))
    return id === undefined ? undefined : `#${escapeHtml(id)}`
  })
}
