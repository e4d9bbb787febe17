import { type InputHTMLAttributes, type ReactNode, useId } from 'react'

interface Field extends InputHTMLAttributes<HTMLInputElement> {
  label: string
  hint?: ReactNode
  /** Why the value was not taken. */
  problem?: string | undefined
}

/** One line to fill in, with its label, what to know about it, and what is wrong with it. */
export function Field({ label, hint, problem, className = '', ...input }: Field) {
  const id = useId()
  const described = [hint && `${id}-hint`, problem && `${id}-problem`].filter(Boolean).join(' ')
  return (
    <div className="grid gap-1.5">
      <label htmlFor={id} className="text-sm font-medium">
        {label}
      </label>
      <input
        id={id}
        aria-describedby={described || undefined}
        aria-invalid={problem ? true : undefined}
        className={`h-11 w-full rounded-md border bg-surface px-3 text-base placeholder:text-muted read-only:text-muted ${problem ? 'border-danger' : 'border-edge'} ${className}`}
        {...input}
      />
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
