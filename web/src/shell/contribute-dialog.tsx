import { useRef } from 'react'
import { external } from '../external.ts'
import { useText } from '../site.ts'
import { Button, ButtonAnchor } from '../ui/button.tsx'

/** How to better a translation. */
export function ContributeDialog() {
  const t = useText('common')
  const dialog = useRef<HTMLDialogElement>(null)
  return (
    <div className="needs-script border-t border-line p-1.5">
      <button
        type="button"
        onClick={() => dialog.current?.showModal()}
        className="w-full rounded-md px-2.5 py-2 text-start text-sm text-muted hover:bg-sunken hover:text-ink"
      >
        {t('contribute')}
      </button>
      <dialog
        ref={dialog}
        aria-labelledby="contribute-title"
        className="m-auto w-full max-w-md rounded-lg border border-line bg-surface p-6 text-ink shadow-float backdrop:bg-black/50"
      >
        <h2 id="contribute-title" className="text-lg font-semibold">
          {t('contribute_title')}
        </h2>
        <p className="mt-2 text-sm text-muted">{t('contribute_text')}</p>
        <div className="mt-5 flex justify-end gap-2">
          <Button onClick={() => dialog.current?.close()}>{t('cancel')}</Button>
          <ButtonAnchor look="primary" href={external.translations} rel="noopener">
            {t('contribute_open')}
          </ButtonAnchor>
        </div>
      </dialog>
    </div>
  )
}
