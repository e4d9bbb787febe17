/** As much of the configuration as it takes to find them. */
interface Settings {
  codeHost: { isFake: boolean; url: string; apiUrl: string }
  demo?: boolean
  identity: { kind: 'embedded'; standIn: boolean } | { kind: 'hosted'; jwksUrl: string }
  mail: { kind: string }
  sms: { kind: string }
  identityKeys: readonly unknown[]
  siteUrl: string
  apiUrl: string
  serviceProvider?: { keysUrl: string }
  ciIssuers: readonly { url: string }[]
}

interface DevelopmentSetting {
  name: string
  isUsed(settings: Settings): boolean
  /** Why it is refused in production, and what to set instead. */
  refusal: string
}

const needsTls = 'needs https in production, except for an address of this machine'

/** The settings that make development easy and a public registry unsafe: production does not start with any of them. */
export const developmentSettings: readonly DevelopmentSetting[] = [
  {
    name: 'CODE_HOST',
    isUsed: ({ codeHost }) => codeHost.isFake,
    refusal: 'not fake in production: it would let anyone claim any node',
  },
  {
    name: 'DEMO',
    isUsed: ({ demo }) => demo === true,
    refusal: 'not on in production: it creates an admin account whose password is in the log',
  },
  {
    name: 'STAND_IN_PROVIDERS',
    isUsed: ({ identity }) => identity.kind === 'embedded' && identity.standIn,
    refusal: 'not on in production: it would let anyone sign in as anyone',
  },
  {
    name: 'MAIL',
    isUsed: ({ mail }) => mail.kind === 'outbox',
    refusal: 'not outbox in production: it shows all mail on a page. Set SMTP_URL, or MAIL=none',
  },
  {
    name: 'SMS',
    isUsed: ({ sms }) => sms.kind === 'outbox',
    refusal: 'not outbox in production: it shows all text messages on a page. Set SMS_URL, or SMS=none',
  },
  {
    name: 'IDENTITY_KEY',
    isUsed: ({ identityKeys }) => identityKeys.length === 0,
    refusal:
      'needed in production: without it all keys are stored unencrypted. Make one by openssl rand -base64 32',
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
]

/** Sent over plain HTTP to another machine, where anyone on the way can read and change it. */
function isPlain(address: string): boolean {
  if (!URL.canParse(address)) return false
  const { protocol, hostname } = new URL(address)
  return protocol === 'http:' && !/^(localhost|.+\.localhost|127\.\d+\.\d+\.\d+|\[::1\])$/.test(hostname)
}
