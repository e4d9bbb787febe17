import type { RepositoryName } from '../../people/code-host/client.ts'

/** A repository and a folder in it. */
export interface RepositoryPlace {
  /** Host, owner and name in canonical form, such as `github.com/owner/name`. */
  key: string
  /** Such as `packs/blur`; empty for the root. */
  folder: string
}

/**
 * Parses a repository address. Returns undefined for other texts. Two addresses of the same repository have
 * the same key.
 */
export function repositoryPlace(address: string): RepositoryPlace | undefined {
  const found = addressForms
    .map((form) => form.exec(address.trim().slice(0, maxLength)))
    .find((match) => match)
  const [, authority = '', rest = ''] = found ?? []
  const host = hostOf(authority)
  const path = pathOf(rest)
  const parts = repositoryParts(host, path)
  return host && parts ? { key: [host, ...parts].join('/'), folder: folderIn(path) } : undefined
}

export const repositoryKey = (address: string): string | undefined => repositoryPlace(address)?.key

const maxLength = 2048
const longestFolder = 300

const addressForms = [
  // https://host/owner/name, git+ssh://git@host/owner/name
  /^(?:git\+)?(?:https?|ssh|git):\/+([^/?#\s]+)\/([^\s]*)$/i,
  // git@host:owner/name
  /^(?:[\w.-]+@)([\w.-]+\.[\w-]+):(?!\/\/)([^\s]*)$/i,
  // host/owner/name
  /^([\w-]+(?:\.[\w-]+)+)\/([^\s]*)$/i,
]

function hostOf(authority: string): string {
  const host = authority.slice(authority.lastIndexOf('@') + 1).replace(/:\d*$/, '')
  const folded = host
    .toLowerCase()
    .replace(/\.$/, '')
    .replace(/^www\./, '')
  return /^[\w-]+(\.[\w-]+)+$/.test(folded) ? folded : ''
}

function pathOf(rest: string): string[] {
  const [path = ''] = rest.split(/[?#]/)
  return path
    .toLowerCase()
    .split('/')
    .filter((part) => part !== '' && part !== '.')
}

/** Returns the index of the first path part that points inside the repository, or -1. */
const insideOf = (path: readonly string[]) => path.findIndex((part, at) => at >= 2 && insides.has(part))

/**
 * Reads the folder after the keyword and branch, as in `tree/main/packs/blur`. A folder too long for the
 * index counts as the root.
 */
function folderIn(path: readonly string[]): string {
  const at = insideOf(path)
  const [word = '', , ...parts] = at < 0 ? [] : path.slice(at).filter((part) => part !== '-')
  const folder = folders.has(word) ? parts.join('/') : ''
  return folder.length <= longestFolder && /^[\w.~+%/-]*$/.test(folder) ? folder : ''
}

function repositoryParts(host: string, path: string[]): string[] | undefined {
  const end = insideOf(path)
  const whole = end === -1 ? path : path.slice(0, end)
  const parts = whole.slice(0, host in depths ? depths[host] : deepest)
  const name = (parts.pop() ?? '').replace(/\.git$/, '')
  const all = [...parts, name]
  const isPlain = all.every((part) => /^[\w.~+-]+$/.test(part) && part !== '.' && part !== '..')
  return parts.length > 0 && isPlain ? all : undefined
}

const insides = new Set([
  '-',
  'tree',
  'blob',
  'src',
  'raw',
  'commit',
  'commits',
  'releases',
  'issues',
  'wiki',
])
/** The keywords that a branch and a folder follow. */
const folders = new Set(['tree', 'blob', 'src', 'raw'])
/** The number of path parts of a repository on hosts without nested groups. */
const depths: Record<string, number> = {
  'github.com': 2,
  'gist.github.com': 2,
  'codeberg.org': 2,
  'bitbucket.org': 2,
}
const deepest = 8

/** Returns the address that `git clone` accepts for a web address inside a repository. */
export function cloneAddress(address: string): string | undefined {
  const text = address.trim()
  if (!/^https?:\/\/[^\s]+$/i.test(text) || !URL.canParse(text)) return undefined
  const { origin, hostname, pathname, username } = new URL(text)
  if (username !== '' || !/\.[\w-]+$/.test(hostname)) return undefined
  const path = pathname.split('/').filter((part) => part !== '')
  const end = insideOf(path.map((part) => part.toLowerCase()))
  return [origin, ...(end < 0 ? path : path.slice(0, end))].join('/')
}

/** Returns the address of a renamed repository with the folder of the old address. */
export function renamedAddress(address: string, renamed: string): string {
  const inside = /\/(?:-\/)?(?:tree|blob|src|raw)\/[^?#]+/i.exec(address)?.[0] ?? ''
  return repositoryPlace(address)?.folder ? renamed + inside : renamed
}

/** Returns owner and name of a repository at the code host, the only host that can check administrators. */
export function findNameAt(host: string, address: string): RepositoryName | undefined {
  const [found, owner, name, ...rest] = repositoryKey(address)?.split('/') ?? []
  return found === host && owner && name && rest.length === 0 ? { owner, name } : undefined
}
