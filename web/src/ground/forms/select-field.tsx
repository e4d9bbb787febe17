import { type ReactNode, type SelectHTMLAttributes, useId } from 'react'

interface SelectField extends SelectHTMLAttributes<HTMLSelectElement> {
  label: string
  hint?: ReactNode
  options: readonly { value: string; text: string }[]
}

/** Labeled select. */
export function SelectField({ label, hint, options, ...select }: SelectField) {
  const id = useId()
  return (
    <div className="grid content-start gap-1.5">
      <label htmlFor={id} className="text-sm font-medium">
        {label}
      </label>
      <select
        id={id}
        aria-describedby={hint ? `${id}-hint` : undefined}
        className="h-11 w-full rounded-md border border-edge bg-surface px-3 text-base"
        {...select}
      >
        {options.map(({ value, text }) => (
          <option key={value} value={value}>
            {text}
          </option>
        ))}
      </select>
      {hint && (
        <div id={`${id}-hint`} className="text-sm text-muted">
          {hint}
        </div>
      )}
    </div>
  )
}
