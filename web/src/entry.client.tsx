import { startTransition, StrictMode } from 'react'
import { hydrateRoot } from 'react-dom/client'
import { RouterContextProvider } from 'react-router'
import { HydratedRouter } from 'react-router/dom'
import { createBrowserSite } from './site.client.ts'
import { SiteContext, siteOfRequest } from './site.ts'

const { site, namespaces } = createBrowserSite(document.documentElement)

function contextOfNavigation(): RouterContextProvider {
  const context = new RouterContextProvider()
  context.set(siteOfRequest, site)
  return context
}

await site.prepareTexts(namespaces)
startTransition(() => {
  hydrateRoot(
    document,
    <StrictMode>
      <SiteContext value={site}>
        <HydratedRouter getContext={contextOfNavigation} />
      </SiteContext>
    </StrictMode>,
  )
})
