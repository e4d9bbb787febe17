import type { SignInMethod } from '@nodeyard/contract/people'
import { Link, useSearchParams } from 'react-router'
import { links } from '../../ground/paths/links.ts'
import { useText } from '../../ground/site/site.ts'
import { Button } from '../../ground/ui/button.tsx'
import { Icon } from '../../ground/ui/icon.tsx'

export type FormMethod = Extract<SignInMethod, 'password' | 'email-link' | 'phone'>

/** Buttons for the other sign-in methods. */
export function OtherMethods({
  methods,
  method,
  onChoose,
}: {
  methods: readonly SignInMethod[]
  method: FormMethod
  onChoose(method: FormMethod): void
}) {
  const t = useText('auth')
  if (method !== 'password') return null
  return (
    <div className="flex flex-wrap gap-2 empty:hidden">
      {methods.includes('email-link') && (
        <Button className="flex-1" onClick={() => onChoose('email-link')}>
          <Icon name="mail" />
          {t('by_email_link')}
        </Button>
      )}
      {methods.includes('phone') && (
        <Button className="flex-1" onClick={() => onChoose('phone')}>
          <Icon name="phone" />
          {t('by_phone')}
        </Button>
      )}
    </div>
  )
}

/** Links from the log-in page to the sign-up page and back, keeping the return address. */
export function OtherPage({ kind }: { kind: 'login' | 'signup' }) {
  const t = useText('auth')
  const fromUrl = useSearchParams()[0].get('fromUrl') ?? ''
  const isLogin = kind === 'login'
  return (
    <p className="flex flex-wrap gap-x-2 border-t border-line pt-4 text-sm">
      <span className="text-muted">{isLogin ? t('no_account') : t('have_account')}</span>
      <Link
        to={isLogin ? links.signup(fromUrl) : links.login(fromUrl)}
        className="font-medium text-accent underline"
      >
        {isLogin ? t('sign_up') : t('log_in')}
      </Link>
    </p>
  )
}
