import { directionOf } from '@nodeyard/contract/locales'
import { QueryClientProvider } from '@tanstack/react-query'
import { useContext, useEffect } from 'react'
import { Outlet, ScrollRestoration } from 'react-router'
import { hintScript } from '../session/hint.ts'
import { NonceContext, useSite } from '../site.ts'
import '../styles/site.css'
import { Toasts } from '../ui/toasts.tsx'
import { Footer } from './footer.tsx'
import { LanguageOffer } from './language-offer.tsx'
import { Progress } from './progress.tsx'
import { themeScript } from './theme.ts'
import { TopBar } from './top-bar.tsx'

const earlyScript = themeScript + hintScript

/** The page around every page. */
export function Document() {
  const { queries, settings } = useSite()
  const nonce = useContext(NonceContext)
  // For whoever has to know when the page answers: tests, programs that drive a browser.
  useEffect(() => void document.documentElement.setAttribute('data-live', ''), [])
  return (
    <html lang={settings.locale} dir={directionOf(settings.locale)} suppressHydrationWarning>
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        {/* biome-ignore lint/security/noDangerouslySetInnerHtml: constants of ours */}
        <script nonce={nonce} suppressHydrationWarning dangerouslySetInnerHTML={{ __html: earlyScript }} />
        <link rel="icon" href="/favicon.svg" type="image/svg+xml" />
      </head>
      <body className="flex min-h-dvh flex-col">
        <QueryClientProvider client={queries}>
          <Progress />
          <TopBar />
          <Outlet />
          <Footer />
          <LanguageOffer />
          <Toasts />
        </QueryClientProvider>
        <ScrollRestoration />
      </body>
    </html>
  )
}
