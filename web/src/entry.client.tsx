import { StrictMode, startTransition } from 'react'
import { hydrateRoot } from 'react-dom/client'
import { createBrowserRouter, matchRoutes, type RouteObject, RouterContextProvider } from 'react-router'
import { RouterProvider } from 'react-router/dom'
import { basePathOf } from './ground/paths/links.ts'
import { errorFrom, type PageFacts, pageFactsId } from './ground/site/page-facts.ts'
import { type Site, SiteContext, siteOfRequest } from './ground/site/site.ts'
import { reuseFormatted } from './ground/texts/formats.ts'
import { pause } from './pause.ts'
import { prefetchOnIntent } from './prefetch.ts'
import { browserRoutes } from './routes.client.ts'
import { contentRouteId } from './routes.tsx'
import { createBrowserSite } from './site.client.ts'

await pause()
const facts = JSON.parse(document.getElementById(pageFactsId)?.textContent ?? '') as PageFacts
reuseFormatted(facts.formatted)
const basename = basePathOf(facts.settings.locale)
const site = createBrowserSite(facts)
await pause()
const pages = browserRoutes(basename)
const routes = await pages.at(location)

const [matched] = await Promise.all([loadMatched(routes), site.prepareTexts(facts.namespaces)])
await pause()
const router = createBrowserRouter(routes, {
  basename,
  getContext: () => contextWith(site),
  patchRoutesOnNavigation: pages.patch,
  hydrationData: {
    loaderData: Object.fromEntries(matched.map((id) => [id, null])),
    errors: facts.error ? { [contentRouteId]: errorFrom(facts.error) } : null,
  },
})
prefetchOnIntent({ routesAt: pages.at, basename, getContext: () => contextWith(site) })
await pause()
startTransition(() => {
  hydrateRoot(
    document,
    <StrictMode>
      <SiteContext value={site}>
        <RouterProvider router={router} />
      </SiteContext>
    </StrictMode>,
  )
})

/**
 * Loads the modules of the first page before hydration, because its elements already exist. Returns its route
 * ids.
 */
async function loadMatched(routes: RouteObject[]): Promise<string[]> {
  const matches = matchRoutes(routes, location, basename) ?? []
  await Promise.all(
    matches.map(async ({ route }) => {
      if (typeof route.lazy !== 'function') return
      Object.assign(route, await route.lazy(), { lazy: undefined })
    }),
  )
  return matches.flatMap(({ route }) => route.id ?? [])
}

function contextWith(site: Site): RouterContextProvider {
  const context = new RouterContextProvider()
  context.set(siteOfRequest, site)
  return context
}
