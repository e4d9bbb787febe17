import type { ProxyService } from '@nodeyard/contract/proxy'
import type { ReleaseProject } from '@nodeyard/contract/releases'
import type { CiKind } from '@nodeyard/contract/trusted-publishing'
import type { AllowedNetworks } from './outbound/networks.ts'
import type { TelemetrySettings } from './telemetry/telemetry.ts'

export const roles = ['site', 'api', 'jobs'] as const
export type Role = (typeof roles)[number]

export interface S3Config {
  endpoint?: string
  bucket: string
  region: string
  credentials?: { accessKeyId: string; secretAccessKey: string; sessionToken?: string }
}

export interface PasswordPolicy {
  minLength: number
  maxLength?: number
  lowerCase: boolean
  upperCase: boolean
  digit: boolean
  other: boolean
}

/** A client that the operator registered with a provider of sign-ins. */
export interface OAuthClient {
  clientId: string
  clientSecret: string
}

export interface EmbeddedIdentityConfig {
  kind: 'embedded'
  passwordPolicy: PasswordPolicy
  github?: OAuthClient
  google?: OAuthClient
  /** Providers without a client are played by a page that says so. */
  standIn: boolean
}

export interface HostedIdentityConfig {
  kind: 'hosted'
  projectId: string
  apiKey: string
  authDomain: string
  jwksUrl: string
  issuer: string
}

export type MailConfig = { kind: 'none' | 'outbox' } | { kind: 'smtp'; url: string; from: string }
export type SmsConfig = { kind: 'none' | 'outbox' } | { kind: 'http'; url: string; token: string }

export interface ReadingSettings {
  /** `host`, `git` or paths of folders, in order. Empty: nothing is read. */
  sources: readonly string[]
  workers: number
  /** Whose READMEs and source are shown. */
  content: 'licensed' | 'all' | 'none'
  diskBytes: number
  /** Networks that are not public and in which git servers can be. */
  networks: AllowedNetworks
}

export interface CodeHostSettings {
  /** Of people. */
  url: string
  apiUrl: string
  /** Of the registry itself, for what it asks on its own behalf. */
  token?: string
  /** For a whole answer; 10 seconds unless stated. */
  timeoutMs?: number
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
  /** Replicas of the database, for reads that can be some seconds old. */
  databaseReadUrls: readonly string[]
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
  /** Where faults of the registry are reported: `mailto:…` or the address of a page. */
  securityContact: string
  /** Told what people do, in a production environment only. Absent: nobody is. */
  analytics?: { token: string; url: string }
  /** Whether pictures that authors keep elsewhere are fetched for readers. */
  showsPictures: boolean
  /** How many proxies stand in front, each of which adds to `X-Forwarded-For` who asked it; 0: callers come by themselves. */
  proxies: number
  identity: EmbeddedIdentityConfig | HostedIdentityConfig
  /** Of 32 bytes each. The first one seals the secrets in the database, all of them open. */
  identityKeys: readonly Buffer[]
  /** Path of the site's origin, of a program of the operator's, that is told of each new ID token. */
  tokenSyncPath?: string
  /** Hosts on which people may sign in, without a port, in small letters. */
  authorizedDomains: readonly string[]
  /** In small letters. Their owners are admins once the address is verified. */
  adminEmails: readonly string[]
  mail: MailConfig
  sms: SmsConfig
  /** Where moderators are told of what waits for them: addresses that take `{"text": …}`. */
  moderatorChats: readonly string[]
  /** Networks that are not public and to which webhooks may post all the same, over http too. */
  webhookNetworks: AllowedNetworks
  readings: ReadingSettings
  /** Where other programs are searched for. */
  searchPath: string
  /** Of sibling services; absent: they are all refused. */
  adminSecret?: string
  /** Of build machines; absent: they are all refused. */
  ciSecret?: string
  /** `owner/name` in small letters, where a question about build results names none. */
  ciRepository: string
  /** Signs the code host's release events; absent: they are all refused. */
  releaseSecret?: string
  /** Which project's notes the releases of a repository (`owner/name` in small letters) become. */
  releaseProjects: ReadonlyMap<string, ReleaseProject>
  /** Generation services, as far as something is set for them. */
  generationServices: Readonly<Record<ProxyService, { url?: string; key?: string }>>
  /** Multiplies the limits of requests; 0 turns them off. */
  rateLimitFactor: number
  /** What one unit of a partner's price is worth in credits. */
  partnerNodeConversionRate: number
  codeHost: CodeHostSettings & {
    isFake: boolean
    /** For claims. Absent: nobody can show here what they administer there. */
    app?: OAuthClient
  }
  /** CI services whose tokens are taken for publishing. */
  ciIssuers: readonly { kind: CiKind; url: string }[]
  /** What their tokens have to be made out to; absent: the API's address. */
  ciAudience?: string
  telemetry: TelemetrySettings
  /** Whose tokens count as those of a service, besides the registry's own. */
  serviceProvider?: { keysUrl: string; issuer: string; audience: string; email: string }
}
