import { useState } from 'react'
import { Form } from '../../ground/forms/form.tsx'
import type { CodeEntry } from '../../ground/identity/identity.ts'
import { useText } from '../../ground/site/site.ts'
import { Button } from '../../ground/ui/button.tsx'
import { CodeForm } from './code-form.tsx'
import { PhoneField, toPhoneNumber } from './phone-field.tsx'
import { ProblemNote } from './problem-note.tsx'
import { SubmitButton } from './submit-button.tsx'
import { useAttempt } from './use-attempt.ts'

/** Signs in with a code sent to a phone. */
export function PhoneSignIn({ onDone, onBack }: { onDone(): void; onBack(): void }) {
  const t = useText('auth')
  const { attempt, isRunning, problem } = useAttempt()
  const [number, setNumber] = useState('')
  const [entry, setEntry] = useState<CodeEntry>()
  const submit = () => {
    void attempt(async ({ signIn }) => setEntry(await signIn.phone(toPhoneNumber(number))))
  }
  if (entry) {
    return (
      <CodeForm
        entry={entry}
        hint={t('code_by_phone', { number: toPhoneNumber(number) })}
        action={t('log_in')}
        onDone={onDone}
        onCancel={() => setEntry(undefined)}
      />
    )
  }
  return (
    <Form method="post" onSubmit={submit} className="grid gap-4">
      <ProblemNote problem={problem} />
      <PhoneField value={number} onType={setNumber} />
      <div className="flex flex-wrap gap-2">
        <SubmitButton isRunning={isRunning} className="flex-1">
          {t('send_code')}
        </SubmitButton>
        <Button className="h-11!" onClick={onBack}>
          {t('back')}
        </Button>
      </div>
    </Form>
  )
}
