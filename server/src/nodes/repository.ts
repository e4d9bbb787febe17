import type { RepositoryName } from '../code-host/client.ts'

/**
 * Host, owner and name of a repository in one spelling, such as `github.com/owner/name`: two addresses of the
 * same repository have the same key. Undefined for what is no address of a repository.
 */
export function repositoryKey(address: string): string | undefined {
  const found = addressForms
    .map((form) => form.exec(address.trim().slice(0, maxLength)))
    .find((match) => match)
  const [, authority = '', rest = ''] = found ?? []
  const host = hostOf(authority)
  const path = pathOf(rest)
  const parts = repositoryParts(host, path)
  return host && parts ? [host, ...parts].join('/') : undefined
}

const maxLength = 2048

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

/** Addresses often point at a folder or a branch inside of the repository: that part is dropped. */
function repositoryParts(host: string, path: string[]): string[] | undefined {
  const end = path.findIndex((part, at) => at >= 2 && insides.has(part))
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
/** How many parts make a repository where that is fixed; elsewhere there are groups inside of groups. */
const depths: Record<string, number> = {
  'github.com': 2,
  'gist.github.com': 2,
  'codeberg.org': 2,
  'bitbucket.org': 2,
}
const deepest = 8

/** Owner and name of a repository at the code host; only of that one can it be asked who administers it. */
export function findNameAt(host: string, address: string): RepositoryName | undefined {
  const [found, owner, name, ...rest] = repositoryKey(address)?.split('/') ?? []
  return found === host && owner && name && rest.length === 0 ? { owner, name } : undefined
}
