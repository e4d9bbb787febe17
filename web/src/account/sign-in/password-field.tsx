import { type InputHTMLAttributes, useId, useState } from 'react'
import { useEarlyChange } from '../../ground/forms/early-acts.ts'
import { useText } from '../../ground/site/site.ts'
import { Icon } from '../../ground/ui/icon.tsx'

/** Password input with a button that reveals the text. */
export function PasswordField({
  label,
  ...input
}: InputHTMLAttributes<HTMLInputElement> & { label: string }) {
  const t = useText('auth')
  const id = useId()
  const [isShown, setShown] = useState(false)
  const ref = useEarlyChange<HTMLInputElement>(input.value, input.onChange)
  return (
    <div className="grid gap-1.5">
      <label htmlFor={id} className="text-sm font-medium">
        {label}
      </label>
      <div className="relative">
        <input
          ref={ref}
          id={id}
          type={isShown ? 'text' : 'password'}
          dir="ltr"
          spellCheck={false}
          autoCapitalize="none"
          className="h-11 w-full rounded-md border border-edge bg-surface ps-3 pe-12 text-base"
          {...input}
        />
        <button
          type="button"
          aria-pressed={isShown}
          aria-label={t('show_password')}
          title={t('show_password')}
          onClick={() => setShown(!isShown)}
          className="needs-script absolute inset-e-1 top-1 grid size-9 place-items-center rounded-md text-muted hover:bg-sunken hover:text-ink"
        >
          <Icon name={isShown ? 'hidden' : 'shown'} />
        </button>
      </div>
    </div>
  )
}
