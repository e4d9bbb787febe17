import { bindText, useDraft } from '../../ground/forms/draft.ts'
import { Field } from '../../ground/forms/field.tsx'
import { Form, Submit } from '../../ground/forms/form.tsx'
import type { SignedInUser } from '../../ground/identity/identity.ts'
import { useText } from '../../ground/site/site.ts'
import { httpAddress } from '../../ground/ui/http-address.ts'
import { Part } from '../../ground/ui/part.tsx'
import { Timestamp } from '../../ground/ui/timestamp.tsx'
import { ProblemNote } from '../sign-in/problem-note.tsx'
import { Avatar } from './avatar.tsx'
import { useChange } from './use-change.ts'

/** Edits the public name and photo. */
export function Profile({ user }: { user: SignedInUser }) {
  const t = useText('account')
  const { change, isRunning, problem } = useChange()
  const draft = useDraft('profile', { displayName: user.displayName ?? '', photoURL: user.photoURL ?? '' })
  const { displayName, photoURL } = draft.value
  const isAddress = photoURL.trim() === '' || httpAddress(photoURL)?.startsWith('https:')
  const submit = async () => {
    if (!isAddress) return
    const profile = { displayName: displayName.trim(), photoURL: photoURL.trim() }
    if (await change(({ account }) => account.setProfile(profile), t('saved'))) draft.clear()
  }
  return (
    <Part title={t('profile')} lead={t('profile_lead')}>
      <Form draft={draft} onSubmit={submit} className="grid gap-4">
        <ProblemNote problem={problem} />
        <div className="flex items-center gap-4">
          <Avatar user={{ ...user, photoURL: photoURL || null, displayName }} size="large" />
          <Since user={user} />
        </div>
        <Field
          label={t('name')}
          autoComplete="name"
          maxLength={100}
          dir="auto"
          {...bindText(draft, 'displayName')}
        />
        <Field
          label={t('photo')}
          hint={t('photo_hint')}
          type="url"
          maxLength={2048}
          dir="ltr"
          problem={isAddress ? undefined : t('photo_problem')}
          {...bindText(draft, 'photoURL')}
        />
        <Submit disabled={isRunning}>{t('save')}</Submit>
      </Form>
    </Part>
  )
}

function Since({ user: { metadata } }: { user: SignedInUser }) {
  const t = useText('account')
  const { creationTime, lastSignInTime } = metadata
  return (
    <dl className="grid grid-cols-[auto_1fr] gap-x-3 gap-y-0.5 text-sm">
      {creationTime && (
        <>
          <dt className="text-muted">{t('member_since')}</dt>
          <dd>
            <Timestamp iso={creationTime} />
          </dd>
        </>
      )}
      {lastSignInTime && (
        <>
          <dt className="text-muted">{t('last_log_in')}</dt>
          <dd>
            <Timestamp iso={lastSignInTime} />
          </dd>
        </>
      )}
    </dl>
  )
}
