import { fallbackLocale, isLocale, type Locale } from '@nodeyard/contract/locales'
import { createRequestHandler, RouterContextProvider } from 'react-router'
import * as build from 'virtual:react-router/server-build'
import { createSite } from './site.server.ts'
import { siteOfRequest } from './site.ts'

type Handler = ReturnType<typeof createRequestHandler>

const handlers = new Map<Locale, Handler>()

/** Answers one page. `fetch` reaches the API at `http://api.internal/`; it stays inside the process. */
export default async function render(request: Request, fetch: typeof globalThis.fetch): Promise<Response> {
  const url = new URL(request.url)
  const locale = localeOf(url)
  if (locale === 'redundant') return withoutPrefix(url)
  const context = new RouterContextProvider()
  context.set(siteOfRequest, createSite(request, fetch, locale))
  return handlerFor(locale)(request, context)
}

/** The first segment names the language; English has none, so its prefix is redundant. */
function localeOf(url: URL): Locale | 'redundant' {
  const first = url.pathname.split('/')[1]
  if (!isLocale(first)) return fallbackLocale
  return first === fallbackLocale ? 'redundant' : first
}

function withoutPrefix(url: URL): Response {
  const path = url.pathname.replace(/^\/[^/]*\/*/, '/')
  return new Response(null, { status: 308, headers: { location: path + url.search } })
}

/** The language is the router's base path: inside the site, addresses are the same in every language. */
function handlerFor(locale: Locale): Handler {
  const known = handlers.get(locale)
  if (known) return known
  const basename = locale === fallbackLocale ? '/' : `/${locale}`
  const handler = createRequestHandler({ ...build, basename }, 'production')
  handlers.set(locale, handler)
  return handler
}
