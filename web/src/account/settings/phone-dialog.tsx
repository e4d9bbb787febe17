import { useState } from 'react'
import { Form } from '../../ground/forms/form.tsx'
import type { CodeEntry, Identity } from '../../ground/identity/identity.ts'
import { useText } from '../../ground/site/site.ts'
import { Button } from '../../ground/ui/button.tsx'
import { Dialog } from '../../ground/ui/dialog.tsx'
import { showToast } from '../../ground/ui/toast.ts'
import { CodeForm } from '../sign-in/code-form.tsx'
import { PhoneField, toPhoneNumber } from '../sign-in/phone-field.tsx'
import { ProblemNote } from '../sign-in/problem-note.tsx'
import { useProof } from './proof.tsx'
import { useChange } from './use-change.ts'

/** Verifies a phone number, as a sign-in method or as a second factor. */
export function PhoneDialog({
  title,
  success,
  start,
  onClose,
}: {
  title: string
  success: string
  start(identity: Identity, number: string): Promise<CodeEntry>
  onClose(): void
}) {
  const t = useText('account')
  const { change, isRunning, problem } = useChange()
  const withProof = useProof()
  const [number, setNumber] = useState('')
  const [entry, setEntry] = useState<CodeEntry>()
  const submit = () => {
    void change(async (identity) => setEntry(await start(identity, toPhoneNumber(number))))
  }
  return (
    <Dialog title={title} onClose={onClose}>
      {entry ? (
        <CodeForm
          entry={{ finish: (code) => withProof(() => entry.finish(code)) }}
          hint={t('phone_code_hint', { number: toPhoneNumber(number) })}
          action={t('confirm')}
          onDone={() => {
            showToast('success', success)
            onClose()
          }}
          onCancel={() => setEntry(undefined)}
        />
      ) : (
        <Form onSubmit={submit} className="grid gap-4">
          <ProblemNote problem={problem} />
          <PhoneField value={number} onType={setNumber} />
          <div className="flex justify-end gap-2">
            <Button onClick={onClose}>{t('cancel')}</Button>
            <Button type="submit" disabled={isRunning} look="primary">
              {t('send_code')}
            </Button>
          </div>
        </Form>
      )}
    </Dialog>
  )
}
