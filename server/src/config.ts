import { resolve } from 'node:path'
import { trimEndOf } from '@nodeyard/analysis/text-search'
import { proxyServices } from '@nodeyard/contract/proxy'
import { type ReleaseProject, releaseProjects } from '@nodeyard/contract/releases'
import { type CiKind, ciKinds } from '@nodeyard/contract/trusted-publishing'
import { developmentSettings } from './development-settings.ts'
import { isDatabaseUrl } from './ground/db/postgres.ts'
import { type AllowedNetworks, noNetworks, readNetworks } from './ground/outbound/networks.ts'
import {
  type Config,
  type EmbeddedIdentityConfig,
  type HostedIdentityConfig,
  type MailConfig,
  type OAuthClient,
  type Role,
  roles,
  type SmsConfig,
} from './ground/settings.ts'
import type { TelemetrySettings } from './ground/telemetry/telemetry.ts'
import { defaultOf, type SettingName } from './settings-table.ts'

export type Environment = Readonly<Record<string, string | undefined>>

/** Reads the environment once, at start. One error names every bad variable. */
export function readConfig(env: Environment): Config {
  const read = reader(env)
  const host = read.text('HOST')
  const sitePort = read.integer('SITE_PORT', 0, 65535)
  const apiPort = read.integer('API_PORT', 0, 65535)
  const databaseUrl = read.databaseUrl('DATABASE_URL')
  const databaseReadUrls = read.databaseUrls('DATABASE_READ_URL')
  if (databaseReadUrls.length > 0 && !databaseUrl) read.problems.push('DATABASE_READ_URL: needs DATABASE_URL')
  const production = read.text('NODE_ENV').toLowerCase() === 'production'
  const demo = read.flag('DEMO')
  const siteUrl = read.url('SITE_URL', `http://localhost:${sitePort}`)
  const codeHostApp = oauthClient(read, 'CODE_HOST_CLIENT_ID', 'CODE_HOST_CLIENT_SECRET')
  const config: Config = {
    production,
    productName: read.text('PRODUCT_NAME'),
    publicEnv: read.text('PUBLIC_ENV'),
    host,
    sitePort,
    apiPort,
    siteUrl,
    apiUrl: read.url('API_URL', `http://localhost:${apiPort}`),
    dataDir: resolve(read.text('DATA_DIR')),
    databaseConnections: read.integer('DATABASE_CONNECTIONS', 2, 1000),
    blobs: read.choice('BLOBS', ['disk', 's3']) === 's3' ? s3Config(env, read) : { kind: 'disk' },
    roles: read.roles('ROLES'),
    logLevel: read.choice(
      'LOG_LEVEL',
      ['debug', 'info', 'warn', 'error', 'silent'],
      // At a laptop's terminal the lines would hide what the program says to people.
      production ? 'info' : 'warn',
    ),
    analysisWorkers: read.integer('ANALYSIS_WORKERS', 1, 64),
    docsUrl: read.setUrl('DOCS_URL'),
    docsUrlZh: read.setUrl('DOCS_URL_ZH'),
    chatUrl: read.setUrl('CHAT_URL'),
    securityContact: read.url('SECURITY_CONTACT', `mailto:security@${hostOf(siteUrl)}`, [
      'mailto:',
      'https:',
    ]),
    showsPictures: read.flag('PICTURES') !== false,
    proxies: read.proxies('TRUST_PROXY'),
    identity:
      read.choice('IDENTITY', ['embedded', 'hosted']) === 'hosted'
        ? hostedIdentity(read)
        : embeddedIdentity(read, production),
    identityKeys: identityKeys(read),
    ...optional('tokenSyncPath', read.path('TOKEN_SYNC_PATH')),
    authorizedDomains: authorizedDomains(read, siteUrl, production),
    adminEmails: read.list('ADMIN_EMAILS').map((email) => email.toLowerCase()),
    mail: mailConfig(read, production),
    sms: smsConfig(read, production),
    moderatorChats: moderatorChats(read),
    webhookNetworks: webhookNetworks(read),
    ...optional('adminSecret', read.secret('ADMIN_SECRET')),
    ...optional('ciSecret', read.secret('CI_SECRET')),
    ciRepository: read.text('CI_REPOSITORY').toLowerCase(),
    ...optional('releaseSecret', read.secret('RELEASE_SECRET')),
    releaseProjects: read.releaseProjects('RELEASE_REPOSITORIES'),
    generationServices: read.generationServices(),
    rateLimitFactor: read.number('RATE_LIMIT_FACTOR'),
    partnerNodeConversionRate: read.number('PARTNER_NODE_CONVERSION_RATE'),
    codeHost: {
      isFake: read.choice('CODE_HOST', ['github', 'fake']) === 'fake',
      url: read.setUrl('CODE_HOST_URL'),
      apiUrl: read.setUrl('CODE_HOST_API_URL'),
      ...optional('token', read.secret('CODE_HOST_TOKEN')),
      ...(codeHostApp ? { app: codeHostApp } : {}),
    },
    ciIssuers: ciIssuers(read),
    ...optional('ciAudience', read.text('CI_AUDIENCE') || undefined),
    telemetry: telemetrySettings(read, host),
    ...serviceProvider(read),
    ...analyticsConfig(read),
    ...optional('databaseUrl', databaseUrl),
    databaseReadUrls,
    ...(demo === undefined ? {} : { demo }),
  }
  if (production) {
    const refused = developmentSettings.filter(({ isUsed }) => isUsed(config))
    read.problems.push(...refused.map(({ name, refusal }) => `${name}: ${refusal}`))
  }
  if (read.problems.length > 0) throw new Error(`Invalid configuration. ${read.problems.join('; ')}`)
  return config
}

function optional<Name extends string>(name: Name, value: string | undefined): { [key in Name]?: string } {
  return value === undefined ? {} : ({ [name]: value } as { [key in Name]: string })
}

/** What can be guessed is no secret. */
const leastSecretCharacters = 16

const yes = ['1', 'true', 'on', 'yes']
const no = ['0', 'false', 'off', 'no']
const mostProxies = 10

type Reader = ReturnType<typeof reader>

function reader(env: Environment) {
  const problems: string[] = []
  const given = (name: string) => env[name]?.trim() || undefined
  const value = (name: SettingName) => given(name) ?? defaultOf(name)

  function checkedUrl(name: string, text: string, protocols = ['http:', 'https:']): string {
    if (!URL.canParse(text) || !protocols.includes(new URL(text).protocol)) {
      problems.push(`${name}: an address that starts with ${protocols.map((one) => `${one}//`).join(' or ')}`)
    }
    return trimEndOf(text, '/')
  }

  function url(name: SettingName, fallback: string, protocols?: string[]): string
  function url(name: SettingName, fallback: undefined, protocols?: string[]): string | undefined
  function url(name: SettingName, fallback: string | undefined, protocols?: string[]) {
    const text = value(name) ?? fallback
    return text === undefined ? undefined : checkedUrl(name, text, protocols)
  }

  return {
    problems,
    url,
    /** Reads a URL that has a default. */
    setUrl: (name: SettingName) => url(name, ''),
    /** Of the site's own origin, whatever it is: two slashes or a backslash would lead to another host. */
    path(name: SettingName): string | undefined {
      const text = value(name)
      if (text !== undefined && !/^\/(?!\/)[\w\-./~%]*$/.test(text))
        problems.push(`${name}: a path that starts with one slash`)
      return text
    },
    databaseUrl(name: SettingName): string | undefined {
      const [url, ...others] = this.databaseUrls(name)
      if (others.length > 0)
        problems.push(`${name}: one URL; failover is up to a proxy in front of the servers`)
      return url
    },
    /** Separated by white space. */
    databaseUrls(name: SettingName): string[] {
      const urls = value(name)?.split(/\s+/) ?? []
      if (!urls.every(isDatabaseUrl))
        problems.push(`${name}: a URL that starts with postgres:// or postgresql://`)
      return urls
    },
    text: (name: SettingName, fallback = '') => value(name) ?? fallback,
    required(name: SettingName) {
      const text = value(name)
      if (text === undefined) problems.push(`${name}: needed here`)
      return text ?? ''
    },
    integer(name: SettingName, least: number, most: number) {
      const number = Number(value(name))
      if (!Number.isInteger(number) || number < least || number > most) {
        problems.push(`${name}: a whole number from ${least} to ${most}`)
      }
      return number
    },
    list: (name: SettingName) =>
      (value(name) ?? '')
        .split(',')
        .map((one) => one.trim())
        .filter(Boolean),
    number(name: SettingName) {
      const number = Number(value(name))
      if (!Number.isFinite(number) || number < 0) problems.push(`${name}: a number of at least 0`)
      return number
    },
    secret(name: SettingName): string | undefined {
      const text = value(name)
      if (text !== undefined && (text.length < leastSecretCharacters || /\s/.test(text))) {
        problems.push(`${name}: at least ${leastSecretCharacters} characters, without spaces`)
      }
      return text
    },
    /** `PROXY_KLING_KEY`, `PROXY_KLING_URL`, and so on for each. */
    generationServices() {
      const entries = proxyServices.map((service) => {
        const prefix = `PROXY_${service.toUpperCase()}`
        const address = given(`${prefix}_URL`)
        return [
          service,
          {
            ...optional('url', address && checkedUrl(`${prefix}_URL`, address)),
            ...optional('key', given(`${prefix}_KEY`)),
          },
        ]
      })
      return Object.fromEntries(entries) as Config['generationServices']
    },
    releaseProjects(name: SettingName): ReadonlyMap<string, ReleaseProject> {
      const pairs = (value(name) ?? '').split(',').map((pair) => pair.trim().split('='))
      const projects = new Map<string, ReleaseProject>()
      for (const [repository = '', given] of pairs) {
        const project = releaseProjects.find((one) => one === given)
        if (project && /^[^/\s]+\/[^/\s]+$/.test(repository)) projects.set(repository.toLowerCase(), project)
        else problems.push(`${name}: pairs such as owner/name=${releaseProjects[0]}, separated by commas`)
      }
      return projects
    },
    flag(name: SettingName): boolean | undefined {
      const text = value(name)?.toLowerCase()
      if (text === undefined) return undefined
      if (yes.includes(text)) return true
      if (!no.includes(text)) problems.push(`${name}: on or off`)
      return false
    },
    /** A flag, where on is one, or a number. */
    proxies(name: SettingName): number {
      const text = value(name)?.toLowerCase() ?? 'off'
      const number = yes.includes(text) ? 1 : no.includes(text) ? 0 : Number(text)
      if (!Number.isInteger(number) || number < 0 || number > mostProxies)
        problems.push(`${name}: on, off or a number of proxies up to ${mostProxies}`)
      return number
    },
    choice<const T extends string>(
      name: SettingName,
      choices: readonly [T, ...T[]],
      fallback = choices[0],
    ): T {
      const text = value(name) ?? fallback
      const choice = choices.find((one) => one === text)
      if (choice === undefined) problems.push(`${name}: one of ${choices.join(', ')}`)
      return choice ?? fallback
    },
    roles(name: SettingName): ReadonlySet<Role> {
      const named = (value(name) ?? '').split(',').map((one) => one.trim())
      const known = roles.filter((role) => named.includes(role))
      if (known.length === 0 || known.length !== new Set(named).size) {
        problems.push(`${name}: some of ${roles.join(', ')}, separated by commas`)
      }
      return new Set(known)
    },
  }
}

export const usualCiIssuers: Readonly<Record<CiKind, string>> = {
  github: 'https://token.actions.githubusercontent.com',
  gitlab: 'https://gitlab.com',
}

/** A kind alone is its usual service; `kind=address` is one that somebody runs for themselves. */
function ciIssuers(read: Reader): Config['ciIssuers'] {
  const named = read.text('CI_ISSUERS')
  if (named === 'none') return []
  return named.split(',').flatMap((entry) => {
    const [name, address] = entry.trim().split(/=(.*)/s)
    const kind = ciKinds.find((one) => one === name)
    const url = kind && (address ?? usualCiIssuers[kind])
    if (kind && url && isIssuer(url)) return [{ kind, url }]
    read.problems.push(
      `CI_ISSUERS: none, or some of ${ciKinds.join(', ')} and pairs such as ${ciKinds[0]}=https://…`,
    )
    return []
  })
}

function isIssuer(address: string): boolean {
  if (!URL.canParse(address) || address.endsWith('/')) return false
  const { protocol, search, hash, username } = new URL(address)
  return /^https?:$/.test(protocol) && search === '' && hash === '' && username === ''
}

function telemetrySettings(read: Reader, host: string): TelemetrySettings {
  const port = read.integer('METRICS_PORT', 0, 65535)
  // The names of the standard, which collectors set.
  const url = read.url('OTEL_EXPORTER_OTLP_ENDPOINT', undefined)
  const share = read.number('OTEL_TRACES_SAMPLER_ARG')
  return {
    slowQueryMs: read.integer('SLOW_QUERY_MS', 1, 3_600_000),
    slowJobMs: read.integer('SLOW_JOB_MS', 1, 3_600_000),
    ...(port > 0 ? { metrics: { host, port } } : {}),
    ...(url ? { traces: { url, share } } : {}),
  }
}

/** All of it or nothing. */
function serviceProvider(read: Reader): Pick<Config, 'serviceProvider'> {
  const keysUrl = read.url('SERVICE_KEYS_URL', undefined)
  if (!keysUrl) return {}
  return {
    serviceProvider: {
      keysUrl,
      issuer: read.required('SERVICE_ISSUER'),
      audience: read.required('SERVICE_AUDIENCE'),
      email: read.required('SERVICE_EMAIL'),
    },
  }
}

function analyticsConfig(read: Reader): Pick<Config, 'analytics'> {
  const token = read.text('ANALYTICS_TOKEN')
  const url = read.setUrl('ANALYTICS_URL')
  return token ? { analytics: { token, url } } : {}
}

function s3Config(env: Environment, read: Reader): Config['blobs'] {
  const endpoint = read.url('S3_ENDPOINT', undefined)
  const accessKeyId = env['AWS_ACCESS_KEY_ID']
  const secretAccessKey = env['AWS_SECRET_ACCESS_KEY']
  const sessionToken = env['AWS_SESSION_TOKEN']
  return {
    kind: 's3',
    bucket: read.required('S3_BUCKET'),
    region: read.text('S3_REGION'),
    ...(endpoint ? { endpoint } : {}),
    // Without these two the SDK looks in its usual places: profile, container or instance role.
    ...(accessKeyId && secretAccessKey
      ? { credentials: { accessKeyId, secretAccessKey, ...(sessionToken ? { sessionToken } : {}) } }
      : {}),
  }
}

function hostedIdentity(read: Reader): HostedIdentityConfig {
  const projectId = read.required('HOSTED_PROJECT_ID')
  return {
    kind: 'hosted',
    projectId,
    apiKey: read.required('HOSTED_API_KEY'),
    authDomain: read.text('HOSTED_AUTH_DOMAIN', `${projectId}.firebaseapp.com`),
    jwksUrl: read.setUrl('HOSTED_JWKS_URL'),
    issuer: read.text('HOSTED_ISSUER', `https://securetoken.google.com/${projectId}`),
  }
}

const characterKinds = ['lower', 'upper', 'digit', 'other']

function embeddedIdentity(read: Reader, production: boolean): EmbeddedIdentityConfig {
  const required = read.list('PASSWORD_REQUIRES')
  if (required.some((kind) => !characterKinds.includes(kind)))
    read.problems.push(`PASSWORD_REQUIRES: some of ${characterKinds.join(', ')}, separated by commas`)
  const minLength = read.integer('PASSWORD_MIN_LENGTH', 6, 30)
  const maxLength = read.integer('PASSWORD_MAX_LENGTH', 0, 4096)
  if (maxLength !== 0 && maxLength < minLength)
    read.problems.push('PASSWORD_MAX_LENGTH: not below PASSWORD_MIN_LENGTH')
  const github = oauthClient(read, 'GITHUB_CLIENT_ID', 'GITHUB_CLIENT_SECRET')
  const google = oauthClient(read, 'GOOGLE_CLIENT_ID', 'GOOGLE_CLIENT_SECRET')
  const standIn = read.flag('STAND_IN_PROVIDERS')
  return {
    kind: 'embedded',
    passwordPolicy: {
      minLength,
      ...(maxLength === 0 ? {} : { maxLength }),
      lowerCase: required.includes('lower'),
      upperCase: required.includes('upper'),
      digit: required.includes('digit'),
      other: required.includes('other'),
    },
    ...(github ? { github } : {}),
    ...(google ? { google } : {}),
    standIn: standIn ?? !production,
  }
}

/** Whoever signs people in: webhooks' secrets and the keys of the registry's own files are sealed, too. */
function identityKeys(read: Reader): Buffer[] {
  return read.list('IDENTITY_KEY').map((text) => {
    const key = Buffer.from(text, 'base64')
    if (key.length !== 32) read.problems.push('IDENTITY_KEY: 32 bytes in Base64, several separated by commas')
    return key
  })
}

function oauthClient(read: Reader, idName: SettingName, secretName: SettingName): OAuthClient | undefined {
  const clientId = read.text(idName)
  if (!clientId) return undefined
  return { clientId, clientSecret: read.required(secretName) }
}

const hostOf = (address: string) => (URL.canParse(address) ? new URL(address).hostname : 'localhost')

function authorizedDomains(read: Reader, siteUrl: string, production: boolean): string[] {
  const ofSite = URL.canParse(siteUrl) ? [new URL(siteUrl).hostname] : []
  const local = production ? [] : ['localhost', '127.0.0.1']
  const named = read.list('AUTHORIZED_DOMAINS').map((domain) => domain.toLowerCase())
  return [...new Set([...ofSite, ...(named.length > 0 ? named : local)])]
}

function mailConfig(read: Reader, production: boolean): MailConfig {
  const url = read.url('SMTP_URL', undefined, ['smtp:', 'smtps:'])
  const kind = read.choice('MAIL', ['smtp', 'outbox', 'none'], url ? 'smtp' : production ? 'none' : 'outbox')
  if (kind !== 'smtp') return { kind }
  return { kind, url: url ?? read.required('SMTP_URL'), from: read.required('MAIL_FROM') }
}

function moderatorChats(read: Reader): string[] {
  const addresses = read.list('MODERATOR_CHATS')
  const isAddress = (text: string) => URL.canParse(text) && /^https?:$/.test(new URL(text).protocol)
  if (!addresses.every(isAddress))
    read.problems.push('MODERATOR_CHATS: addresses that start with http: or https:, separated by commas')
  return addresses
}

function webhookNetworks(read: Reader): AllowedNetworks {
  const networks = readNetworks(read.list('WEBHOOK_NETWORKS'))
  if (!networks) read.problems.push('WEBHOOK_NETWORKS: networks such as 10.1.0.0/16, separated by commas')
  return networks ?? noNetworks
}

function smsConfig(read: Reader, production: boolean): SmsConfig {
  const url = read.url('SMS_URL', undefined)
  const kind = read.choice('SMS', ['http', 'outbox', 'none'], url ? 'http' : production ? 'none' : 'outbox')
  if (kind !== 'http') return { kind }
  return { kind, url: url ?? read.required('SMS_URL'), token: read.text('SMS_TOKEN') }
}
