import { type FormEvent, type ReactNode, useState } from 'react'
import { useText } from '../site/site.ts'
import { Button } from '../ui/button.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { Field } from './field.tsx'

interface ConfirmByName {
  title: string
  /** The text that the user must type. */
  name: string
  /** Label of the button, such as “Delete the node”. */
  action: string
  isRunning: boolean
  onConfirm(): void
  onClose(): void
  /** Consequences, and the error of the last attempt. */
  children: ReactNode
}

/** Confirms an irreversible action: the user must type the name. */
export function ConfirmByName({
  title,
  name,
  action,
  isRunning,
  onConfirm,
  onClose,
  children,
}: ConfirmByName) {
  const t = useText('forms')
  const cancel = useText('common')('cancel')
  const [typed, setTyped] = useState('')
  const isRight = typed.trim() === name
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (isRight && !isRunning) onConfirm()
  }
  return (
    <Dialog title={title} onClose={onClose}>
      <form onSubmit={submit} className="grid gap-4">
        {children}
        <Field
          label={t('confirm_name', { name })}
          dir="ltr"
          autoComplete="off"
          autoCapitalize="off"
          spellCheck={false}
          value={typed}
          onChange={(event) => setTyped(event.target.value)}
        />
        <div className="flex flex-wrap justify-end gap-2">
          <Button onClick={onClose}>{cancel}</Button>
          <Button type="submit" disabled={isRunning || !isRight} look="danger">
            {action}
          </Button>
        </div>
      </form>
    </Dialog>
  )
}
