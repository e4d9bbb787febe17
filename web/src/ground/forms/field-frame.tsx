import { type ReactNode, useId } from 'react'

export interface Framed {
  label: string
  hint?: ReactNode
  /** Why the value was rejected. */
  problem?: string | undefined
}

interface Described {
  id: string
  'aria-describedby': string | undefined
  'aria-invalid': true | undefined
}

/** Frame of a form control: label, hint and error. */
export function FieldFrame({
  label,
  hint,
  problem,
  children,
}: Framed & { children: (described: Described) => ReactNode }) {
  const id = useId()
  const described = [hint && `${id}-hint`, problem && `${id}-problem`].filter(Boolean).join(' ')
  return (
    <div className="grid content-start gap-1.5">
      <label htmlFor={id} className="text-sm font-medium">
        {label}
      </label>
      {children({
        id,
        'aria-describedby': described || undefined,
        'aria-invalid': problem ? true : undefined,
      })}
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
