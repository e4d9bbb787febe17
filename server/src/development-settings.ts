/** The part of the configuration that these checks need. */
interface Settings {
  codeHost: { isFake: boolean; url: string; apiUrl: string }
  demo?: boolean
  isDatabaseChosen: boolean
  identity: { kind: 'embedded'; standIn: boolean } | { kind: 'hosted'; jwksUrl: string }
  mail: { kind: string }
  sms: { kind: string }
  identityKeys: readonly unknown[]
  siteUrl: string
  apiUrl: string
  serviceProvider?: { keysUrl: string }
  ciIssuers: readonly { url: string }[]
  rateLimitFactor: number
  authorizedDomains: readonly string[]
}

interface DevelopmentSetting {
  name: string
  isUsed(settings: Settings): boolean
  /** Why production refuses it, and what to set instead. */
  refusal: string
}

/** With a larger factor, the limits stop nothing. */
const maxRateLimitFactor = 100

const local = /^(localhost|.+\.localhost|127\.\d+\.\d+\.\d+|\[::1\])$/

const needsTls = 'needs https in production, except for a URL of this machine'

/** Convenient development settings that are unsafe in public. Production does not start with any of them. */
export const developmentSettings: readonly DevelopmentSetting[] = [
  {
    name: 'CODE_HOST',
    isUsed: ({ codeHost }) => codeHost.isFake,
    refusal: 'cannot be fake in production, because anyone could claim any node',
  },
  {
    name: 'DEMO',
    isUsed: ({ demo }) => demo === true,
    refusal: 'cannot be on in production, because it creates an admin account and logs its password',
  },
  {
    name: 'DATABASE_URL',
    isUsed: ({ isDatabaseChosen }) => !isDatabaseChosen,
    refusal: 'is required in production. To use the embedded database, set DATABASE=embedded',
  },
  {
    name: 'STAND_IN_PROVIDERS',
    isUsed: ({ identity }) => identity.kind === 'embedded' && identity.standIn,
    refusal: 'cannot be on in production, because anyone could sign in as any user',
  },
  {
    name: 'MAIL',
    isUsed: ({ mail }) => mail.kind === 'outbox',
    refusal: 'cannot be outbox in production, because it shows all mail on a page. Set SMTP_URL or MAIL=none',
  },
  {
    name: 'SMS',
    isUsed: ({ sms }) => sms.kind === 'outbox',
    refusal:
      'cannot be outbox in production, because it shows all messages on a page. Set SMS_URL or SMS=none',
  },
  {
    name: 'IDENTITY_KEY',
    isUsed: ({ identityKeys }) => identityKeys.length === 0,
    refusal: 'is required in production to encrypt stored keys. Create one with openssl rand -base64 32',
  },
  { name: 'SITE_URL', isUsed: ({ siteUrl }) => isPlain(siteUrl), refusal: needsTls },
  { name: 'API_URL', isUsed: ({ apiUrl }) => isPlain(apiUrl), refusal: needsTls },
  { name: 'CODE_HOST_URL', isUsed: ({ codeHost }) => isPlain(codeHost.url), refusal: needsTls },
  { name: 'CODE_HOST_API_URL', isUsed: ({ codeHost }) => isPlain(codeHost.apiUrl), refusal: needsTls },
  {
    name: 'HOSTED_JWKS_URL',
    isUsed: ({ identity }) => identity.kind === 'hosted' && isPlain(identity.jwksUrl),
    refusal: needsTls,
  },
  {
    name: 'SERVICE_KEYS_URL',
    isUsed: ({ serviceProvider }) => serviceProvider !== undefined && isPlain(serviceProvider.keysUrl),
    refusal: needsTls,
  },
  {
    name: 'CI_ISSUERS',
    isUsed: ({ ciIssuers }) => ciIssuers.some(({ url }) => isPlain(url)),
    refusal: needsTls,
  },
  {
    name: 'RATE_LIMIT_FACTOR',
    isUsed: ({ rateLimitFactor }) => rateLimitFactor === 0 || rateLimitFactor > maxRateLimitFactor,
    refusal: `must be over 0 and at most ${maxRateLimitFactor} in production, because one address could occupy the registry`,
  },
  {
    name: 'AUTHORIZED_DOMAINS',
    isUsed: ({ authorizedDomains, siteUrl }) =>
      authorizedDomains.some((domain) => local.test(domain) && domain !== URL.parse(siteUrl)?.hostname),
    refusal: 'cannot name this machine in production, because sign-ins would be sent to programs on it',
  },
]

/** Whether traffic to this URL leaves the machine unencrypted. */
function isPlain(address: string): boolean {
  if (!URL.canParse(address)) return false
  const { protocol, hostname } = new URL(address)
  return protocol === 'http:' && !local.test(hostname)
}
