import { useText } from '../site/site.ts'
import { Button } from '../ui/button.tsx'
import { Notice } from '../ui/notice.tsx'
import type { Draft } from './draft.ts'

/**
 * Shown above a form whose content differs from the saved values, or that is also being edited in another
 * tab.
 */
export function DraftNote({ draft }: { draft: Omit<Draft<unknown>, 'set'> }) {
  const t = useText('forms')
  const startOver = <Button onClick={draft.clear}>{t('draft_start_over')}</Button>
  if (draft.elsewhere === 'typing') {
    return (
      <Note text={t('draft_other_typing')}>
        <Button onClick={draft.takeOther}>{t('draft_other_take')}</Button>
      </Note>
    )
  }
  if (draft.elsewhere === 'done') return <Note text={t('draft_other_done')}>{startOver}</Note>
  if (draft.isRestored && draft.isTyped) return <Note text={t('draft_kept')}>{startOver}</Note>
  return null
}

function Note({ text, children }: { text: string; children: React.ReactNode }) {
  return (
    <div role="status">
      <Notice tone="info" title={text}>
        <div className="mt-2">{children}</div>
      </Notice>
    </div>
  )
}
