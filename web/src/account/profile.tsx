import { type FormEvent, useState } from 'react'
import { ProblemNote } from '../auth/problem-note.tsx'
import type { SignedInUser } from '../identity/identity.ts'
import { useText } from '../site.ts'
import { buttonClass } from '../ui/button.tsx'
import { Field } from '../ui/field.tsx'
import { httpAddress } from '../ui/http-address.ts'
import { Timestamp } from '../ui/timestamp.tsx'
import { Avatar } from './avatar.tsx'
import { Part } from './part.tsx'
import { useChange } from './use-change.ts'

/** Name and photo, as others see them. */
export function Profile({ user }: { user: SignedInUser }) {
  const t = useText('account')
  const { change, isRunning, problem } = useChange()
  const [displayName, setName] = useState(user.displayName ?? '')
  const [photoURL, setPhoto] = useState(user.photoURL ?? '')
  const isAddress = photoURL.trim() === '' || httpAddress(photoURL)?.startsWith('https:')
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (!isAddress) return
    const profile = { displayName: displayName.trim(), photoURL: photoURL.trim() }
    void change(({ account }) => account.setProfile(profile), t('saved'))
  }
  return (
    <Part title={t('profile')} lead={t('profile_lead')}>
      <form onSubmit={submit} className="grid gap-4">
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
          value={displayName}
          onChange={(event) => setName(event.target.value)}
        />
        <Field
          label={t('photo')}
          hint={t('photo_hint')}
          type="url"
          maxLength={2048}
          dir="ltr"
          problem={isAddress ? undefined : t('photo_problem')}
          value={photoURL}
          onChange={(event) => setPhoto(event.target.value)}
        />
        <button type="submit" disabled={isRunning} className={buttonClass('primary', 'justify-self-start')}>
          {t('save')}
        </button>
      </form>
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
