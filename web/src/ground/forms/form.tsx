import type { FormHTMLAttributes, ReactNode, Ref } from 'react'
import { Button } from '../ui/button.tsx'
import { RefusalNote } from '../ui/refusal-note.tsx'
import type { Draft } from './draft.ts'
import { DraftNote } from './draft-note.tsx'

interface FormProps extends Omit<FormHTMLAttributes<HTMLFormElement>, 'onSubmit'> {
  ref?: Ref<HTMLFormElement>
  /** Its unsaved input, about which the form says so. */
  draft?: Omit<Draft<unknown>, 'set'> | undefined
  /** Why the last request was refused. */
  problem?: unknown
  onSubmit(): unknown
}

/** A form that a script sends. */
export function Form({ draft, problem, onSubmit, children, ...form }: FormProps) {
  return (
    <form
      {...form}
      onSubmit={(event) => {
        event.preventDefault()
        void onSubmit()
      }}
    >
      {draft && <DraftNote draft={draft} />}
      <RefusalNote problem={problem} />
      {children}
    </form>
  )
}

/** The button at the end of a form. */
export function Submit({ disabled, children }: { disabled: boolean; children: ReactNode }) {
  return (
    <Button type="submit" look="primary" disabled={disabled} className="justify-self-start">
      {children}
    </Button>
  )
}
