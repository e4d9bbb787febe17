import { resolve } from 'node:path'
import { type CiKind, ciKinds } from '@nodeyard/contract/trusted-publishing'
import { developmentSettings } from './development-settings.ts'
import { type Environment, EnvironmentReader, optional } from './environment.ts'
import { type AllowedNetworks, noNetworks, readNetworks } from './ground/outbound/networks.ts'
import type {
  Config,
  EmbeddedIdentityConfig,
  HostedIdentityConfig,
  MailConfig,
  OAuthClient,
  SmsConfig,
} from './ground/settings.ts'
import type { TelemetrySettings } from './ground/telemetry/telemetry.ts'
import type { SettingName } from './settings-table.ts'

/** Reads the environment once at startup, and reports all invalid variables in one error. */
export function readConfig(env: Environment): Config {
  const read = new EnvironmentReader(env)
  const production = isProduction(read)
  const demo = read.flag('DEMO')
  const addresses = addressSettings(read)
  const config: Config = {
    production,
    searchPath: env['PATH'] ?? '',
    ...addresses,
    ...databaseSettings(read),
    blobs: read.choice('BLOBS', ['disk', 's3']) === 's3' ? s3Config(env, read) : { kind: 'disk' },
    ...processSettings(read, production),
    ...siteSettings(read, addresses.siteUrl),
    ...identitySettings(read, addresses.siteUrl, production),
    mail: mailConfig(read, production),
    sms: smsConfig(read, production),
    moderatorChats: moderatorChats(read),
    webhookNetworks: networks(read, 'WEBHOOK_NETWORKS'),
    readings: readingSettings(read),
    ...callerSettings(read),
    ...trustSettings(read),
    telemetry: telemetrySettings(read, addresses.host),
    ...serviceProvider(read),
    ...analyticsConfig(read),
    ...(demo === undefined ? {} : { demo }),
  }
  if (production) {
    const refused = developmentSettings.filter(({ isUsed }) => isUsed(config))
    read.problems.push(...refused.map(({ name, refusal }) => `${name}: ${refusal}`))
  }
  if (read.problems.length > 0) throw new Error(`Invalid configuration. ${read.problems.join('; ')}`)
  return config
}

/** An unknown value would otherwise select the unsafe settings of development. */
function isProduction(read: EnvironmentReader): boolean {
  const named = read.text('NODE_ENV').toLowerCase()
  if (!['', 'development', 'production', 'test'].includes(named))
    read.problems.push('NODE_ENV: production, development or test')
  return named === 'production'
}

function addressSettings(
  read: EnvironmentReader,
): Pick<Config, 'host' | 'sitePort' | 'apiPort' | 'siteUrl' | 'apiUrl' | 'proxies'> {
  const host = read.text('HOST')
  const sitePort = read.integer('SITE_PORT', 0, 65535)
  const apiPort = read.integer('API_PORT', 0, 65535)
  return {
    host,
    sitePort,
    apiPort,
    siteUrl: read.url('SITE_URL', `http://localhost:${sitePort}`),
    apiUrl: read.url('API_URL', `http://localhost:${apiPort}`),
    proxies: read.proxies('TRUST_PROXY'),
  }
}

function databaseSettings(
  read: EnvironmentReader,
): Pick<Config, 'dataDir' | 'databaseUrl' | 'isDatabaseChosen' | 'databaseReadUrls' | 'databaseConnections'> {
  const databaseUrl = read.databaseUrl('DATABASE_URL')
  const chosen = databaseUrl ? 'postgres' : 'embedded'
  if (read.choice('DATABASE', ['embedded', 'postgres'], chosen) !== chosen)
    read.problems.push('DATABASE: postgres needs DATABASE_URL, and embedded does not go with it')
  const databaseReadUrls = read.databaseUrls('DATABASE_READ_URL')
  if (databaseReadUrls.length > 0 && !databaseUrl) read.problems.push('DATABASE_READ_URL: needs DATABASE_URL')
  return {
    dataDir: resolve(read.text('DATA_DIR')),
    ...optional('databaseUrl', databaseUrl),
    isDatabaseChosen: databaseUrl !== undefined || read.text('DATABASE') !== '',
    databaseReadUrls,
    databaseConnections: read.integer('DATABASE_CONNECTIONS', 2, 1000),
  }
}

function processSettings(
  read: EnvironmentReader,
  production: boolean,
): Pick<Config, 'roles' | 'logLevel' | 'analysisWorkers'> {
  return {
    roles: read.roles('ROLES'),
    logLevel: read.choice(
      'LOG_LEVEL',
      ['debug', 'info', 'warn', 'error', 'silent'],
      // In development, log lines would hide the messages for users.
      production ? 'info' : 'warn',
    ),
    analysisWorkers: read.integer('ANALYSIS_WORKERS', 1, 64),
  }
}

function siteSettings(
  read: EnvironmentReader,
  siteUrl: string,
): Pick<
  Config,
  'productName' | 'publicEnv' | 'docsUrl' | 'docsUrlZh' | 'chatUrl' | 'securityContact' | 'showsPictures'
> {
  const mailbox = `mailto:security@${hostOf(siteUrl)}`
  return {
    productName: read.text('PRODUCT_NAME'),
    publicEnv: read.text('PUBLIC_ENV'),
    docsUrl: read.defaultUrl('DOCS_URL'),
    docsUrlZh: read.defaultUrl('DOCS_URL_ZH'),
    chatUrl: read.defaultUrl('CHAT_URL'),
    securityContact: read.url('SECURITY_CONTACT', mailbox, ['mailto:', 'https:']),
    showsPictures: read.flag('PICTURES') !== false,
  }
}

function identitySettings(
  read: EnvironmentReader,
  siteUrl: string,
  production: boolean,
): Pick<Config, 'identity' | 'identityKeys' | 'tokenSyncPath' | 'authorizedDomains' | 'adminEmails'> {
  return {
    identity:
      read.choice('IDENTITY', ['embedded', 'hosted']) === 'hosted'
        ? hostedIdentity(read)
        : embeddedIdentity(read, production),
    identityKeys: identityKeys(read),
    ...optional('tokenSyncPath', read.path('TOKEN_SYNC_PATH')),
    authorizedDomains: authorizedDomains(read, siteUrl, production),
    adminEmails: read.list('ADMIN_EMAILS').map((email) => email.toLowerCase()),
  }
}

function readingSettings(read: EnvironmentReader): Config['readings'] {
  return {
    sources: readingSources(read),
    workers: read.integer('READINGS_WORKERS', 1, 16),
    content: read.choice('READINGS_CONTENT', ['licensed', 'all', 'none']),
    diskBytes: read.integer('READINGS_DISK_MB', 0, 10_000_000) * 1024 * 1024,
    networks: networks(read, 'READINGS_NETWORKS'),
  }
}

/** Secrets, projects and limits of services and paying callers. */
function callerSettings(
  read: EnvironmentReader,
): Pick<
  Config,
  | 'adminSecret'
  | 'ciSecret'
  | 'ciRepository'
  | 'releaseSecret'
  | 'releaseProjects'
  | 'generationServices'
  | 'rateLimitFactor'
  | 'partnerNodeConversionRate'
> {
  return {
    ...optional('adminSecret', read.secret('ADMIN_SECRET')),
    ...optional('ciSecret', read.secret('CI_SECRET')),
    ciRepository: read.text('CI_REPOSITORY').toLowerCase(),
    ...optional('releaseSecret', read.secret('RELEASE_SECRET')),
    releaseProjects: read.releaseProjects('RELEASE_REPOSITORIES'),
    generationServices: read.generationServices(),
    rateLimitFactor: read.number('RATE_LIMIT_FACTOR'),
    partnerNodeConversionRate: read.number('PARTNER_NODE_CONVERSION_RATE'),
  }
}

/** The code host, and the proofs of where a publish comes from. */
function trustSettings(
  read: EnvironmentReader,
): Pick<Config, 'codeHost' | 'ciIssuers' | 'ciAudience' | 'secondFactorInstalls' | 'sigstoreTrustedRoot'> {
  const app = oauthClient(read, 'CODE_HOST_CLIENT_ID', 'CODE_HOST_CLIENT_SECRET')
  return {
    codeHost: {
      isFake: read.choice('CODE_HOST', ['github', 'fake']) === 'fake',
      url: read.defaultUrl('CODE_HOST_URL'),
      apiUrl: read.defaultUrl('CODE_HOST_API_URL'),
      ...optional('token', read.secret('CODE_HOST_TOKEN')),
      ...(app ? { app } : {}),
    },
    ciIssuers: ciIssuers(read),
    ...secondFactorInstalls(read),
    ...optional('sigstoreTrustedRoot', read.text('SIGSTORE_TRUSTED_ROOT') || undefined),
    ...optional('ciAudience', read.text('CI_AUDIENCE') || undefined),
  }
}

function secondFactorInstalls(read: EnvironmentReader): Pick<Config, 'secondFactorInstalls'> {
  if (read.text('SECOND_FACTOR_INSTALLS') === '') return {}
  return { secondFactorInstalls: read.integer('SECOND_FACTOR_INSTALLS', 0, 1_000_000_000) }
}

export const usualCiIssuers: Readonly<Record<CiKind, string>> = {
  github: 'https://token.actions.githubusercontent.com',
  gitlab: 'https://gitlab.com',
}

/** Reads kinds, each with its default service, and `kind=URL` pairs for self-hosted ones. */
function ciIssuers(read: EnvironmentReader): Config['ciIssuers'] {
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

function telemetrySettings(read: EnvironmentReader, host: string): TelemetrySettings {
  const port = read.integer('METRICS_PORT', 0, 65535)
  // OpenTelemetry defines these names.
  const url = read.url('OTEL_EXPORTER_OTLP_ENDPOINT', undefined)
  const share = read.number('OTEL_TRACES_SAMPLER_ARG')
  return {
    slowQueryMs: read.integer('SLOW_QUERY_MS', 1, 3_600_000),
    slowJobMs: read.integer('SLOW_JOB_MS', 1, 3_600_000),
    ...(port > 0 ? { metrics: { host, port } } : {}),
    ...(url ? { traces: { url, share } } : {}),
  }
}

/** Reads a provider whose settings are all required once its keys are set. */
function serviceProvider(read: EnvironmentReader): Pick<Config, 'serviceProvider'> {
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

function analyticsConfig(read: EnvironmentReader): Pick<Config, 'analytics'> {
  const token = read.text('ANALYTICS_TOKEN')
  const url = read.defaultUrl('ANALYTICS_URL')
  return token ? { analytics: { token, url } } : {}
}

function s3Config(env: Environment, read: EnvironmentReader): Config['blobs'] {
  const endpoint = read.url('S3_ENDPOINT', undefined)
  const accessKeyId = env['AWS_ACCESS_KEY_ID']
  const secretAccessKey = env['AWS_SECRET_ACCESS_KEY']
  const sessionToken = env['AWS_SESSION_TOKEN']
  return {
    kind: 's3',
    bucket: read.required('S3_BUCKET'),
    region: read.text('S3_REGION'),
    ...(endpoint ? { endpoint } : {}),
    // Without these two, the SDK uses its defaults: profile, container or instance role.
    ...(accessKeyId && secretAccessKey
      ? { credentials: { accessKeyId, secretAccessKey, ...(sessionToken ? { sessionToken } : {}) } }
      : {}),
  }
}

function hostedIdentity(read: EnvironmentReader): HostedIdentityConfig {
  const projectId = read.required('HOSTED_PROJECT_ID')
  return {
    kind: 'hosted',
    projectId,
    apiKey: read.required('HOSTED_API_KEY'),
    authDomain: read.text('HOSTED_AUTH_DOMAIN', `${projectId}.firebaseapp.com`),
    jwksUrl: read.defaultUrl('HOSTED_JWKS_URL'),
    issuer: read.text('HOSTED_ISSUER', `https://securetoken.google.com/${projectId}`),
  }
}

const characterKinds = ['lower', 'upper', 'digit', 'other']

function embeddedIdentity(read: EnvironmentReader, production: boolean): EmbeddedIdentityConfig {
  const required = read.list('PASSWORD_REQUIRES')
  if (required.some((kind) => !characterKinds.includes(kind)))
    read.problems.push(`PASSWORD_REQUIRES: some of ${characterKinds.join(', ')}, separated by commas`)
  const minLength = read.integer('PASSWORD_MIN_LENGTH', 6, 30)
  const maxLength = read.integer('PASSWORD_MAX_LENGTH', 0, 4096)
  if (maxLength !== 0 && maxLength < minLength)
    read.problems.push('PASSWORD_MAX_LENGTH: at least PASSWORD_MIN_LENGTH')
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

/** Read with every identity service, because webhook secrets and signing keys are encrypted, too. */
function identityKeys(read: EnvironmentReader): Buffer[] {
  return read.list('IDENTITY_KEY').map((text) => {
    const key = Buffer.from(text, 'base64')
    if (key.length !== 32) read.problems.push('IDENTITY_KEY: 32 bytes in Base64, several separated by commas')
    return key
  })
}

function oauthClient(
  read: EnvironmentReader,
  idName: SettingName,
  secretName: SettingName,
): OAuthClient | undefined {
  const clientId = read.text(idName)
  if (!clientId) return undefined
  return { clientId, clientSecret: read.required(secretName) }
}

const hostOf = (address: string) => (URL.canParse(address) ? new URL(address).hostname : 'localhost')

function authorizedDomains(read: EnvironmentReader, siteUrl: string, production: boolean): string[] {
  const ofSite = URL.canParse(siteUrl) ? [new URL(siteUrl).hostname] : []
  const local = production ? [] : ['localhost', '127.0.0.1']
  const named = read.list('AUTHORIZED_DOMAINS').map((domain) => domain.toLowerCase())
  return [...new Set([...ofSite, ...(named.length > 0 ? named : local)])]
}

function mailConfig(read: EnvironmentReader, production: boolean): MailConfig {
  const url = read.url('SMTP_URL', undefined, ['smtp:', 'smtps:'])
  const kind = read.choice('MAIL', ['smtp', 'outbox', 'none'], url ? 'smtp' : production ? 'none' : 'outbox')
  if (kind !== 'smtp') return { kind }
  return { kind, url: url ?? read.required('SMTP_URL'), from: read.required('MAIL_FROM') }
}

function moderatorChats(read: EnvironmentReader): string[] {
  const addresses = read.list('MODERATOR_CHATS')
  const isAddress = (text: string) => URL.canParse(text) && /^https?:$/.test(new URL(text).protocol)
  if (!addresses.every(isAddress))
    read.problems.push('MODERATOR_CHATS: URLs that start with http:// or https://, separated by commas')
  return addresses
}

function networks(read: EnvironmentReader, name: SettingName): AllowedNetworks {
  const found = readNetworks(read.list(name))
  if (!found) read.problems.push(`${name}: networks such as 10.1.0.0/16, separated by commas`)
  return found ?? noNetworks
}

function readingSources(read: EnvironmentReader): string[] {
  const named = read.list('READINGS')
  if (named.length === 1 && named[0] === 'off') return []
  return named.map((name) => {
    if (name === 'host' || name === 'git') return name
    if (!/^\.{0,2}[/\\]|^[a-z]:/i.test(name))
      read.problems.push('READINGS: off, or some of host, git, and paths of folders, separated by commas')
    return resolve(name)
  })
}

function smsConfig(read: EnvironmentReader, production: boolean): SmsConfig {
  const url = read.url('SMS_URL', undefined)
  const kind = read.choice('SMS', ['http', 'outbox', 'none'], url ? 'http' : production ? 'none' : 'outbox')
  if (kind !== 'http') return { kind }
  return { kind, url: url ?? read.required('SMS_URL'), token: read.text('SMS_TOKEN') }
}
