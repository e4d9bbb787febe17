import { endOwnSessions } from '@nodeyard/contract/identity'
import { useState } from 'react'
import { ProblemNote } from '../auth/problem-note.tsx'
import { inLocale, links } from '../links.ts'
import { useSession } from '../session/use-session.ts'
import { useSite, useText } from '../site.ts'
import { Button } from '../ui/button.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { hasDrafts } from '../ui/draft-store.ts'
import { Notice } from '../ui/notice.tsx'
import { Part } from './part.tsx'

/** Signs out everywhere: on lost phones and shared computers too. Asks first where that throws something away. */
export function Sessions() {
  const t = useText('account')
  const forms = useText('forms')
  const site = useSite()
  const session = useSession()
  const [isAsking, setAsking] = useState(false)
  const [isRunning, setRunning] = useState(false)
  const [problem, setProblem] = useState<unknown>()
  const endAll = async () => {
    setRunning(true)
    setProblem(undefined)
    try {
      await site.session.end(async (identity) => {
        await site.registry.call(endOwnSessions)
        await identity.signOut()
      })
      const { locale } = site.settings
      location.assign(inLocale(locale, links.login(inLocale(locale, links.account()))))
    } catch (error) {
      setProblem(error)
      setRunning(false)
    }
  }
  const losesDrafts = () => session.state === 'signed-in' && hasDrafts(session.user.uid)
  const press = () => (losesDrafts() ? setAsking(true) : void endAll())
  return (
    <Part title={t('sessions')} lead={t('sessions_lead')}>
      <ProblemNote problem={problem} />
      <Button className="justify-self-start" disabled={isRunning} onClick={press}>
        {t('sign_out_everywhere')}
      </Button>
      {isAsking && (
        <Dialog title={t('sign_out_everywhere')} onClose={() => setAsking(false)}>
          <Notice tone="warn" title={forms('draft_at_log_out')} />
          <ProblemNote problem={problem} />
          <div className="flex flex-wrap justify-end gap-2">
            <Button onClick={() => setAsking(false)}>{t('cancel')}</Button>
            <Button look="danger" disabled={isRunning} onClick={() => void endAll()}>
              {t('sign_out_everywhere')}
            </Button>
          </div>
        </Dialog>
      )}
    </Part>
  )
}
