import type { SignInMethod } from '@nodeyard/contract/identity'
import { Link, useSearchParams } from 'react-router'
import { links } from '../../ground/paths/links.ts'
import { useText } from '../../ground/site/site.ts'
import { Button } from '../../ground/ui/button.tsx'
import { Icon } from '../../ground/ui/icon.tsx'

/** Which form is shown. */
export type Way = Extract<SignInMethod, 'password' | 'email-link' | 'phone'>

/** The ways to sign in beside the form that is shown. */
export function OtherWays({
  methods,
  way,
  onChoose,
}: {
  methods: readonly SignInMethod[]
  way: Way
  onChoose(way: Way): void
}) {
  const t = useText('auth')
  if (way !== 'password') return null
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

/** From logging in to signing up and the other way round, without losing the way back. */
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
