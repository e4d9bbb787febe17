import { endOwnSessions } from '@nodeyard/contract/people'
import { useState } from 'react'
import { hasDrafts } from '../../ground/forms/draft-store.ts'
import { inLocale, links } from '../../ground/paths/links.ts'
import { useSite, useText } from '../../ground/site/site.ts'
import { useSession } from '../../ground/site/use-session.ts'
import { Button } from '../../ground/ui/button.tsx'
import { Dialog } from '../../ground/ui/dialog.tsx'
import { Notice } from '../../ground/ui/notice.tsx'
import { Part } from '../../ground/ui/part.tsx'
import { ProblemNote } from '../sign-in/problem-note.tsx'

/** Signs out on all devices. Asks first when unsaved drafts would be lost. */
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
