import type { ReactNode } from 'react'
import { type Draft, type DraftValue, useDraft } from '../../ground/forms/draft.ts'
import { Form } from '../../ground/forms/form.tsx'
import { saveByKey } from '../../ground/forms/save-by-key.ts'
import { useText } from '../../ground/site/site.ts'
import { Dialog, DialogEnd } from '../../ground/ui/dialog.tsx'
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
  children(draft: Draft<Value>): ReactNode
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
  const draft = useDraft(draftKey, initial)
  const { run, isRunning, problem } = useAction()
  const isReady = canSave(draft.value) && !isRunning
  const save = async () => {
    if (!isReady || !(await run(() => onSave(draft.value)))) return
    draft.clear()
    onClose()
  }
  return (
    <Dialog title={title} onClose={onClose}>
      <Form draft={draft} problem={problem} onSubmit={save} onKeyDown={saveByKey} className="grid gap-4">
        {children(draft)}
        <DialogEnd action={t('save')} disabled={!isReady} onCancel={onClose} />
      </Form>
    </Dialog>
  )
}
