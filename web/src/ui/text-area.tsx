import { type ReactNode, type TextareaHTMLAttributes, useId } from 'react'
import { formatsOf } from '../formats.ts'
import { useSite, useText } from '../site.ts'

interface TextArea extends TextareaHTMLAttributes<HTMLTextAreaElement> {
  label: string
  hint?: ReactNode
  /** Why the value was not taken. */
  problem?: string | undefined
}

/** From which share of its limit on a text is counted. */
const nearLimit = 0.8

/** Some lines to fill in, like `Field`. Near its limit it says how much is left. */
export function TextArea({ label, hint, problem, className = '', ...input }: TextArea) {
  const id = useId()
  const described = [hint && `${id}-hint`, problem && `${id}-problem`].filter(Boolean).join(' ')
  return (
    <div className="grid gap-1.5">
      <label htmlFor={id} className="text-sm font-medium">
        {label}
      </label>
      <textarea
        id={id}
        rows={5}
        aria-describedby={described || undefined}
        aria-invalid={problem ? true : undefined}
        className={`w-full rounded-md border bg-surface px-3 py-2 text-base field-sizing-content min-h-24 max-h-96 placeholder:text-muted ${problem ? 'border-danger' : 'border-edge'} ${className}`}
        {...input}
      />
      <Length text={String(input.value ?? '')} maxLength={input.maxLength} />
      {hint && (
        <div id={`${id}-hint`} className="text-sm text-muted">
          {hint}
        </div>
      )}
      {problem && (
        <p id={`${id}-problem`} role="alert" className="text-sm text-danger">
          {problem}
        </p>
      )}
    </div>
  )
}

function Length({ text, maxLength }: { text: string; maxLength: number | undefined }) {
  const t = useText('forms')
  const formats = formatsOf(useSite().settings.locale)
  if (maxLength === undefined || text.length < maxLength * nearLimit) return null
  const [number, max] = [formats.number(text.length), formats.number(maxLength)]
  return <p className="text-end text-sm text-muted tabular-nums">{t('length_of', { number, max })}</p>
}
