import { defined } from './defined.ts'
/** A repository, and what an address names in it. */
export interface RepositoryAddress {
  /** Host, owner and name in lowercase, such as `github.com/owner/name`: the same for all addresses of a repository. */
  key: string
  /** The address of the repository alone, which `git clone` accepts. */
  clone: string
  /** The normal form of the whole address. Links and stored addresses are written like this. */
  address: string
  /** In lowercase, such as `packs/blur`; empty for the root. */
  folder: string
  /** In lowercase. Omitted for an address that names a branch, or nothing. */
  commit?: string
}

/** Hosts where repositories have owners. */
export const codeHosts = ['github.com', 'gitlab.com', 'bitbucket.org', 'codeberg.org', 'gitee.com', 'sr.ht']

const maxLength = 2048
const longestFolder = 300

/**
 * Reads the address of a repository. All code uses this reader, so that the repository compared is the one opened. Returns undefined for
 * other texts, and for addresses that a URL parser, git or a person could read in another way.
 */
export function readRepository(text: string): RepositoryAddress | undefined {
  const found = parse(text)
  const again = found && parse(found.address)
  return again?.key === found?.key && again?.address === found?.address ? found : undefined
}

function parse(text: string): RepositoryAddress | undefined {
  const whole = text.trim()
  // Visible ASCII without backslashes.
  if (whole.length > maxLength || !/^[!-[\]-~]+$/.test(whole)) return undefined
  const origin = originOf(whole)
  if (!origin) return undefined
  const parts = origin.path.split('/').filter((part) => part !== '')
  const url = URL.parse(`${origin.protocol}//${origin.host}/${parts.join('/')}`)
  // A URL parser resolves `..` and `%2e`, rewrites numeric hosts, and encodes some characters.
  if (!url || url.hostname !== origin.host.replace(/:\d+$/, '') || url.pathname !== `/${parts.join('/')}`)
    return undefined
  const end = endOfRepository(url.host, parts)
  // Only websites have pages. Git would look for a repository of the whole path.
  if (!origin.isWebsite && end < parts.length) return undefined
  const written = parts.slice(0, end)
  const names = written.with(-1, (written.at(-1) ?? '').replace(/\.git$/i, ''))
  if (names.length < 2 || names.length > deepest || !names.every((name) => nameForm.test(name)))
    return undefined
  const inside = insideAt(parts.slice(end))
  if (!inside) return undefined
  // Other servers can need the ending, and http.
  const isKnown = url.host in depths
  const clone = `${isKnown ? 'https:' : url.protocol}//${[url.host, ...(isKnown ? names : written)].join('/')}`
  const { path, ...place } = inside
  return {
    key: [url.host, ...names].join('/').toLowerCase(),
    clone,
    address: path === '' ? clone : `${clone}/${path}`,
    ...place,
  }
}

const addressForms = [
  // https://host/owner/name
  { form: /^(?:git\+)?(https?:)\/+([^/?#]+)\/([^?#]*)/i, port: undefined },
  // ssh://git@host/owner/name, git://host/owner/name
  { form: /^(?:git\+)?(ssh:)\/+(?:git@)?([^/?#]+)\/([^?#]*)/i, port: ':22' },
  { form: /^(git:)\/+([^/?#]+)\/([^?#]*)/i, port: ':9418' },
  // git@host:owner/name
  { form: /^(git@)([\w.-]+):(?!\/\/)([^?#]*)/i, port: '' },
  // host/owner/name
  { form: /^()([\w.-]+)\/([^?#]*)/, port: '' },
]

/** Separates host and path. The protocol is that of the website. */
function originOf(
  written: string,
): { protocol: string; host: string; path: string; isWebsite: boolean } | undefined {
  for (const { form, port } of addressForms) {
    const [, protocol = '', authority = '', path = ''] = form.exec(written) ?? []
    if (authority === '') continue
    const isWeb = port === undefined
    const usual =
      isWeb || !authority.endsWith(port) ? authority : authority.slice(0, authority.length - port.length)
    const host = usual
      .toLowerCase()
      .replace(/\.(?=:|$)/, '')
      .replace(/^www\./, '')
    // The port of another service says nothing about that of the website.
    const hostForm = isWeb ? /^[\w-]+(?:\.[\w-]+)+(?::\d{1,5})?$/ : /^[\w-]+(?:\.[\w-]+)+$/
    return hostForm.test(host)
      ? {
          protocol: isWeb ? protocol.toLowerCase() : 'https:',
          host,
          path,
          isWebsite: isWeb || protocol === '',
        }
      : undefined
  }
  return undefined
}

const nameForm = /^(?!\.{1,2}$|.*\.git$)[\w.~+-]+$/i

/** The number of names of a repository on hosts without nested groups. */
const depths: Record<string, number> = {
  'github.com': 2,
  'gist.github.com': 2,
  'codeberg.org': 2,
  'bitbucket.org': 2,
}
const deepest = 8

/** Words after the names of a repository. */
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

function endOfRepository(host: string, parts: readonly string[]): number {
  const depth = depths[host]
  if (depth !== undefined) return depth
  const at = parts.findIndex((part, place) => place >= 2 && insides.has(part.toLowerCase()))
  return at < 0 ? parts.length : at
}

/** The words that a branch or commit follows, and then a folder. */
const treeWords = new Set(['tree', 'blob', 'src', 'raw'])
const partForm = /^(?:[\w.~+@=,()-]|%[\da-f]{2})+$/i
/** Characters that are a separator, a part of `..`, or nothing visible once they are decoded. */
const unsafeEscape = /%(?:[01][\da-f]|2[ef5]|5c|7f)/i

/** Reads what follows the repository, such as `tree/main/packs/blur`. Pages, such as `issues/12`, count as its root. */
function insideAt(parts: readonly string[]): { path: string; folder: string; commit?: string } | undefined {
  if (!parts.every((part) => partForm.test(part) && !unsafeEscape.test(part))) return undefined
  const [word = '', ...rest] = parts[0] === '-' ? parts.slice(1) : parts
  const isTree = treeWords.has(word.toLowerCase())
  const isTyped = word.toLowerCase() === 'src' && /^(?:branch|tag|commit)$/i.test(rest[0] ?? '')
  const [ref = '', ...below] = isTyped ? rest.slice(1) : rest
  const folder = isTree ? below.join('/').toLowerCase() : ''
  const commit = /^(?:[\da-f]{40}|[\da-f]{64})$/i.test(ref) ? ref.toLowerCase() : undefined
  const isCommit = word.toLowerCase() === 'commit' && commit !== undefined
  // A folder that is too long for the index counts as the root.
  if (ref === '' || !(isTree || isCommit) || folder.length > longestFolder) return { path: '', folder: '' }
  return { path: parts.join('/'), folder, ...defined({ commit }) }
}
