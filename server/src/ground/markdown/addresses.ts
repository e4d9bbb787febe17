import { percentDecoded, readRepository } from '@nodeyard/analysis/ground'

/** The base for relative links and images of a text. */
export interface ReadmeBase {
  /** Omitted when the pack names none. */
  repository?: string
  /** Whether the archive has a file. */
  hasFile?: (path: string) => boolean
}

/** The text with the links, by its path from the root of the pack. */
export interface LinkingText extends ReadmeBase {
  path?: string
}

/** Prefix of links to archive files, until their place of display is known. */
export const archivePrefix = './'

const codeHosts = new Set(['github.com', 'gitlab.com', 'codeberg.org'])

/** Resolves a link; undefined when it leads nowhere. */
export function linkOf(href: string, text: LinkingText): string | undefined {
  const trimmed = href.trim()
  if (trimmed.startsWith('#')) return trimmed
  return absolute(trimmed)?.replace(/^http:(?=\/\/)/i, 'http:') ?? relative(trimmed, text, 'blob')
}

/** Resolves an image address like {@link linkOf}, but never to plain HTTP. */
export function pictureOf(src: string, text: LinkingText): string | undefined {
  const trimmed = src.trim()
  if (trimmed.startsWith('#')) return undefined
  return absolute(trimmed)?.replace(/^http:(?=\/\/)/i, 'https:') ?? relative(trimmed, text, 'raw')
}

function absolute(address: string): string | undefined {
  if (/^[a-z][a-z0-9+.-]*:/i.test(address)) return address
  return address.startsWith('//') ? `https:${address}` : undefined
}

/**
 * Resolves to a file of the archive, or else of the repository; undefined without a repository on a known
 * host.
 */
function relative(address: string, text: LinkingText, view: 'blob' | 'raw'): string | undefined {
  if (address === '') return undefined
  const { path = '', repository = '', hasFile } = text
  const folder = path.split('/').slice(0, -1)
  const from = ['https://pack.invalid', ...folder.map(encodeURIComponent), ''].join('/')
  // After a backslash or a slash, a URL parser could read a host name, so both are read as a path. Invalid
  // addresses are dropped.
  const url = URL.parse(address.replace(/^[\\/]+/, '/'), from)
  if (!url) return undefined
  const hash = view === 'blob' ? url.hash : ''
  const file = percentDecoded(url.pathname.slice(1))
  if (file !== undefined && file === path && hash !== '') return hash
  if (file !== undefined && hasFile?.(file))
    return `${archivePrefix}${file.split('/').map(encodeURIComponent).join('/')}${hash}`
  const root = rootOf(repository, view)
  return root && `${root}${url.pathname}${hash}`
}

/** Returns the address of a repository's files; undefined if its host is unknown. */
function rootOf(repository: string, view: 'blob' | 'raw'): string | undefined {
  const found = readRepository(repository)
  const [host = '', ...names] = found?.key.split('/') ?? []
  if (!found || !codeHosts.has(host) || names.length !== 2) return undefined
  const [, tree = 'tree', branch = 'HEAD', ...below] = found.address.slice(found.clone.length).split('/')
  return tree === 'tree' ? [found.clone.replace(/\.git$/i, ''), view, branch, ...below].join('/') : undefined
}
