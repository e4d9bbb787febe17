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

/** A client that the operator registered with a sign-in provider. */
export interface OAuthClient {
  clientId: string
  clientSecret: string
}

export interface EmbeddedIdentityConfig {
  kind: 'embedded'
  passwordPolicy: PasswordPolicy
  github?: OAuthClient
  google?: OAuthClient
  /** Whether a clearly marked page stands in for providers without a client. */
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
  /** Selects the repositories whose READMEs and source are shown. */
  content: 'licensed' | 'all' | 'none'
  diskBytes: number
  /** Networks that are not public and in which git servers can be. */
  networks: AllowedNetworks
}

export interface CodeHostSettings {
  /** Base URL of its website. */
  url: string
  apiUrl: string
  /** The registry's own token, for requests that it makes on its own behalf. */
  token?: string
  /** Limits a request including its response. Default: 10 seconds. */
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
  /** Omitted to use the embedded database below `dataDir`. */
  databaseUrl?: string
  /** False if the embedded database is used because nothing else was set. */
  isDatabaseChosen: boolean
  /** Replicas of the database, for reads that can be some seconds old. */
  databaseReadUrls: readonly string[]
  databaseConnections: number
  blobs: { kind: 'disk' } | ({ kind: 's3' } & S3Config)
  roles: ReadonlySet<Role>
  /** Default: on if the database is new and this is not production. */
  demo?: boolean
  logLevel: string
  analysisWorkers: number
  docsUrl: string
  docsUrlZh: string
  chatUrl: string
  /** Contact for reports of vulnerabilities: `mailto:…` or the URL of a page. */
  securityContact: string
  /** Service that receives usage statistics, only in a production environment. Omitted if there is none. */
  analytics?: { token: string; url: string }
  /** Whether the site fetches pictures from other hosts for its readers. */
  showsPictures: boolean
  /** Number of proxies in front that append their caller to `X-Forwarded-For`. 0 if clients connect directly. */
  proxies: number
  identity: EmbeddedIdentityConfig | HostedIdentityConfig
  /** Keys of 32 bytes each. The first one encrypts secrets in the database; all of them decrypt. */
  identityKeys: readonly Buffer[]
  /** Path on the site's origin of an operator's program that receives each new ID token. */
  tokenSyncPath?: string
  /** Hosts that allow sign-in, without a port and in lowercase. */
  authorizedDomains: readonly string[]
  /** In lowercase. Their owners are admins once the address is verified. */
  adminEmails: readonly string[]
  mail: MailConfig
  sms: SmsConfig
  /** URLs that accept `{"text": …}` and receive notifications for moderators. */
  moderatorChats: readonly string[]
  /** Private networks that webhooks may call, also over plain HTTP. */
  webhookNetworks: AllowedNetworks
  readings: ReadingSettings
  /** Directories with other programs, as in `PATH`. */
  searchPath: string
  /** Shared secret of sibling services. Omitted to refuse them all. */
  adminSecret?: string
  /** Shared secret of build machines. Omitted to refuse them all. */
  ciSecret?: string
  /** Default repository for queries about build results: `owner/name` in lowercase. */
  ciRepository: string
  /** Secret that signs the code host's release events. Omitted to refuse them all. */
  releaseSecret?: string
  /** Maps repositories (`owner/name` in lowercase) to the projects whose release notes they provide. */
  releaseProjects: ReadonlyMap<string, ReleaseProject>
  /** Configured settings of generation services. */
  generationServices: Readonly<Record<ProxyService, { url?: string; key?: string }>>
  /** Multiplies the request limits. 0 turns them off. */
  rateLimitFactor: number
  /** Value of one unit of a partner's price in credits. */
  partnerNodeConversionRate: number
  codeHost: CodeHostSettings & {
    isFake: boolean
    /** OAuth app that lets users prove for claims which repositories they administer. Omitted if there is none. */
    app?: OAuthClient
  }
  /** CI services whose tokens are accepted for publishing. */
  ciIssuers: readonly { kind: CiKind; url: string }[]
  /** File with the authorities that Sigstore bundles are verified with. Omitted: the public instance. */
  sigstoreTrustedRoot?: string
  /** Installs from which a node is published only by accounts with a second factor. Omitted to require none. */
  secondFactorInstalls?: number
  /** Required audience of their tokens. Default: the URL of the API. */
  ciAudience?: string
  telemetry: TelemetrySettings
  /** Additional issuer of service tokens. Omitted if the registry is the only one. */
  serviceProvider?: { keysUrl: string; issuer: string; audience: string; email: string }
}
