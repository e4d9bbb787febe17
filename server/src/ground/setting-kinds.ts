import { resolve } from 'node:path'
import { trimEndOf } from '@nodeyard/analysis/ground'
import { type CiKind, ciKinds } from '@nodeyard/contract/packs'
import { type ReleaseProject, releaseProjects } from '@nodeyard/contract/services'
import { isDatabaseUrl } from './db/postgres.ts'
import { readNetworks } from './outbound/networks.ts'

/** How a text becomes the value of a setting. */
export interface Kind<T> {
  /** A valid text, as the end of the message about an invalid one. */
  expects: string
  /** Set if a message must not repeat the text. */
  isSecret?: true
  /** Set if upper and lower case are equal. */
  ignoresCase?: true
  /** Returns undefined for an invalid text. */
  read(text: string): T | undefined
}

/** The other settings, for the defaults and checks of one. */
export interface Others {
  production: boolean
  /** The text or the default of a setting, or an empty text. In lowercase if its case does not matter. */
  of(name: string): string
  isSet(name: string): boolean
}

/** One row of the table of settings: an environment variable. */
export interface Setting<T> {
  kind: Kind<T>
  /** The text of an unset or empty variable. None: the value is undefined. */
  fallback?: string | ((others: Others) => string)
  /** Describes a default that depends on other settings. */
  computed?: string
  /** Whether other settings require a value. Only code that depends on them reads it. */
  isRequired?: (others: Others) => boolean
  /** Returns what is wrong beside other settings. */
  check?(value: T, others: Others): string | undefined
  /** Which values are unsafe in public, and why production refuses them. */
  unsafe?: { is(value: T | undefined, others: Others): boolean; because: string }
  effect: string
  /** When an operator changes it. */
  when: string
}

/** The value of the row is undefined if nothing gives it one. */
export function setting<T>(kind: Kind<T>, row: Row<T> & { fallback: object | string }): Setting<T>
export function setting<T>(kind: Kind<T>, row: Row<T> & { isRequired: object }): Setting<T>
export function setting<T>(kind: Kind<T>, row: Row<T>): Setting<T | undefined>
export function setting<T>(kind: Kind<T>, row: Row<T>): Setting<T> {
  return { kind, ...row }
}

type Row<T> = Omit<Setting<T>, 'kind'>

const when = <T>(isValid: boolean, value: T): T | undefined => (isValid ? value : undefined)

export const text: Kind<string> = { expects: 'a text', read: (text) => text }
export const folder: Kind<string> = { expects: 'a folder', read: (text) => resolve(text) }
export const lowercase: Kind<string> = { expects: 'a text', read: (text) => text.toLowerCase() }

export const integer = (min: number, max: number): Kind<number> => ({
  expects: `an integer from ${min} to ${max}`,
  read: (text) => when(/^\d+$/.test(text) && Number(text) >= min && Number(text) <= max, Number(text)),
})

export const positive: Kind<number> = {
  expects: 'a number of at least 0',
  read: (text) => when(Number.isFinite(Number(text)) && Number(text) >= 0, Number(text)),
}
export const share: Kind<number> = {
  expects: 'a number from 0 to 1',
  read: (text) => when(Number(text) >= 0 && Number(text) <= 1, Number(text)),
}

const flags = new Map([
  ...['1', 'true', 'on', 'yes'].map((text) => [text, true] as const),
  ...['0', 'false', 'off', 'no'].map((text) => [text, false] as const),
])
export const flag: Kind<boolean> = {
  expects: 'on or off',
  ignoresCase: true,
  read: (text) => flags.get(text.toLowerCase()),
}

const maxProxies = 10
/** A number of proxies, or a flag, where on means one. */
export const proxies: Kind<number> = {
  expects: `on, off or a number of proxies up to ${maxProxies}`,
  read: (text) => integer(0, maxProxies).read(String(Number(flag.read(text) ?? text))),
}

export const choice = <const T extends string>(...choices: T[]): Kind<T> => ({
  expects: `one of ${choices.join(', ')}`,
  ignoresCase: true,
  read: (text) => choices.find((one) => one === text.toLowerCase()),
})

export const url = (...starts: string[]): Kind<string> => ({
  expects: `a URL that starts with ${starts.join(' or ')}`,
  read: (text) =>
    when(URL.canParse(text) && starts.some((one) => text.startsWith(one)), trimEndOf(text, '/')),
})
export const webUrl = url('http://', 'https://')
/** The start of other URLs. */
export const baseUrl: Kind<string> = {
  expects: `${webUrl.expects} and has no ? or #`,
  read: (text) => when(!/[?#]/.test(text), webUrl.read(text)),
}
export const secretUrl = (...starts: string[]): Kind<string> => ({ ...url(...starts), isSecret: true })

export const host: Kind<string> = {
  expects: 'names of hosts without https:// and port, separated by commas',
  read: (text) => when(!/[\s/:@?#;]/.test(text.replace(/^\[[\da-f:]+\]$/i, '')), text.toLowerCase()),
}

const mailAddress = /^[^\s@,;<>]+@[^\s@,;<>]+$/
export const email: Kind<string> = {
  expects: 'email addresses, separated by commas',
  read: (text) => when(mailAddress.test(text), text.toLowerCase()),
}
export const sender: Kind<string> = {
  expects: 'an email address, such as registry@example.com or Registry <registry@example.com>',
  read: (text) => when(mailAddress.test(/^[^<>@]*<(.+)>$/.exec(text)?.[1] ?? text), text),
}

/** A path on the site. Two slashes or a backslash would lead to another host. */
export const path: Kind<string> = {
  expects: 'a path that starts with one slash',
  read: (text) => when(/^\/(?!\/)[\w\-./~%]*$/.test(text), text),
}

/** Shorter secrets could be guessed. */
const minSecretCharacters = 16
export const secret: Kind<string> = {
  expects: `at least ${minSecretCharacters} characters, without spaces`,
  isSecret: true,
  read: (text) => when(text.length >= minSecretCharacters && !/\s/.test(text), text),
}

/** Items separated by commas. An invalid one makes the whole list invalid. */
export const list = <T>({ read, ...kind }: Kind<T>): Kind<T[]> => ({
  ...kind,
  read: (text) => {
    const items = splitList(text).map(read)
    const valid = items.filter((item) => item !== undefined)
    return when(valid.length === items.length, valid)
  },
})

const splitList = (text: string) =>
  text
    .split(',')
    .map((one) => one.trim())
    .filter(Boolean)

/** Some of these texts, separated by commas. */
export const some = <const T extends string>(...choices: T[]): Kind<ReadonlySet<T>> => ({
  expects: `some of ${choices.join(', ')}, separated by commas`,
  ignoresCase: true,
  read: (text) => {
    const named = new Set(splitList(text.toLowerCase()))
    const known = choices.filter((one) => named.has(one))
    return when(known.length === named.size, new Set(known))
  },
})

export const secretUrls = list({
  expects: 'URLs that start with http:// or https://, separated by commas',
  isSecret: true,
  read: (text) => when(webUrl.read(text) !== undefined, text),
})

export const databaseUrls: Kind<string[]> = {
  expects:
    'a URL such as postgres://user:password@host:5432/name, with / ? # @ % and spaces in its password percent-encoded',
  isSecret: true,
  read: (text) => {
    const urls = text.split(/\s+/).filter(Boolean)
    return when(urls.every(isDatabaseUrl), urls)
  },
}

export const networks = {
  expects: 'networks such as 10.1.0.0/16, at least /8 (IPv6: /7), separated by commas',
  read: (text: string) => readNetworks(splitList(text)),
}

/** Several, while one is replaced. */
export const keys: Kind<Buffer[]> = list({
  expects: '32 bytes in Base64, several separated by commas',
  isSecret: true,
  read: (text) => {
    const key = Buffer.from(text, 'base64')
    return when(key.length === 32, key)
  },
})

/** `host`, `git` or paths of folders. */
export const readingSources: Kind<string[]> = {
  expects: 'off, or some of host, git, and paths of folders, separated by commas',
  read: (text) => (text === 'off' ? [] : list({ expects: '', read: readSource }).read(text)),
}
function readSource(name: string): string | undefined {
  if (name === 'host' || name === 'git') return name
  return when(/^\.{0,2}[/\\]|^[a-z]:/i.test(name), resolve(name))
}

export const usualCiIssuers: Readonly<Record<CiKind, string>> = {
  github: 'https://token.actions.githubusercontent.com',
  gitlab: 'https://gitlab.com',
}
/** Kinds, each with its default service, and `kind=URL` pairs for self-hosted ones. */
export const ciIssuers: Kind<{ kind: CiKind; url: string }[]> = {
  expects: `none, or some of ${ciKinds.join(', ')} and pairs such as ${ciKinds[0]}=https://…`,
  read: (text) => (text === 'none' ? [] : list({ expects: '', read: readIssuer }).read(text)),
}
function readIssuer(entry: string): { kind: CiKind; url: string } | undefined {
  const [name, address] = entry.split(/=(.*)/s)
  const kind = ciKinds.find((one) => one === name)
  const url = kind && (address ?? usualCiIssuers[kind])
  return kind && url && isIssuer(url) ? { kind, url } : undefined
}
function isIssuer(address: string): boolean {
  const url = URL.parse(address)
  if (!url || address.endsWith('/')) return false
  return /^https?:$/.test(url.protocol) && url.search === '' && url.hash === '' && url.username === ''
}

/** `owner/name=project` pairs, by `owner/name` in lowercase. */
export const releaseSources: Kind<ReadonlyMap<string, ReleaseProject>> = {
  expects: `pairs such as owner/name=${releaseProjects[0]}, separated by commas`,
  read: (text) => {
    const pairs = list({ expects: '', read: readReleaseSource }).read(text)
    return pairs && new Map(pairs)
  },
}
function readReleaseSource(pair: string): [string, ReleaseProject] | undefined {
  const [repository = '', given] = pair.split('=')
  const project = releaseProjects.find((one) => one === given)
  return project && /^[^/\s]+\/[^/\s]+$/.test(repository) ? [repository.toLowerCase(), project] : undefined
}
