import { lazy, Suspense, useState, useSyncExternalStore } from 'react'
import { useSite } from '../site/site.ts'
import { hasDeclined, preferredLocale } from './language-preference.ts'

/** Loaded on demand, because few users see it. */
const LanguageOfferBox = lazy(() =>
  import('./language-offer-box.tsx').then(({ LanguageOfferBox }) => ({ default: LanguageOfferBox })),
)

const never = () => () => {}

/** Offers the language that the user picked before. The box floats to prevent a layout shift. */
export function LanguageOffer() {
  const [declined, setDeclined] = useState(false)
  const { locale } = useSite().settings
  const preferred = useSyncExternalStore(never, preferredLocale, () => undefined)
  if (!preferred || preferred === locale || declined || hasDeclined()) return null
  return (
    <Suspense>
      <LanguageOfferBox preferred={preferred} decline={() => setDeclined(true)} />
    </Suspense>
  )
}
