import { type ReactNode, useState } from 'react'
import { type Draft, useDraft } from '../../ground/forms/draft.ts'
import { DraftNote } from '../../ground/forms/draft-note.tsx'
import { Form } from '../../ground/forms/form.tsx'
import { TextArea } from '../../ground/forms/text-area.tsx'
import { useText } from '../../ground/site/site.ts'
import { Dialog, DialogEnd } from '../../ground/ui/dialog.tsx'
import { Fold } from '../../ground/ui/fold.tsx'

interface ConfirmDialog {
  title: string
  /** Describes the consequences in a sentence or two. */
  lead: ReactNode
  /** Names of the affected items. */
  things: readonly string[]
  /** Draft key and default text of the reason. Omitted when the action takes none. */
  reason?: { key: string; initial?: string }
  /** Label of the button, a verb. */
  action: string
  /** Colors the button as a warning. */
  isDestructive?: boolean
  children?: ReactNode
  onConfirm(reason: string): Promise<void>
  onClose(): void
}

const shownThings = 200

/**
 * Confirms an action: shows its consequences and the affected items, and asks for a reason. The reason is
 * kept when the request fails.
 */
export function ConfirmDialog({ title, lead, things, children, onClose, ...act }: ConfirmDialog) {
  const t = useText('admin')
  const { draft, submit, isRunning, problem, isReasonMissing } = useConfirmation(act)
  return (
    <Dialog title={title} onClose={onClose}>
      <Form ref={focusFirst} onSubmit={submit} noValidate className="grid gap-4">
        <div className="text-sm text-pretty">{lead}</div>
        {things.length === 1 && (
          <p className="rounded-md bg-sunken px-3 py-2 text-sm font-medium wrap-anywhere">
            <bdi>{things[0]}</bdi>
          </p>
        )}
        {things.length > 1 && (
          <Fold
            isOpen={things.length <= 5}
            className="rounded-md bg-sunken px-3 py-2 text-sm"
            look="font-medium"
            title={t('affected', { count: things.length })}
          >
            <ul className="mt-1 grid max-h-40 gap-0.5 overflow-y-auto">
              {things.slice(0, shownThings).map((thing) => (
                <li key={thing} className="wrap-anywhere">
                  <bdi>{thing}</bdi>
                </li>
              ))}
              {things.length > shownThings && <li>…</li>}
            </ul>
          </Fold>
        )}
        {children}
        {act.reason && <ReasonField draft={draft} isMissing={isReasonMissing} />}
        {problem && (
          <p role="alert" className="text-sm text-danger wrap-anywhere">
            {t('act_failed', { error: problem })}
          </p>
        )}
        <DialogEnd
          action={isRunning ? t('working') : act.action}
          look={act.isDestructive ? 'danger' : 'primary'}
          disabled={isRunning}
          onCancel={onClose}
        />
      </Form>
    </Dialog>
  )
}

/** `showModal` focuses the element with this attribute, which React's `autoFocus` does not write. */
function focusFirst(form: HTMLFormElement | null): void {
  form?.querySelector('textarea, [type=submit]')?.setAttribute('autofocus', '')
}

function useConfirmation({ reason: reasonField, onConfirm }: Pick<ConfirmDialog, 'reason' | 'onConfirm'>) {
  const draft = useDraft<string>(reasonField?.key ?? 'no-reason', reasonField?.initial ?? '')
  const [isRunning, setRunning] = useState(false)
  const [isAsked, setAsked] = useState(false)
  const [problem, setProblem] = useState('')
  const reason = draft.value.trim()
  const isMissing = reasonField !== undefined && reason === ''
  const submit = async () => {
    setAsked(true)
    if (isMissing) return
    setRunning(true)
    setProblem('')
    try {
      await onConfirm(reason)
      if (draft.isTyped) draft.clear()
    } catch (error) {
      setProblem(error instanceof Error ? error.message : String(error))
    } finally {
      setRunning(false)
    }
  }
  return { draft, submit, isRunning, problem, isReasonMissing: isAsked && isMissing }
}

const maxReasonLength = 2000

function ReasonField({ draft, isMissing }: { draft: Draft<string>; isMissing: boolean }) {
  const t = useText('admin')
  return (
    <>
      <DraftNote draft={draft} />
      <TextArea
        label={t('reason')}
        problem={isMissing ? t('reason_needed') : undefined}
        dir="auto"
        rows={3}
        maxLength={maxReasonLength}
        value={draft.value}
        onFocus={(event) => event.target.select()}
        onChange={(event) => draft.set(event.target.value)}
        onKeyDown={(event) => {
          if (event.key !== 'Enter' || event.shiftKey || event.nativeEvent.isComposing) return
          event.preventDefault()
          event.currentTarget.form?.requestSubmit()
        }}
      />
    </>
  )
}
