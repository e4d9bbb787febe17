import type { FormEvent, ReactNode } from 'react'
import { type DraftValue, useDraft } from '../../ground/forms/draft.ts'
import { DraftNote } from '../../ground/forms/draft-note.tsx'
import { saveByKey } from '../../ground/forms/save-by-key.ts'
import { useText } from '../../ground/site/site.ts'
import { Button } from '../../ground/ui/button.tsx'
import { Dialog } from '../../ground/ui/dialog.tsx'
import { RefusalNote } from '../../ground/ui/refusal-note.tsx'
import { useAction } from '../../ground/ui/use-action.ts'

interface EditValue<Value> {
  title: string
  /** Storage key of the draft. */
  draftKey: string
  initial: Value
  /** False when nothing has changed or the input is invalid. */
  canSave(value: Value): boolean
  onSave(value: Value): Promise<unknown>
  onClose(): void
  children(value: Value, set: (next: Value) => void): ReactNode
}

/** Edits one value of a node in a dialog. The input is kept when the request fails. */
export function EditValueDialog<Value extends DraftValue>({
  title,
  draftKey,
  initial,
  canSave,
  onSave,
  onClose,
  children,
}: EditValue<Value>) {
  const t = useText('admin-registry')
  const common = useText('common')
  const draft = useDraft(draftKey, initial)
  const { run, isRunning, problem } = useAction()
  const isReady = canSave(draft.value) && !isRunning
  const save = async (event: FormEvent) => {
    event.preventDefault()
    if (!isReady || !(await run(() => onSave(draft.value)))) return
    draft.clear()
    onClose()
  }
  return (
    <Dialog title={title} onClose={onClose}>
      <form onSubmit={(event) => void save(event)} onKeyDown={saveByKey} className="grid gap-4">
        <DraftNote draft={draft} />
        <RefusalNote problem={problem} />
        {children(draft.value, draft.set)}
        <div className="flex flex-wrap justify-end gap-2">
          <Button onClick={onClose}>{common('cancel')}</Button>
          <Button type="submit" look="primary" disabled={!isReady}>
            {t('save')}
          </Button>
        </div>
      </form>
    </Dialog>
  )
}
