import { useText } from '../site/site.ts'

/** Loading indicator that appears after a short delay. `label` says what is loading, if it is not the content around. */
export function Spinner({ label }: { label?: string }) {
  const t = useText('common')
  return (
    <div role="status" className="after-a-moment grid justify-items-center gap-3 py-10 text-sm text-muted">
      <span aria-hidden="true" className="spinner" />
      {label ?? t('loading')}
    </div>
  )
}
