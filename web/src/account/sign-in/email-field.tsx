import type { ReactNode } from 'react'
import { Field } from '../../ground/forms/field.tsx'

/** Email address input. With `username`, browsers fill in the address saved with a password. */
export function EmailField({
  onType,
  ...field
}: {
  label: string
  hint?: ReactNode
  autoComplete: 'username' | 'email'
  value: string
  onType(text: string): void
}) {
  return (
    <Field
      type="email"
      required
      maxLength={320}
      dir="ltr"
      onChange={(event) => onType(event.target.value)}
      {...field}
    />
  )
}
