import { generateAdminToken } from '@nodeyard/contract/safety'
import { useState } from 'react'
import { useMay } from '../../account/access/use-may.ts'
import { useFormats, useSite, useText } from '../../ground/site/site.ts'
import { Badge } from '../../ground/ui/badge.tsx'
import { Button } from '../../ground/ui/button.tsx'
import { CopyButton } from '../../ground/ui/copy-button.tsx'
import { Icon } from '../../ground/ui/icon.tsx'
import { RefusalNote } from '../../ground/ui/refusal-note.tsx'
import { useAction } from '../../ground/ui/use-action.ts'
import { useNow } from '../../ground/ui/use-now.ts'
import { adminPage } from '../kit/admin-page.tsx'
import { adminPaths } from '../kit/admin-paths.ts'
import { ConfirmDialog } from '../kit/confirm-dialog.tsx'
import { useAdminToken } from '../kit/use-admin-token.ts'

export const { handle, loader, Component } = adminPage({
  path: adminPaths.token,
  title: 'nav_token',
  namespaces: ['admin-registry', 'forms'],
  lead: (texts) => texts.of('admin-registry')('token_lead'),
  Content: Tokens,
})

function Tokens() {
  return (
    <>
      <StepUpToken />
      <SignInToken />
    </>
  )
}

const card = 'grid gap-3 rounded-lg border border-line bg-surface p-4 text-sm'

/** Source: API contract 37.9. */
function StepUpToken() {
  const t = useText('admin-registry')
  const { token, make, clear } = useAdminToken()
  const may = useMay()
  const now = useNow()
  const [isAsking, setAsking] = useState(false)
  const isOver = token !== undefined && Date.parse(token.expires_at) <= now
  return (
    <section className={card}>
      <h2 className="flex flex-wrap items-center gap-2 text-base font-semibold">
        {t('step_up_token')}
        {!token && <Badge>{t('token_none')}</Badge>}
        {token && !isOver && <Badge tone="accent">{t('token_valid')}</Badge>}
        {isOver && <Badge tone="danger">{t('token_over')}</Badge>}
      </h2>
      {token && <Expiry iso={token.expires_at} />}
      {token && !isOver && <Secret text={token.token} label={t('step_up_token')} />}
      <div className="flex flex-wrap gap-2">
        {may(generateAdminToken) && (
          <Button look="primary" onClick={() => setAsking(true)}>
            {t('generate')}
          </Button>
        )}
        {token && <Button onClick={clear}>{t('clear')}</Button>}
      </div>
      {isAsking && (
        <ConfirmDialog
          title={t('generate_token')}
          lead={t('generate_lead')}
          things={[]}
          action={t('generate')}
          onConfirm={async () => {
            await make()
            setAsking(false)
          }}
          onClose={() => setAsking(false)}
        />
      )}
    </section>
  )
}

/** The ID token of the sign-in, for calls by hand. */
function SignInToken() {
  const t = useText('admin-registry')
  const { session } = useSite()
  const { run, problem } = useAction()
  const [token, setToken] = useState<string>()
  const show = () => void run(async () => setToken(await session.token()))
  const expiry = token && expiryOf(token)
  return (
    <section className={card}>
      <h2 className="text-base font-semibold">{t('sign_in_token')}</h2>
      <p className="max-w-prose text-muted">{t('sign_in_token_lead')}</p>
      <RefusalNote problem={problem} />
      {token ? (
        <>
          {expiry && <Expiry iso={expiry} />}
          <Secret text={token} label={t('sign_in_token')} />
        </>
      ) : (
        <Button className="justify-self-start" onClick={show}>
          {t('get_token')}
        </Button>
      )}
    </section>
  )
}

function Expiry({ iso }: { iso: string }) {
  const t = useText('admin-registry')
  const formats = useFormats()
  const now = useNow()
  return (
    <p className="text-muted">
      {t('expires')}: <time dateTime={iso}>{formats.dateTime(iso)} UTC</time> ({formats.ago(iso, now)})
    </p>
  )
}

function Secret({ text, label }: { text: string; label: string }) {
  const t = useText('admin-registry')
  const [isShown, setShown] = useState(false)
  return (
    <div dir="ltr" className="flex items-center gap-1 rounded-md border border-line bg-sunken ps-3">
      <code className="max-h-32 min-w-0 flex-1 overflow-y-auto py-2 font-mono text-xs wrap-anywhere">
        {isShown ? text : '•'.repeat(24)}
      </code>
      <button
        type="button"
        aria-pressed={isShown}
        aria-label={t('show_token', { name: label })}
        onClick={() => setShown(!isShown)}
        className="grid size-10 shrink-0 place-items-center rounded-md text-muted hover:text-ink"
      >
        <Icon name={isShown ? 'hidden' : 'shown'} />
      </button>
      <CopyButton text={text} label={t('copy_token', { name: label })} />
    </div>
  )
}

/** Reads the expiry from an ID token; undefined for malformed tokens. */
function expiryOf(token: string): string | undefined {
  try {
    const payload = token.split('.')[1] ?? ''
    const { exp } = JSON.parse(atob(payload.replace(/-/g, '+').replace(/_/g, '/'))) as { exp?: number }
    return exp === undefined ? undefined : new Date(exp * 1000).toISOString()
  } catch {
    return undefined
  }
}
