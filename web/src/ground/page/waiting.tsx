import { useText } from '../site/site.ts'
import { Spinner } from '../ui/spinner.tsx'
import { Main } from './main.tsx'

/** Placeholder for a page whose content is loading. */
export function Waiting({ className }: { className?: string | undefined }) {
  const t = useText('common')
  return (
    <Main className={className}>
      <div className="needs-script">
        <Spinner />
      </div>
      <noscript>
        <p>{t('page_needs_scripts')}</p>
      </noscript>
    </Main>
  )
}
