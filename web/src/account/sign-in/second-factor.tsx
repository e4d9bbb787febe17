import { useEffect, useState } from 'react'
import type { CodeEntry, Factor, SecondFactorNeeded } from '../../ground/identity/identity.ts'
import { useText } from '../../ground/site/site.ts'
import { Button } from '../../ground/ui/button.tsx'
import { Icon } from '../../ground/ui/icon.tsx'
import { Spinner } from '../../ground/ui/spinner.tsx'
import { CodeForm } from './code-form.tsx'
import { ProblemNote } from './problem-note.tsx'

/** Asks which second factor to use when there are several, then for its code. */
export function SecondFactor({
  needed,
  onDone,
  onCancel,
}: {
  needed: SecondFactorNeeded
  onDone(): void
  onCancel(): void
}) {
  const t = useText('auth')
  const [only] = needed.factors
  const [chosen, setChosen] = useState(needed.factors.length === 1 ? only : undefined)
  const { entry, problem } = useStarted(needed, chosen)
  if (!chosen) return <Choice factors={needed.factors} onChoose={setChosen} onCancel={onCancel} />
  if (problem !== undefined) {
    return (
      <div className="grid gap-4">
        <ProblemNote problem={problem} />
        <Button onClick={onCancel}>{t('back')}</Button>
      </div>
    )
  }
  if (!entry) return <Spinner label={t('sending_code')} />
  return (
    <CodeForm
      entry={entry}
      hint={chosen.kind === 'totp' ? t('code_from_app') : t('code_by_phone', { number: chosen.name })}
      action={t('confirm')}
      onDone={onDone}
      onCancel={needed.factors.length > 1 ? () => setChosen(undefined) : onCancel}
    />
  )
}

function useStarted(needed: SecondFactorNeeded, chosen: Factor | undefined) {
  const [entry, setEntry] = useState<CodeEntry>()
  const [problem, setProblem] = useState<unknown>()
  useEffect(() => {
    let isCurrent = true
    setEntry(undefined)
    setProblem(undefined)
    if (chosen) {
      needed.start(chosen).then(
        (started) => isCurrent && setEntry(started),
        (error: unknown) => isCurrent && setProblem(error),
      )
    }
    return () => {
      isCurrent = false
    }
  }, [needed, chosen])
  return { entry, problem }
}

function Choice({
  factors,
  onChoose,
  onCancel,
}: {
  factors: Factor[]
  onChoose(factor: Factor): void
  onCancel(): void
}) {
  const t = useText('auth')
  return (
    <div className="grid gap-2">
      {factors.map((factor) => (
        <Button key={factor.id} className="justify-start" onClick={() => onChoose(factor)}>
          <Icon name={factor.kind === 'totp' ? 'app' : 'phone'} />
          <span dir="auto">
            {factor.kind === 'totp' ? factor.name || t('authenticator_app') : factor.name}
          </span>
        </Button>
      ))}
      <Button look="quiet" onClick={onCancel}>
        {t('back')}
      </Button>
    </div>
  )
}
