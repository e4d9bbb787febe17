import type { IdentityConfig, SignInMethod } from '@nodeyard/contract/people'
import type { Config, EmbeddedIdentityConfig } from '../../ground/settings.ts'
import { embeddedApiKey, embeddedProject } from './embedded/project.ts'

export const framesScriptPath = '/emulator/auth/frames.js'
export const outboxPath = '/emulator/outbox'

const methodsOfHosted: SignInMethod[] = ['password', 'email-link', 'phone', 'google.com', 'github.com']

/** Returns the sign-in configuration for the site. */
export function toPublicConfig(config: Config): IdentityConfig {
  const { identity, siteUrl, mail, sms, tokenSyncPath } = config
  const sync = tokenSyncPath ? { tokenSyncPath } : {}
  if (identity.kind === 'hosted') {
    const { apiKey, projectId, authDomain } = identity
    return {
      mode: 'hosted',
      apiKey,
      projectId,
      authDomain,
      usesOwnOrigin: false,
      methods: methodsOfHosted,
      secondFactors: ['phone', 'totp'],
      standInProviders: [],
      sendsMail: true,
      ...sync,
    }
  }
  const hasOutbox = mail.kind === 'outbox' || sms.kind === 'outbox'
  return {
    mode: 'embedded',
    apiKey: embeddedApiKey,
    projectId: embeddedProject,
    authDomain: new URL(siteUrl).host,
    usesOwnOrigin: true,
    framesScript: framesScriptPath,
    methods: [
      'password',
      ...(mail.kind === 'none' ? [] : (['email-link'] as const)),
      ...(sms.kind === 'none' ? [] : (['phone'] as const)),
      ...providersOf(identity),
    ],
    secondFactors: [...(sms.kind === 'none' ? [] : (['phone'] as const)), 'totp'],
    standInProviders: providersOf(identity).filter((provider) => !clientOf(identity, provider)),
    sendsMail: mail.kind !== 'none',
    ...sync,
    ...(hasOutbox ? { outboxPath } : {}),
  }
}

export type Provider = 'google.com' | 'github.com'

/** Lists the sign-in providers that have a client or a stand-in. */
export function providersOf(identity: EmbeddedIdentityConfig): Provider[] {
  return (['google.com', 'github.com'] as const).filter(
    (provider) => clientOf(identity, provider) ?? identity.standIn,
  )
}

/** Returns the OAuth client of a provider, if one is configured. */
export function clientOf({ github, google }: EmbeddedIdentityConfig, provider: Provider) {
  return provider === 'github.com' ? github : google
}
