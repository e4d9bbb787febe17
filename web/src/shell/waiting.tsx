import { useText } from '../site.ts'
import { Spinner } from '../ui/spinner.tsx'
import { Main } from './main.tsx'

/** In place of a page whose content is on its way. */
export function Waiting({ className }: { className?: string | undefined }) {
  const t = useText('common')
  return (
    <Main className={className}>
      <Spinner label={t('loading')} />
    </Main>
  )
}
