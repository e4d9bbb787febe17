import { betaLocales, directionOf, type Locale, locales } from '@nodeyard/contract/ground'
import { type KeyboardEvent, lazy, Suspense, useId, useState } from 'react'
import { useSite, useText } from '../site/site.ts'
import { Badge } from '../ui/badge.tsx'
import { buttonClass } from '../ui/button.tsx'
import { Icon } from '../ui/icon.tsx'
import { Popover } from '../ui/popover.tsx'
import { preferLocale } from './language-preference.ts'
import { isLanguageMeant, type LanguageName, useLanguageNames, useLanguagePath } from './languages.ts'

export function LanguagePicker() {
  const t = useText('common')
  const { locale } = useSite().settings
  const names = useLanguageNames()
  const [typed, setTyped] = useState('')
  // Even in a closed panel, an input would make the browser lay out the whole panel, with the fonts of eight
  // scripts.
  const [isWanted, setWanted] = useState(false)
  const shown = locales.filter((other) => isLanguageMeant(other, names[other], typed))
  return (
    <Popover
      label={t('language_current', { language: names[locale].own })}
      summary={<Icon name="globe" />}
      summaryClass={buttonClass('quiet', 'px-2')}
      panelClass="w-72"
      onIntent={() => setWanted(true)}
      onOpen={(panel) => panel.querySelector<HTMLElement>('input')?.focus()}
    >
      {/* biome-ignore lint/a11y/noStaticElementInteractions: the key handler serves the links inside */}
      <div onKeyDown={moveWithArrows}>
        {isWanted && <LanguageSearch typed={typed} onType={setTyped} />}
        <ul className="max-h-80 overflow-y-auto p-1.5">
          {shown.map((other) => (
            <LanguageItem key={other} locale={other} name={names[other]} />
          ))}
        </ul>
        <p role="status" className={shown.length > 0 ? 'sr-only' : 'px-4 pb-3 text-sm text-muted'}>
          {shown.length > 0 ? '' : t('no_language')}
        </p>
      </div>
      <Contribute />
    </Popover>
  )
}

const ContributeDialog = lazy(() =>
  import('./contribute-dialog.tsx').then(({ ContributeDialog }) => ({ default: ContributeDialog })),
)

function Contribute() {
  const t = useText('common')
  const [isOpen, setOpen] = useState(false)
  return (
    <div className="needs-script border-t border-line p-1.5">
      <button
        type="button"
        aria-haspopup="dialog"
        onClick={() => setOpen(true)}
        className="w-full rounded-md px-2.5 py-2 text-start text-sm text-muted hover:bg-sunken hover:text-ink"
      >
        {t('contribute')}
      </button>
      <Suspense fallback={null}>{isOpen && <ContributeDialog onClose={() => setOpen(false)} />}</Suspense>
    </div>
  )
}

function LanguageSearch({ typed, onType }: { typed: string; onType(text: string): void }) {
  const t = useText('common')
  const id = useId()
  return (
    <div className="needs-script border-b border-line p-2">
      <label htmlFor={id} className="sr-only">
        {t('search_languages')}
      </label>
      <input
        id={id}
        type="text"
        autoComplete="off"
        value={typed}
        placeholder={t('search_languages')}
        onChange={(event) => onType(event.target.value)}
        onKeyDown={openFirst}
        className="h-9 w-full rounded-md border border-edge bg-canvas px-3 text-sm placeholder:text-muted"
      />
    </div>
  )
}

function LanguageItem({ locale, name }: { locale: Locale; name: LanguageName }) {
  const t = useText('common')
  const isCurrent = useSite().settings.locale === locale
  const pathIn = useLanguagePath()
  return (
    <li>
      <a
        href={pathIn(locale)}
        hrefLang={locale}
        aria-current={isCurrent ? 'true' : undefined}
        onClick={() => preferLocale(locale)}
        className={`flex items-center gap-2 rounded-md px-2.5 py-2 text-sm hover:bg-sunken ${isCurrent ? 'font-bold' : ''}`}
      >
        <span lang={locale} dir={directionOf(locale)}>
          {name.own}
        </span>
        {!isCurrent && <span className="text-muted">{name.here}</span>}
        {betaLocales.has(locale) && <Badge tone="info">{t('beta')}</Badge>}
        {isCurrent && <Icon name="check" className="ms-auto text-accent" />}
      </a>
    </li>
  )
}

function moveWithArrows(event: KeyboardEvent<HTMLDivElement>): void {
  const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0
  if (step === 0) return
  const stops = [...event.currentTarget.querySelectorAll<HTMLElement>('input, a')]
  const index = stops.indexOf(document.activeElement as HTMLElement)
  stops.at((index + step + stops.length) % stops.length)?.focus()
  event.preventDefault()
}

/** Enter in the search field opens the first match. */
function openFirst(event: KeyboardEvent<HTMLInputElement>): void {
  if (event.key !== 'Enter') return
  event.preventDefault()
  event.currentTarget.closest('details')?.querySelector<HTMLElement>('li a')?.click()
}
