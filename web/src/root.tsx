import { directionOf } from '@nodeyard/contract/locales'
import { HydrationBoundary, QueryClientProvider, type DehydratedState } from '@tanstack/react-query'
import { type ReactNode, useContext } from 'react'
import { Links, Outlet, Scripts, ScrollRestoration, useMatches } from 'react-router'
import type { Route } from './+types/root'
import { ErrorPage } from './shell/error-page.tsx'
import { Shell } from './shell/shell.tsx'
import { themeScript } from './shell/theme.ts'
import { NonceContext, type PageFacts, useSite } from './site.ts'
import './styles/site.css'
import type { Namespace } from './texts.ts'

export function Layout({ children }: { children: ReactNode }) {
  const site = useSite()
  const nonce = useContext(NonceContext)
  const namespaces = useNamespaces()
  const facts: PageFacts = { settings: site.settings, textFiles: site.textFiles, namespaces }
  const { locale } = site.settings
  return (
    <html lang={locale} dir={directionOf(locale)} data-site={JSON.stringify(facts)} suppressHydrationWarning>
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <script nonce={nonce} suppressHydrationWarning dangerouslySetInnerHTML={{ __html: themeScript }} />
        <Links />
        <link rel="icon" href="/favicon.svg" type="image/svg+xml" />
        {namespaces.map((namespace) => (
          <link
            key={namespace}
            rel="preload"
            as="fetch"
            crossOrigin="anonymous"
            href={site.textFiles[namespace]}
          />
        ))}
      </head>
      <body>
        <QueryClientProvider client={site.queries}>
          <Shell>{children}</Shell>
        </QueryClientProvider>
        <ScrollRestoration />
        <Scripts />
      </body>
    </html>
  )
}

export default function App() {
  return (
    <HydrationBoundary state={useQueriesOfPage()}>
      <Outlet />
    </HydrationBoundary>
  )
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  return <ErrorPage error={error} />
}

/** `common`, and what the matched pages name. */
function useNamespaces(): Namespace[] {
  const ofPages = useMatches().flatMap(({ handle }) => (handle as { namespaces?: Namespace[] })?.namespaces ?? [])
  return ['common', ...ofPages]
}

function useQueriesOfPage(): DehydratedState | undefined {
  const data = useMatches().at(-1)?.loaderData as { queries?: DehydratedState } | undefined
  return data?.queries
}
