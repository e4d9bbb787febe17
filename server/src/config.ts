import { availableParallelism } from 'node:os'
import { resolve } from 'node:path'

export type Environment = Readonly<Record<string, string | undefined>>

export const roles = ['site', 'api', 'jobs'] as const
export type Role = (typeof roles)[number]

export interface S3Config {
  endpoint?: string
  bucket: string
  region: string
  credentials?: { accessKeyId: string; secretAccessKey: string; sessionToken?: string }
}

export interface Config {
  production: boolean
  productName: string
  publicEnv: string
  host: string
  sitePort: number
  apiPort: number
  siteUrl: string
  apiUrl: string
  dataDir: string
  /** Absent: the embedded database below `dataDir`. */
  databaseUrl?: string
  databaseConnections: number
  blobs: { kind: 'disk' } | ({ kind: 's3' } & S3Config)
  roles: ReadonlySet<Role>
  /** Undefined: on when the database is new and this is not production. */
  demo?: boolean
  logLevel: string
  analysisWorkers: number
  docsUrl: string
  docsUrlZh: string
  chatUrl: string
  trustProxy: boolean
}

/** Reads the environment once, at start. One error names every bad variable. */
export function readConfig(env: Environment): Config {
  const read = reader(env)
  const host = read.text('HOST', '127.0.0.1')
  const sitePort = read.integer('SITE_PORT', 3000, 0, 65535)
  const apiPort = read.integer('API_PORT', 8080, 0, 65535)
  const databaseUrl = read.url('DATABASE_URL', undefined, ['postgres:', 'postgresql:'])
  const production = env['NODE_ENV'] === 'production'
  const demo = read.flag('DEMO')
  const config: Config = {
    production,
    productName: read.text('PRODUCT_NAME', 'Nodeyard'),
    publicEnv: read.text('PUBLIC_ENV', 'development'),
    host,
    sitePort,
    apiPort,
    siteUrl: read.url('SITE_URL', `http://localhost:${sitePort}`),
    apiUrl: read.url('API_URL', `http://localhost:${apiPort}`),
    dataDir: resolve(read.text('DATA_DIR', './data')),
    databaseConnections: read.integer('DATABASE_CONNECTIONS', 10, 2, 1000),
    blobs: read.choice('BLOBS', ['disk', 's3'], 'disk') === 's3' ? s3Config(env, read) : { kind: 'disk' },
    roles: read.roles('ROLES'),
    logLevel: read.choice(
      'LOG_LEVEL',
      ['debug', 'info', 'warn', 'error', 'silent'],
      // At a laptop's terminal the lines would hide what the program says to people.
      production ? 'info' : 'warn',
    ),
    analysisWorkers: read.integer('ANALYSIS_WORKERS', Math.min(2, availableParallelism()), 1, 64),
    docsUrl: read.url('DOCS_URL', 'https://docs.comfy.org/registry/overview'),
    docsUrlZh: read.url('DOCS_URL_ZH', 'https://docs.comfy.org/zh-CN/registry/overview'),
    chatUrl: read.url('CHAT_URL', 'https://discord.com/invite/comfyorg'),
    trustProxy: read.flag('TRUST_PROXY') ?? false,
    ...(databaseUrl ? { databaseUrl } : {}),
    ...(demo === undefined ? {} : { demo }),
  }
  if (read.problems.length > 0) throw new Error(`Invalid configuration. ${read.problems.join('; ')}`)
  return config
}

type Reader = ReturnType<typeof reader>

function reader(env: Environment) {
  const problems: string[] = []
  const value = (name: string) => env[name]?.trim() || undefined

  function url(name: string, fallback: string, protocols?: string[]): string
  function url(name: string, fallback: undefined, protocols?: string[]): string | undefined
  function url(name: string, fallback: string | undefined, protocols = ['http:', 'https:']) {
    const text = value(name) ?? fallback
    if (text === undefined) return undefined
    if (!URL.canParse(text) || !protocols.includes(new URL(text).protocol)) {
      problems.push(`${name}: an address that starts with ${protocols.map((one) => `${one}//`).join(' or ')}`)
    }
    return text.replace(/\/+$/, '')
  }

  return {
    problems,
    url,
    text: (name: string, fallback: string) => value(name) ?? fallback,
    required(name: string) {
      const text = value(name)
      if (text === undefined) problems.push(`${name}: needed here`)
      return text ?? ''
    },
    integer(name: string, fallback: number, least: number, most: number) {
      const number = value(name) === undefined ? fallback : Number(value(name))
      if (!Number.isInteger(number) || number < least || number > most) {
        problems.push(`${name}: a whole number from ${least} to ${most}`)
      }
      return number
    },
    flag(name: string): boolean | undefined {
      const text = value(name)?.toLowerCase()
      if (text === undefined) return undefined
      if (['1', 'true', 'on', 'yes'].includes(text)) return true
      if (!['0', 'false', 'off', 'no'].includes(text)) problems.push(`${name}: on or off`)
      return false
    },
    choice<const T extends string>(name: string, choices: readonly T[], fallback: T): T {
      const text = value(name) ?? fallback
      const choice = choices.find((one) => one === text)
      if (choice === undefined) problems.push(`${name}: one of ${choices.join(', ')}`)
      return choice ?? fallback
    },
    roles(name: string): ReadonlySet<Role> {
      const named = (value(name) ?? roles.join(',')).split(',').map((one) => one.trim())
      const known = roles.filter((role) => named.includes(role))
      if (known.length === 0 || known.length !== new Set(named).size) {
        problems.push(`${name}: some of ${roles.join(', ')}, separated by commas`)
      }
      return new Set(known)
    },
  }
}

function s3Config(env: Environment, read: Reader): Config['blobs'] {
  const endpoint = read.url('S3_ENDPOINT', undefined)
  const accessKeyId = env['AWS_ACCESS_KEY_ID']
  const secretAccessKey = env['AWS_SECRET_ACCESS_KEY']
  const sessionToken = env['AWS_SESSION_TOKEN']
  return {
    kind: 's3',
    bucket: read.required('S3_BUCKET'),
    region: read.text('S3_REGION', 'us-east-1'),
    ...(endpoint ? { endpoint } : {}),
    // Without these two the SDK looks in its usual places: profile, container or instance role.
    ...(accessKeyId && secretAccessKey
      ? { credentials: { accessKeyId, secretAccessKey, ...(sessionToken ? { sessionToken } : {}) } }
      : {}),
  }
}
