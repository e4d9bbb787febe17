import { trimEndOf } from '@nodeyard/analysis/text-search'
import type { Locale } from '@nodeyard/contract/locales'

/** What the server tells the site about itself; the browser reads it from the page it got. */
export interface Settings {
  productName: string
  /** Public origin of the site, without a trailing slash. */
  siteUrl: string
  /** Public address of the API, without a trailing slash. */
  apiUrl: string
  publicEnv: string
  /** A mail address or a page, as an address to open. */
  securityContact: string
  /** The operator's analytics project. Absent: none. */
  analytics?: { token: string; url: string }
  /** Where people can show what repositories they administer, such as `github.com`. Empty: nowhere. */
  codeHost: string
  /** While the demo catalogue is being published: what is empty will not stay so. */
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
    isFilling: headers.get('x-filling') === 'true',
    ...(token && url ? { analytics: { token, url } } : {}),
    locale,
  }
}
