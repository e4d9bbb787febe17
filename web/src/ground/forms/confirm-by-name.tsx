import { type ReactNode, useState } from 'react'
import { useText } from '../site/site.ts'
import { Dialog, DialogEnd } from '../ui/dialog.tsx'
import { Field } from './field.tsx'
import { Form } from './form.tsx'

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
  const [typed, setTyped] = useState('')
  const isRight = typed.trim() === name
  const submit = () => {
    if (isRight && !isRunning) onConfirm()
  }
  return (
    <Dialog title={title} onClose={onClose}>
      <Form onSubmit={submit} className="grid gap-4">
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
        <DialogEnd action={action} look="danger" disabled={isRunning || !isRight} onCancel={onClose} />
      </Form>
    </Dialog>
  )
}
