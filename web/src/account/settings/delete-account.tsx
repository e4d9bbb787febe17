import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Link } from 'react-router'
import { ChoiceField } from '../../ground/forms/choice-field.tsx'
import { hasDrafts } from '../../ground/forms/draft-store.ts'
import { Field } from '../../ground/forms/field.tsx'
import { Form } from '../../ground/forms/form.tsx'
import type { SignedInUser } from '../../ground/identity/identity.ts'
import { inLocale, links } from '../../ground/paths/links.ts'
import { memberLinks } from '../../ground/paths/member-links.ts'
import { useSite, useText } from '../../ground/site/site.ts'
import { Button } from '../../ground/ui/button.tsx'
import { Dialog } from '../../ground/ui/dialog.tsx'
import { LoadProblem } from '../../ground/ui/load-problem.tsx'
import { Notice } from '../../ground/ui/notice.tsx'
import { Part } from '../../ground/ui/part.tsx'
import { ownPublishersQuery } from '../access/queries.ts'
import { ProblemNote } from '../sign-in/problem-note.tsx'
import { useChange } from './use-change.ts'

/** Deletes the account after the user types its address. Installed nodes keep working. */
export function DeleteAccount({ user }: { user: SignedInUser }) {
  const t = useText('account')
  const [isAsking, setAsking] = useState(false)
  return (
    <Part title={t('delete')} lead={t('delete_lead')}>
      <Button look="risky" className="justify-self-start" onClick={() => setAsking(true)}>
        {t('delete_action')}
      </Button>
      {isAsking && (
        <Dialog title={t('delete_title')} onClose={() => setAsking(false)}>
          <DeleteForm user={user} onCancel={() => setAsking(false)} />
        </Dialog>
      )}
    </Part>
  )
}

function DeleteForm({ user, onCancel }: { user: SignedInUser; onCancel(): void }) {
  const t = useText('account')
  const forms = useText('forms')
  const site = useSite()
  const { session, settings } = site
  const own = useQuery({ ...ownPublishersQuery(site), refetchOnMount: 'always' })
  const { change, isRunning, problem } = useChange()
  const [typed, setTyped] = useState('')
  const [leavesPublishers, setLeavesPublishers] = useState(false)
  const word = user.email ?? user.phoneNumber ?? user.uid
  const left = own.data?.filter(({ sole_owner_of: count = 0 }) => count > 0) ?? []
  const isDecided = own.isSuccess && (left.length === 0 || leavesPublishers)
  const submit = async () => {
    const isDeleted = await change(() => session.end((identity) => identity.account.delete(leavesPublishers)))
    if (isDeleted) location.assign(inLocale(settings.locale, links.home()))
  }
  return (
    <Form onSubmit={submit} className="grid gap-4">
      {hasDrafts(user.uid) && <Notice tone="warn" title={forms('draft_at_delete')} />}
      {own.isError && <LoadProblem problem={own.error} retry={() => void own.refetch()} />}
      {left.length > 0 && (
        <>
          <Notice tone="warn" title={t('delete_last_owner')}>
            <ul>
              {left.map(({ id, name, sole_owner_of: count = 0 }) => (
                <li key={id}>
                  <Link to={memberLinks.publisherMembers(id)} className="underline underline-offset-4">
                    <bdi>{name}</bdi>
                  </Link>{' '}
                  ({t('pack_count', { count })})
                </li>
              ))}
            </ul>
            <p className="mt-2">{t('delete_hand_over')}</p>
          </Notice>
          <ChoiceField checked={leavesPublishers} onChange={setLeavesPublishers}>
            {t('delete_ownerless')}
          </ChoiceField>
        </>
      )}
      <ProblemNote problem={problem} />
      <Field
        label={t('delete_confirm', { name: word })}
        dir="ltr"
        autoComplete="off"
        value={typed}
        onChange={(event) => setTyped(event.target.value)}
      />
      <div className="flex justify-end gap-2">
        <Button onClick={onCancel}>{t('cancel')}</Button>
        <Button type="submit" disabled={isRunning || !isDecided || typed.trim() !== word} look="danger">
          {t('delete_action')}
        </Button>
      </div>
    </Form>
  )
}
