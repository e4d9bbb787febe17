import { useText } from '../../ground/site/site.ts'
import { Button } from '../../ground/ui/button.tsx'
import { useHydrated } from '../../ground/ui/hydrated.ts'
import type { Loaded } from '../../ground/ui/loaded.ts'
import { Notice } from '../../ground/ui/notice.tsx'

/**
 * Placeholder for loading content that reserves its space. Shows errors with a retry, and a note without
 * JavaScript.
 */
export function Waiting({ loaded, isHeld = false }: { loaded: Loaded<unknown>; isHeld?: boolean }) {
  const t = useText('source')
  const isHydrated = useHydrated()
  if (loaded.state === 'failed' && isHeld) return <Notice tone="info" title={t('held')} />
  if (loaded.state === 'failed') {
    return (
      <Notice tone="danger" title={t('read_failed')}>
        <Button onClick={loaded.retry} className="mt-2">
          {t('try_again')}
        </Button>
      </Notice>
    )
  }
  return (
    <div className="grid min-h-80 place-items-center rounded-lg border border-line bg-surface p-6 text-sm text-muted">
      <p className="needs-script waiting" role="status">
        {isHydrated ? t('reading') : ''}
      </p>
      {!isHeld && <noscript>{t('needs_scripts')}</noscript>}
    </div>
  )
}
