import type { InputHTMLAttributes, ReactNode } from 'react'

interface ChoiceFieldProps extends Omit<InputHTMLAttributes<HTMLInputElement>, 'onChange' | 'children'> {
  /** A checkbox by default. */
  type?: 'checkbox' | 'radio'
  /** Classes of the label. */
  className?: string
  onChange(isChecked: boolean): void
  children: ReactNode
}

/** Checkbox or radio button with its label. */
export function ChoiceField({
  type = 'checkbox',
  className = '',
  onChange,
  children,
  ...input
}: ChoiceFieldProps) {
  return (
    <label className={`flex items-center gap-2.5 text-sm ${className}`}>
      <input
        type={type}
        {...input}
        onChange={({ target }) => onChange(target.checked)}
        className="size-4 accent-accent"
      />
      {children}
    </label>
  )
}
