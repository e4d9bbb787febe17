import { trimEndOf } from '@nodeyard/analysis/text-search'
import { proxyServices } from '@nodeyard/contract/proxy'
import { type ReleaseProject, releaseProjects } from '@nodeyard/contract/releases'
import { isDatabaseUrl } from './ground/db/postgres.ts'
import { type Config, type Role, roles } from './ground/settings.ts'
import { defaultOf, type SettingName } from './settings-table.ts'

export type Environment = Readonly<Record<string, string | undefined>>

/** Shorter secrets could be guessed. */
const minSecretCharacters = 16

const yes = ['1', 'true', 'on', 'yes']
const no = ['0', 'false', 'off', 'no']
const maxProxies = 10

/** Reads and checks environment variables, and collects a problem for each invalid one. */
export class EnvironmentReader {
  readonly problems: string[] = []
  readonly #env: Environment

  constructor(env: Environment) {
    this.#env = env
  }

  #given(name: string): string | undefined {
    return this.#env[name]?.trim() || undefined
  }

  #value(name: SettingName): string | undefined {
    return this.#given(name) ?? defaultOf(name)
  }

  url(name: SettingName, fallback: string, protocols?: string[]): string
  url(name: SettingName, fallback: undefined, protocols?: string[]): string | undefined
  url(name: SettingName, fallback: string | undefined, protocols?: string[]) {
    const text = this.#value(name) ?? fallback
    return text === undefined ? undefined : this.#checkedUrl(name, text, protocols)
  }

  /** Reads a URL that has a default in the table of settings. */
  defaultUrl(name: SettingName): string {
    return this.url(name, '')
  }

  #checkedUrl(name: string, text: string, protocols = ['http:', 'https:']): string {
    if (!URL.canParse(text) || !protocols.includes(new URL(text).protocol)) {
      this.problems.push(`${name}: a URL that starts with ${protocols.map((one) => `${one}//`).join(' or ')}`)
    }
    return trimEndOf(text, '/')
  }

  /** A path on the site. Two slashes or a backslash would lead to another host. */
  path(name: SettingName): string | undefined {
    const text = this.#value(name)
    if (text !== undefined && !/^\/(?!\/)[\w\-./~%]*$/.test(text))
      this.problems.push(`${name}: a path that starts with one slash`)
    return text
  }

  databaseUrl(name: SettingName): string | undefined {
    const [url, ...others] = this.databaseUrls(name)
    if (others.length > 0)
      this.problems.push(`${name}: one URL; failover is up to a proxy in front of the servers`)
    return url
  }

  /** Reads URLs separated by whitespace. */
  databaseUrls(name: SettingName): string[] {
    const urls = this.#value(name)?.split(/\s+/) ?? []
    if (!urls.every(isDatabaseUrl))
      this.problems.push(`${name}: a URL that starts with postgres:// or postgresql://`)
    return urls
  }

  text(name: SettingName, fallback = ''): string {
    return this.#value(name) ?? fallback
  }
  required(name: SettingName): string {
    const text = this.#value(name)
    if (text === undefined) this.problems.push(`${name}: required`)
    return text ?? ''
  }

  integer(name: SettingName, min: number, max: number): number {
    const number = Number(this.#value(name))
    if (!Number.isInteger(number) || number < min || number > max) {
      this.problems.push(`${name}: an integer from ${min} to ${max}`)
    }
    return number
  }

  list(name: SettingName): string[] {
    return (this.#value(name) ?? '')
      .split(',')
      .map((one) => one.trim())
      .filter(Boolean)
  }
  number(name: SettingName): number {
    const number = Number(this.#value(name))
    if (!Number.isFinite(number) || number < 0) this.problems.push(`${name}: a number of at least 0`)
    return number
  }

  secret(name: SettingName): string | undefined {
    const text = this.#value(name)
    if (text !== undefined && (text.length < minSecretCharacters || /\s/.test(text))) {
      this.problems.push(`${name}: at least ${minSecretCharacters} characters, without spaces`)
    }
    return text
  }

  /** Reads `PROXY_KLING_KEY`, `PROXY_KLING_URL` and so on for each service. */
  generationServices() {
    const entries = proxyServices.map((service) => {
      const prefix = `PROXY_${service.toUpperCase()}`
      const address = this.#given(`${prefix}_URL`)
      const url = address && this.#checkedUrl(`${prefix}_URL`, address)
      return [service, { ...optional('url', url), ...optional('key', this.#given(`${prefix}_KEY`)) }]
    })
    return Object.fromEntries(entries) as Config['generationServices']
  }

  releaseProjects(name: SettingName): ReadonlyMap<string, ReleaseProject> {
    const pairs = (this.#value(name) ?? '').split(',').map((pair) => pair.trim().split('='))
    const projects = new Map<string, ReleaseProject>()
    for (const [repository = '', given] of pairs) {
      const project = releaseProjects.find((one) => one === given)
      if (project && /^[^/\s]+\/[^/\s]+$/.test(repository)) projects.set(repository.toLowerCase(), project)
      else this.problems.push(`${name}: pairs such as owner/name=${releaseProjects[0]}, separated by commas`)
    }
    return projects
  }

  flag(name: SettingName): boolean | undefined {
    const text = this.#value(name)?.toLowerCase()
    if (text === undefined) return undefined
    if (yes.includes(text)) return true
    if (!no.includes(text)) this.problems.push(`${name}: on or off`)
    return false
  }

  /** Reads a number of proxies, or a flag, where on means one. */
  proxies(name: SettingName): number {
    const text = this.#value(name)?.toLowerCase() ?? 'off'
    const number = yes.includes(text) ? 1 : no.includes(text) ? 0 : Number(text)
    if (!Number.isInteger(number) || number < 0 || number > maxProxies)
      this.problems.push(`${name}: on, off or a number of proxies up to ${maxProxies}`)
    return number
  }

  choice<const T extends string>(name: SettingName, choices: readonly [T, ...T[]], fallback = choices[0]): T {
    const text = this.#value(name) ?? fallback
    const choice = choices.find((one) => one === text)
    if (choice === undefined) this.problems.push(`${name}: one of ${choices.join(', ')}`)
    return choice ?? fallback
  }

  roles(name: SettingName): ReadonlySet<Role> {
    const named = (this.#value(name) ?? '').split(',').map((one) => one.trim())
    const known = roles.filter((role) => named.includes(role))
    if (known.length === 0 || known.length !== new Set(named).size) {
      this.problems.push(`${name}: some of ${roles.join(', ')}, separated by commas`)
    }
    return new Set(known)
  }
}

/** Returns an object with the value, or an empty one without. */
export function optional<Name extends string>(
  name: Name,
  value: string | undefined,
): { [key in Name]?: string } {
  return value === undefined ? {} : ({ [name]: value } as { [key in Name]: string })
}
