import { useState } from 'react'
import { Field } from '../../ground/forms/field.tsx'
import { Form } from '../../ground/forms/form.tsx'
import type { CodeEntry } from '../../ground/identity/identity.ts'
import { useText } from '../../ground/site/site.ts'
import { Button } from '../../ground/ui/button.tsx'
import { ProblemNote } from './problem-note.tsx'
import { SubmitButton } from './submit-button.tsx'

/** Asks for a six-digit code from a phone or an authenticator app. */
export function CodeForm({
  hint,
  action,
  entry,
  onDone,
  onCancel,
}: {
  hint: string
  action: string
  entry: CodeEntry
  onDone(): void
  onCancel(): void
}) {
  const t = useText('auth')
  const [code, setCode] = useState('')
  const [isRunning, setRunning] = useState(false)
  const [problem, setProblem] = useState<unknown>()
  const submit = async () => {
    setRunning(true)
    setProblem(undefined)
    try {
      await entry.finish(code.replace(/\D/g, ''))
      onDone()
    } catch (error) {
      setProblem(error)
      setCode('')
    } finally {
      setRunning(false)
    }
  }
  return (
    <Form onSubmit={submit} className="grid gap-4">
      <ProblemNote problem={problem} />
      <Field
        label={t('code')}
        hint={hint}
        value={code}
        onChange={(event) => setCode(event.target.value)}
        inputMode="numeric"
        autoComplete="one-time-code"
        pattern="[0-9 ]{6,9}"
        maxLength={9}
        required
        autoFocus
        dir="ltr"
        className="font-mono tracking-[0.3em]"
      />
      <div className="flex flex-wrap gap-2">
        <SubmitButton isRunning={isRunning} className="flex-1">
          {action}
        </SubmitButton>
        <Button className="h-11!" onClick={onCancel}>
          {t('back')}
        </Button>
      </div>
    </Form>
  )
}
