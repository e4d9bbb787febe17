import type { InputHTMLAttributes } from 'react'
import { useEarlyChange } from './early-acts.ts'
import { FieldFrame, type Framed } from './field-frame.tsx'

type Field = Framed & InputHTMLAttributes<HTMLInputElement>

/** Labeled text input. */
export function Field({ label, hint, problem, className = '', ...input }: Field) {
  const ref = useEarlyChange<HTMLInputElement>(input.value, input.onChange)
  return (
    <FieldFrame label={label} hint={hint} problem={problem}>
      {(described) => (
        <input
          ref={ref}
          {...described}
          className={`h-11 w-full rounded-md border bg-surface px-3 text-base placeholder:text-muted read-only:text-muted ${problem ? 'border-danger' : 'border-edge'} ${className}`}
          {...input}
        />
      )}
    </FieldFrame>
  )
}
