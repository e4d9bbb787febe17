/** A line of a list of requirements. */
export interface InstallLine {
  /** Omitted when an address names no package. */
  name?: string
  /** Where the package comes from, without the prefix of a version control system. */
  address?: string
  /** `git`, `hg`, `svn` or `bzr`. */
  control?: string
}

const longest = 1_000

/**
 * Reads a requirement: `name`, `name @ address`, or an address, which may name its package in its fragment or in the
 * file that it ends with. Returns undefined for options and remarks. Sources: PEP 508, PEP 427, `pip._internal.req`.
 */
export function readInstallLine(line: string): InstallLine | undefined {
  const text = line
    .slice(0, longest)
    .trim()
    .replace(/^(-e|--editable)(\s+|=)/, '')
    .replace(/^["']/, '')
  if (text === '' || text.startsWith('#') || text.startsWith('-')) return undefined
  const direct = /^(?:([a-z]+)\+)?([a-z]+:\/\/\S+)/i.exec(text)
  if (direct) return { ...ofAddress(direct[1], direct[2] ?? ''), ...nameIn(direct[2] ?? '') }
  const [, name, rest = ''] = /^([a-z0-9](?:[a-z0-9._-]*[a-z0-9])?)(.*)/i.exec(text) ?? []
  if (name === undefined) return undefined
  const [, control, address] = /^\s*(?:\[[^\]]*\]\s*)?@\s*(?:([a-z]+)\+)?([a-z]+:\/\/\S+)/i.exec(rest) ?? []
  return { name, ...(address === undefined ? {} : ofAddress(control, address)) }
}

function ofAddress(control: string | undefined, address: string): Pick<InstallLine, 'address' | 'control'> {
  return { address, ...(control === undefined ? {} : { control: control.toLowerCase() }) }
}

/** `…/name-1.0-py3-none-any.whl`, `…/name-1.0.tar.gz`, `…#egg=name`, `…/name.git` */
function nameIn(address: string): Pick<InstallLine, 'name'> {
  const [path = '', fragment = ''] = address.split('#', 2)
  const egg = /(?:^|&)egg=([\w.-]+)/.exec(fragment)?.[1]
  if (egg !== undefined) return { name: egg }
  const file = path.split('?', 1)[0]?.split('/').at(-1) ?? ''
  const archive = /^([a-z][\w.]*?(?:-[a-z][\w.]*?)*)-v?\d/i.exec(file)?.[1]
  if (archive !== undefined && /\.(whl|zip|tar\.\w+|tgz)$/i.test(file)) return { name: archive }
  return {}
}
