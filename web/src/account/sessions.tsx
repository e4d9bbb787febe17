import { endOwnSessions } from '@nodeyard/contract/identity'
import { useState } from 'react'
import { ProblemNote } from '../auth/problem-note.tsx'
import { inLocale, links } from '../links.ts'
import { useSite, useText } from '../site.ts'
import { Button } from '../ui/button.tsx'
import { Part } from './part.tsx'

/** Signs out everywhere: on lost phones and shared computers too. */
export function Sessions() {
  const t = useText('account')
  const { session, registry, settings } = useSite()
  const [isRunning, setRunning] = useState(false)
  const [problem, setProblem] = useState<unknown>()
  const endAll = async () => {
    setRunning(true)
    setProblem(undefined)
    try {
      await session.end(async (identity) => {
        await registry.call(endOwnSessions)
        await identity.signOut()
      })
      location.assign(inLocale(settings.locale, links.login(inLocale(settings.locale, links.account()))))
    } catch (error) {
      setProblem(error)
      setRunning(false)
    }
  }
  return (
    <Part title={t('sessions')} lead={t('sessions_lead')}>
      <ProblemNote problem={problem} />
      <Button className="justify-self-start" disabled={isRunning} onClick={() => void endAll()}>
        {t('sign_out_everywhere')}
      </Button>
    </Part>
  )
}
