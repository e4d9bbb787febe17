import { useEffect, useRef, useState } from 'react'
import { renderSVG } from 'uqr'
import type { NewApp } from '../../ground/identity/identity.ts'
import { useSite, useText } from '../../ground/site/site.ts'
import { Button } from '../../ground/ui/button.tsx'
import { CopyButton } from '../../ground/ui/copy-button.tsx'
import { Dialog } from '../../ground/ui/dialog.tsx'
import { Spinner } from '../../ground/ui/spinner.tsx'
import { showToast } from '../../ground/ui/toast.ts'
import { CodeForm } from '../sign-in/code-form.tsx'
import { ProblemNote } from '../sign-in/problem-note.tsx'
import { useChange } from './use-change.ts'

/** Adds an authenticator app: shows a QR code and a key, then asks for the first code as proof. */
export function AppDialog({ onClose }: { onClose(): void }) {
  const t = useText('account')
  const { productName } = useSite().settings
  const { change, problem } = useChange()
  const [app, setApp] = useState<NewApp>()
  const hasBegun = useRef(false)
  useEffect(() => {
    if (hasBegun.current) return
    hasBegun.current = true
    void change(async ({ account }) => setApp(await account.addApp(productName)))
  })
  return (
    <Dialog title={t('add_app')} onClose={onClose}>
      {app ? (
        <>
          <p className="text-sm text-muted text-pretty">{t('app_lead')}</p>
          <QrCode text={app.address} label={t('app_picture')} />
          <Key secret={app.secret} />
          <CodeForm
            entry={{ finish: (code) => app.finish(code, '') }}
            hint={t('app_code_hint')}
            action={t('confirm')}
            onDone={() => {
              showToast('success', t('factor_added'))
              onClose()
            }}
            onCancel={onClose}
          />
        </>
      ) : problem === undefined ? (
        <Spinner label={t('one_moment')} />
      ) : (
        <>
          <ProblemNote problem={problem} />
          <Button onClick={onClose}>{t('cancel')}</Button>
        </>
      )}
    </Dialog>
  )
}

/** Stays dark on light in every theme, because cameras expect that. */
function QrCode({ text, label }: { text: string; label: string }) {
  return (
    <div
      role="img"
      aria-label={label}
      className="qr-code mx-auto size-48 rounded-md"
      // biome-ignore lint/security/noDangerouslySetInnerHtml: the library draws squares from an address of ours
      dangerouslySetInnerHTML={{ __html: renderSVG(text, { border: 3 }) }}
    />
  )
}

function Key({ secret }: { secret: string }) {
  const t = useText('account')
  return (
    <div className="grid gap-1.5 text-sm">
      <p className="text-muted">{t('app_key')}</p>
      <div className="flex items-center gap-1 rounded-md bg-sunken ps-3" dir="ltr">
        <code className="min-w-0 flex-1 py-2 font-mono wrap-anywhere">
          {secret.match(/.{1,4}/g)?.join(' ')}
        </code>
        <CopyButton text={secret} label={t('copy_key')} />
      </div>
    </div>
  )
}
