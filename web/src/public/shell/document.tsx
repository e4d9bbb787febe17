import { directionOf } from '@nodeyard/contract/ground'
import { QueryClientProvider } from '@tanstack/react-query'
import { lazy, Suspense, useContext, useEffect, useState } from 'react'
import { Outlet, ScrollRestoration } from 'react-router'
import { NonceContext, useSite, useText } from '../../ground/site/site.ts'
import '../../ground/styles/site.css'
import { doEarlyActs } from '../../ground/forms/early-acts.ts'
import { LanguageOffer } from '../../ground/languages/language-offer.tsx'
import { Toasts } from '../../ground/ui/toasts.tsx'
import beforePaint from './before-paint.ts?script'
import { Footer } from './footer.tsx'
import { Progress } from './progress.tsx'
import { TopBar } from './top-bar.tsx'

/** Rendered by the server only: the script has run before hydration. */
const earlyScript = import.meta.env.SSR ? beforePaint : ''

/** The HTML document around every page. */
export function Document() {
  const { queries, settings } = useSite()
  const nonce = useContext(NonceContext)
  // Ends the state before hydration: dimmed controls and recorded actions. Browser tests wait for this
  // attribute.
  useEffect(() => {
    document.documentElement.setAttribute('data-live', '')
    doEarlyActs()
  }, [])
  return (
    <html lang={settings.locale} dir={directionOf(settings.locale)} suppressHydrationWarning>
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        {/* biome-ignore lint/security/noDangerouslySetInnerHtml: a constant script */}
        <script nonce={nonce} suppressHydrationWarning dangerouslySetInnerHTML={{ __html: earlyScript }} />
        <link rel="icon" href="/favicon.ico" sizes="32x32" />
        <link rel="icon" href="/favicon.svg" type="image/svg+xml" />
        <link rel="apple-touch-icon" href="/apple-touch-icon.png" />
        <link rel="manifest" href="/manifest.webmanifest" />
      </head>
      <body className="flex min-h-dvh flex-col">
        <QueryClientProvider client={queries}>
          <Progress />
          <TopBar />
          <NoScripts />
          <Outlet />
          <Footer />
          <LanguageOffer />
          <Later />
          <Toasts />
        </QueryClientProvider>
        <ScrollRestoration />
      </body>
    </html>
  )
}

const DropAnywhere = lazy(() =>
  import('./drop-anywhere.tsx').then(({ DropAnywhere }) => ({ default: DropAnywhere })),
)

/** Loads the part that takes files once something is dragged over the page. */
function Later() {
  const [isDragging, setDragging] = useState(false)
  useEffect(() => {
    const drag = () => setDragging(true)
    addEventListener('dragenter', drag, { once: true })
    return () => removeEventListener('dragenter', drag)
  }, [])
  return <Suspense fallback={null}>{isDragging && <DropAnywhere />}</Suspense>
}

/** Needed on every page, because every page dims controls without JavaScript. */
function NoScripts() {
  const t = useText('common')
  return (
    <noscript>
      <p className="bg-info-soft px-4 py-2 text-center text-sm text-info text-pretty">{t('no_scripts')}</p>
    </noscript>
  )
}
