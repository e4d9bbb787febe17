import { trimEndOf } from '@nodeyard/analysis/ground'
import type { Locale } from '@nodeyard/contract/ground'

/** Settings that the server passes to the site; browsers read them from the page. */
export interface Settings {
  productName: string
  /** Public origin of the site, without a trailing slash. */
  siteUrl: string
  /** Public URL of the API, without a trailing slash. */
  apiUrl: string
  publicEnv: string
  /** A `mailto:` link or a page. */
  securityContact: string
  /** The operator's analytics project, if any. */
  analytics?: { token: string; url: string }
  /** Code host that can confirm repository admins, such as `github.com`. Empty if there is none. */
  codeHost: string
  /** Whether the manager, comfy-cli and the desktop program of users ask this registry. */
  servesExistingClients: boolean
  /** True while the demo catalog is being published, when empty lists are temporary. */
  isFilling: boolean
  locale: Locale
}

const defaults = {
  productName: 'Nodeyard',
  siteUrl: 'http://127.0.0.1:3000',
  apiUrl: 'http://127.0.0.1:8080',
  publicEnv: 'development',
  securityContact: '/security',
}

/** The server overwrites these headers on every request, so no visitor can set them. */
export function settingsFrom(headers: Headers, locale: Locale): Settings {
  const withoutSlash = (address: string) => trimEndOf(address, '/')
  const token = headers.get('x-analytics-token')
  const url = headers.get('x-analytics-url')
  return {
    productName: decodeURIComponent(headers.get('x-product-name') || defaults.productName),
    siteUrl: withoutSlash(headers.get('x-site-url') || defaults.siteUrl),
    apiUrl: withoutSlash(headers.get('x-api-url') || defaults.apiUrl),
    publicEnv: headers.get('x-public-env') || defaults.publicEnv,
    securityContact: headers.get('x-security-contact') || defaults.securityContact,
    codeHost: headers.get('x-code-host') ?? '',
    servesExistingClients: headers.get('x-existing-clients') === 'true',
    isFilling: headers.get('x-filling') === 'true',
    ...(token && url ? { analytics: { token, url } } : {}),
    locale,
  }
}
