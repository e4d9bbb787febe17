import { external } from '../paths/external.ts'
import { useText } from '../site/site.ts'
import { Button, ButtonAnchor } from '../ui/button.tsx'
import { Dialog } from '../ui/dialog.tsx'

/** Explains how to improve a translation. */
export function ContributeDialog({ onClose }: { onClose(): void }) {
  const t = useText('common')
  return (
    <Dialog title={t('contribute_title')} onClose={onClose}>
      <p className="text-sm text-muted">{t('contribute_text')}</p>
      <div className="flex justify-end gap-2">
        <Button onClick={onClose}>{t('cancel')}</Button>
        <ButtonAnchor look="primary" href={external.translations} rel="noopener">
          {t('contribute_open')}
        </ButtonAnchor>
      </div>
    </Dialog>
  )
}
