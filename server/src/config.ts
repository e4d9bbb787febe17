import { defined } from '@nodeyard/contract/ground'
import { proxyServices } from '@nodeyard/contract/services'
import { type Others, type Setting, webUrl } from './ground/setting-kinds.ts'
import { type Config, settingGroups, toConfig, type Values } from './ground/settings.ts'

export type Environment = Readonly<Record<string, string | undefined>>

const rows = Object.values(settingGroups).flatMap((group): [string, Setting<unknown>][] =>
  Object.entries(group),
)
const rowOf: ReadonlyMap<string, Setting<unknown>> = new Map(rows)

/** Reads the environment once at startup, and reports all invalid variables in one error. */
export function readConfig(env: Environment): Config {
  const problems: string[] = []
  const others = knownOf(env)
  const values = Object.fromEntries(
    rows.map(([name, row]) => [name, readValue(name, row, others, problems)]),
  ) as Values
  const generationServices = readGenerationServices(others, problems)
  if (problems.length > 0) throw new Error(`Invalid configuration. ${problems.join('; ')}`)
  return toConfig(values, {
    production: others.production,
    generationServices,
    searchPath: env['PATH'] ?? '',
  })
}

function knownOf(env: Environment): Others {
  const given = (name: string) => env[name]?.trim() || undefined
  const others: Others = {
    production: given('NODE_ENV')?.toLowerCase() === 'production',
    isSet: (name) => given(name) !== undefined,
    of(name) {
      const fallback = rowOf.get(name)?.fallback ?? ''
      return given(name) ?? (typeof fallback === 'string' ? fallback : fallback(others))
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
    if (others.isSet(name)) problems.push(`${name}: ${kind.expects}`)
  } else {
    const problem = isMissing ? isRequired?.(others) && 'required' : check?.(value, others)
    if (problem) problems.push(`${name}: ${problem}`)
    if (others.production && unsafe?.is(value, others)) problems.push(`${name}: ${unsafe.because}`)
  }
  return value
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
