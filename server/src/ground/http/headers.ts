import type { IncomingHttpHeaders } from 'node:http'
import type { Config } from '../settings.ts'

/**
 * Headers of every API response, errors too. Any origin can read, because the API uses no cookies and the
 * desktop front end runs at an address of its user's choice. Source: clients 1.15.
 */
export const apiHeaders = {
  'access-control-allow-origin': '*',
  'access-control-expose-headers':
    'ETag, Location, Retry-After, RateLimit, RateLimit-Policy, Idempotency-Replayed, X-Request-Id, Content-Length, Accept-Ranges',
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'; sandbox",
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
  'cross-origin-resource-policy': 'cross-origin',
  'strict-transport-security': 'max-age=31536000',
} as const

/** Headers of preflight responses. They list each request header that clients send. */
export const preflightHeaders = {
  ...apiHeaders,
  'access-control-allow-methods': 'GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS',
  'access-control-allow-headers':
    'Authorization, Content-Type, Cache-Control, Pragma, Expires, X-API-Key, Idempotency-Key, If-None-Match, If-Match, Range, X-Comfy-Admin-Secret, Comfy-Env, Comfy-Usage-Source, Ai-Trace-Id, X-Requested-With',
  'access-control-max-age': '86400',
} as const

/** Headers of every page and file of the site, in addition to the page's own policy. */
export const siteHeaders = {
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'strict-origin-when-cross-origin',
  'x-frame-options': 'DENY',
  // Popup sign-in needs the opener of its own pages.
  'cross-origin-opener-policy': 'same-origin-allow-popups',
  'permissions-policy': 'camera=(), microphone=(), geolocation=(), payment=(), usb=()',
  'strict-transport-security': 'max-age=31536000',
} as const

/**
 * Returns the content security policy of a page: only the site's own scripts, the inline ones by digest. A
 * hosted identity service adds its scripts and windows; analytics services only receive data.
 */
export function pagePolicy(
  scriptHashes: readonly string[],
  { identity, analytics }: Pick<Config, 'identity' | 'analytics'>,
): string {
  const hosted = identity.kind === 'hosted' ? hostedSources(identity.authDomain) : undefined
  const inline = scriptHashes.map((hash) => `'sha256-${hash}'`)
  const from = (...sources: (readonly string[] | undefined)[]) =>
    ["'self'", ...sources.flatMap((some) => some ?? [])].join(' ')
  return [
    "default-src 'self'",
    `script-src ${from(inline, hosted?.scripts)}`,
    "style-src 'self'",
    "img-src 'self' https: data:",
    `connect-src ${from(hosted?.services, analytics && [new URL(analytics.url).origin])}`,
    `frame-src ${from(hosted?.frames)}`,
    "object-src 'none'",
    "frame-ancestors 'none'",
    "base-uri 'none'",
    "form-action 'self'",
  ].join('; ')
}

/** Returns the sources that the SDK of the hosted service loads, calls and frames, including its captcha. */
function hostedSources(authDomain: string) {
  return {
    scripts: ['https://apis.google.com', 'https://www.google.com', 'https://www.gstatic.com'],
    services: ['https://identitytoolkit.googleapis.com', 'https://securetoken.googleapis.com'],
    frames: [`https://${authDomain}`, 'https://www.google.com'],
  }
}

/** Where the site exposes the API. */
export const apiPrefix = '/api'
/** Names the prefix to the API. The site's own server sets it; both servers drop that of a client. */
export const prefixHeader = 'x-forwarded-prefix'

/** Returns the address of a path of the API for the client of a request. */
export const addressFor = (path: string, headers: IncomingHttpHeaders): string =>
  headers[prefixHeader] === apiPrefix ? apiPrefix + path : path
