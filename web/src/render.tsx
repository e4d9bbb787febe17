import { randomBytes } from 'node:crypto'
import { fallbackLocale, type Locale } from '@nodeyard/contract/ground'
import {
  createStaticHandler,
  createStaticRouter,
  isRouteErrorResponse,
  RouterContextProvider,
  type StaticHandler,
  type StaticHandlerContext,
  StaticRouterProvider,
} from 'react-router'
import { withAssets } from './assets.server.ts'
import { basePathOf, localeInPath } from './ground/paths/links.ts'
import { NonceContext, type Site, SiteContext, siteOfRequest } from './ground/site/site.ts'
import { recordFormatted } from './ground/texts/formats.server.ts'
import { createMemberRoutes } from './member-routes.ts'
import { renderWhole } from './render-whole.server.ts'
import { createRoutes } from './routes.tsx'
import { createSite } from './site.server.ts'

const handlers = new Map<Locale, StaticHandler>()

/** Renders one page. `fetch` reaches the API in the same process, at `http://api.internal/`. */
export default async function render(request: Request, fetch: typeof globalThis.fetch): Promise<Response> {
  const url = new URL(request.url)
  const locale = localeInPath(url.pathname)
  if (locale === fallbackLocale) return withoutPrefix(url)
  const site = createSite(request, fetch, locale ?? fallbackLocale)
  const context = await load(request, site)
  return context instanceof Response ? context : toPage(context, site, request)
}

/** Redirects `/en/…`: English paths have no prefix. */
function withoutPrefix(url: URL): Response {
  const path = url.pathname.replace(/^\/[^/]*\/*/, '/')
  return new Response(null, { status: 308, headers: { location: path + url.search } })
}

function load(request: Request, site: Site): Promise<StaticHandlerContext | Response> {
  const requestContext = new RouterContextProvider()
  requestContext.set(siteOfRequest, site)
  return handlerFor(site.settings.locale).query(request, { requestContext })
}

/** The language prefix is the router's base path, so that routes are the same in every language. */
function handlerFor(locale: Locale): StaticHandler {
  const known = handlers.get(locale)
  if (known) return known
  const handler = createStaticHandler(createRoutes(createMemberRoutes()), { basename: basePathOf(locale) })
  handlers.set(locale, handler)
  return handler
}

async function toPage(context: StaticHandlerContext, site: Site, request: Request): Promise<Response> {
  reportFaults(context, request)
  const nonce = randomBytes(16).toString('base64')
  const { html, formatted } = await recordFormatted(() => renderPage(context, site, nonce, request.signal))
  const headers = new Headers({ 'content-type': 'text/html; charset=utf-8', 'x-script-nonce': nonce })
  return new Response(withAssets(html, { context, site, formatted, nonce }), {
    status: context.statusCode,
    headers,
  })
}

/** Logs unexpected errors only; refusals are ordinary responses. */
function reportFaults({ errors }: StaticHandlerContext, request: Request): void {
  for (const error of Object.values(errors ?? {})) {
    if (!isRouteErrorResponse(error) && !request.signal.aborted) console.error(error)
  }
}

function renderPage(
  context: StaticHandlerContext,
  site: Site,
  nonce: string,
  signal: AbortSignal,
): Promise<string> {
  const { dataRoutes } = handlerFor(site.settings.locale)
  const router = createStaticRouter(dataRoutes, context)
  const page = (
    <SiteContext value={site}>
      <NonceContext value={nonce}>
        <StaticRouterProvider router={router} context={context} hydrate={false} />
      </NonceContext>
    </SiteContext>
  )
  return renderWhole(page, { nonce, signal })
}
