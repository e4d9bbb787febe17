import type { Locale } from '@nodeyard/contract/ground'
import { useText } from '../site/site.ts'
import { Button, ButtonAnchor } from '../ui/button.tsx'
import { declineOffer } from './language-preference.ts'
import { useLanguageNames, useLanguagePath } from './languages.ts'

interface LanguageOfferBox {
  preferred: Locale
  decline(): void
}

export function LanguageOfferBox({ preferred, decline }: LanguageOfferBox) {
  const t = useText('common')
  const names = useLanguageNames()
  const pathIn = useLanguagePath()
  const refuse = () => {
    declineOffer()
    decline()
  }
  return (
    <aside
      aria-label={t('language')}
      className="fixed inset-x-4 bottom-4 z-40 mx-auto flex max-w-md flex-wrap items-center gap-3 rounded-lg border border-line bg-surface p-3 text-sm shadow-float"
    >
      <p className="min-w-0 flex-1 basis-48">{t('language_offer', { language: names[preferred].here })}</p>
      <ButtonAnchor look="primary" href={pathIn(preferred)} hrefLang={preferred} lang={preferred}>
        {names[preferred].own}
      </ButtonAnchor>
      <Button look="quiet" onClick={refuse}>
        {t('dismiss')}
      </Button>
    </aside>
  )
}
