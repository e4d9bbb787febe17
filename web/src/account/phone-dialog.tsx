import { type FormEvent, useState } from 'react'
import { CodeForm } from '../auth/code-form.tsx'
import { PhoneField, toPhoneNumber } from '../auth/phone-field.tsx'
import { ProblemNote } from '../auth/problem-note.tsx'
import type { CodeEntry, Identity } from '../identity/identity.ts'
import { useText } from '../site.ts'
import { Button, buttonClass } from '../ui/button.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { showToast } from '../ui/toast.ts'
import { useProof } from './proof.tsx'
import { useChange } from './use-change.ts'

/** Proves that a phone is at hand, to sign in by it or as a second factor. */
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
  const submit = (event: FormEvent) => {
    event.preventDefault()
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
        <form onSubmit={submit} className="grid gap-4">
          <ProblemNote problem={problem} />
          <PhoneField value={number} onType={setNumber} />
          <div className="flex justify-end gap-2">
            <Button onClick={onClose}>{t('cancel')}</Button>
            <button type="submit" disabled={isRunning} className={buttonClass('primary')}>
              {t('send_code')}
            </button>
          </div>
        </form>
      )}
    </Dialog>
  )
}
