import { type FormEvent, useState } from 'react'
import { hasDrafts } from '../../ground/forms/draft-store.ts'
import { Field } from '../../ground/forms/field.tsx'
import type { SignedInUser } from '../../ground/identity/identity.ts'
import { inLocale, links } from '../../ground/paths/links.ts'
import { useSite, useText } from '../../ground/site/site.ts'
import { Button } from '../../ground/ui/button.tsx'
import { Dialog } from '../../ground/ui/dialog.tsx'
import { Notice } from '../../ground/ui/notice.tsx'
import { Part } from '../../ground/ui/part.tsx'
import { ProblemNote } from '../sign-in/problem-note.tsx'
import { useChange } from './use-change.ts'

/** Deletes the account after the user types its address. Installed nodes keep working. */
export function DeleteAccount({ user }: { user: SignedInUser }) {
  const t = useText('account')
  const forms = useText('forms')
  const { session, settings } = useSite()
  const { change, isRunning, problem } = useChange()
  const [isAsking, setAsking] = useState(false)
  const [typed, setTyped] = useState('')
  const word = user.email ?? user.phoneNumber ?? user.uid
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    const isDeleted = await change(() => session.end((identity) => identity.account.delete()))
    if (isDeleted) location.assign(inLocale(settings.locale, links.home()))
  }
  return (
    <Part title={t('delete')} lead={t('delete_lead')}>
      <Button look="risky" className="justify-self-start" onClick={() => setAsking(true)}>
        {t('delete_action')}
      </Button>
      {isAsking && (
        <Dialog title={t('delete_title')} onClose={() => setAsking(false)}>
          <form onSubmit={(event) => void submit(event)} className="grid gap-4">
            {hasDrafts(user.uid) && <Notice tone="warn" title={forms('draft_at_delete')} />}
            <ProblemNote problem={problem} />
            <Field
              label={t('delete_confirm', { name: word })}
              dir="ltr"
              autoComplete="off"
              value={typed}
              onChange={(event) => setTyped(event.target.value)}
            />
            <div className="flex justify-end gap-2">
              <Button onClick={() => setAsking(false)}>{t('cancel')}</Button>
              <Button type="submit" disabled={isRunning || typed.trim() !== word} look="danger">
                {t('delete_action')}
              </Button>
            </div>
          </form>
        </Dialog>
      )}
    </Part>
  )
}
