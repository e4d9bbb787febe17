import { defined } from '@nodeyard/contract/ground'
import { proxyServices } from '@nodeyard/contract/services'
import { closest, distance } from 'fastest-levenshtein'
import { type Others, type Setting, webUrl } from './ground/setting-kinds.ts'
import { type Config, settingGroups, toConfig, type Values } from './ground/settings.ts'

export type Environment = Readonly<Record<string, string | undefined>>

const rows = Object.values(settingGroups).flatMap((group): [string, Setting<unknown>][] =>
  Object.entries(group),
)
const rowOf: ReadonlyMap<string, Setting<unknown>> = new Map(rows)

/** Lists what is wrong with each variable. */
export class InvalidConfiguration extends Error {
  override name = 'InvalidConfiguration'
  readonly problems: readonly string[]
  constructor(problems: readonly string[]) {
    super(`Invalid configuration. ${problems.join('; ')}`)
    this.problems = problems
  }
}

/** Reads the environment once at startup. Throws `InvalidConfiguration` about all variables. */
export function readConfig(env: Environment): Config {
  const problems: string[] = []
  const others = knownOf(env)
  const values = Object.fromEntries(
    rows.map(([name, row]) => [name, readValue(name, row, others, problems)]),
  ) as Values
  const generationServices = readGenerationServices(others, problems)
  if (problems.length > 0) throw new InvalidConfiguration(problems)
  return toConfig(values, {
    production: others.production,
    generationServices,
    searchPath: env['PATH'] ?? '',
  })
}

const proxyVariables = proxyServices.flatMap((service) =>
  ['KEY', 'URL'].map((end) => `PROXY_${service.toUpperCase()}_${end}`),
)
/** Further apart, names are usually those of other programs. */
const maxMistakes = 2

/** Warns of variables whose names are almost those of settings. */
export function misspelledSettings(env: Environment): string[] {
  const known = [...rowOf.keys(), ...proxyVariables]
  return Object.keys(env)
    .filter((name) => !known.includes(name))
    .flatMap((name) => {
      const nearest = closest(name, known)
      const isClose = distance(name, nearest) <= Math.min(maxMistakes, nearest.length / 4)
      return isClose ? [`${name} is not a setting. Did you mean ${nearest}?`] : []
    })
}

function knownOf(env: Environment): Others {
  const given = (name: string) => env[name]?.trim() || undefined
  const others: Others = {
    production: given('NODE_ENV')?.toLowerCase() === 'production',
    isSet: (name) => given(name) !== undefined,
    of(name) {
      const { fallback = '', kind } = rowOf.get(name) ?? {}
      const text = given(name)
      if (text !== undefined) return kind?.ignoresCase ? text.toLowerCase() : text
      return typeof fallback === 'string' ? fallback : fallback(others)
    },
  }
  return others
}

/** Adds a problem for a value that is missing, invalid or refused. */
function readValue(name: string, row: Setting<unknown>, others: Others, problems: string[]): unknown {
  const { kind, fallback, isRequired, check, unsafe } = row
  const text = others.of(name)
  const isMissing = text === '' && fallback === undefined
  const value = isMissing ? undefined : kind.read(text)
  if (!isMissing && value === undefined) {
    // A default is invalid only if it contains another invalid value.
    if (others.isSet(name))
      problems.push(`${name}: ${kind.expects}${kind.isSecret ? '' : ` (got ${shown(text)})`}`)
  } else {
    const problem = isMissing ? isRequired?.(others) && 'required' : check?.(value, others)
    if (problem) problems.push(`${name}: ${problem}`)
    if (others.production && unsafe?.is(value, others)) problems.push(`${name}: ${unsafe.because}`)
  }
  return value
}

const maxShown = 60
/** A URL can contain a password, and a wrong one also characters that end its host. */
function shown(given: string): string {
  const [colon, at] = [given.indexOf(':'), given.lastIndexOf('@')]
  const text = colon >= 0 && colon < at ? `${given.slice(0, colon)}:…${given.slice(at)}` : given
  return JSON.stringify(text.slice(0, maxShown)) + (text.length > maxShown ? '…' : '')
}

/** Reads `PROXY_KLING_KEY`, `PROXY_KLING_URL` and so on for each service. */
function readGenerationServices({ of }: Others, problems: string[]) {
  const entries = proxyServices.map((service) => {
    const name = `PROXY_${service.toUpperCase()}`
    const address = of(`${name}_URL`)
    const url = address ? webUrl.read(address) : undefined
    if (address && !url) problems.push(`${name}_URL: ${webUrl.expects}`)
    return [service, defined({ url, key: of(`${name}_KEY`) || undefined })]
  })
  return Object.fromEntries(entries) as Config['generationServices']
}
