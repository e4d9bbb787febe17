import { useState } from 'react'
import { Form, Submit } from '../../ground/forms/form.tsx'
import type { SignedInUser } from '../../ground/identity/identity.ts'
import { useText } from '../../ground/site/site.ts'
import { Part } from '../../ground/ui/part.tsx'
import { NewPassword } from '../sign-in/new-password.tsx'
import { ProblemNote } from '../sign-in/problem-note.tsx'
import { useChange } from './use-change.ts'

/** Changes the password, or sets a first one for users who sign in by other methods. */
export function Password({ user }: { user: SignedInUser }) {
  const t = useText('account')
  const { change, isRunning, problem } = useChange()
  const [password, setPassword] = useState('')
  const hasPassword = user.providerData.some(({ providerId }) => providerId === 'password')
  const submit = async () => {
    if (await change(({ account }) => account.setPassword(password), t('password_saved'))) setPassword('')
  }
  if (!user.email) return null
  return (
    <Part title={t('password')} lead={hasPassword ? t('password_lead') : t('no_password_lead')}>
      <Form onSubmit={submit} className="grid gap-4">
        <ProblemNote problem={problem} />
        <input type="hidden" autoComplete="username" value={user.email} readOnly />
        <NewPassword label={t('new_password')} value={password} onType={setPassword} />
        <Submit disabled={isRunning || password === ''}>
          {hasPassword ? t('change_password') : t('set_password')}
        </Submit>
      </Form>
    </Part>
  )
}
