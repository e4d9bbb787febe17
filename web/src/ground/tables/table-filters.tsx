import { type ReactNode, useCallback, useEffect, useId, useState } from 'react'
import { useChosen } from './use-chosen.ts'

const pauseMs = 400

/** Controls above a list that write to the address. */
export function TableFilters({ label, children }: { label: string; children: ReactNode }) {
  return (
    <search aria-label={label} className="grid grid-cols-2 items-end gap-x-4 gap-y-3 sm:flex sm:flex-wrap">
      {children}
    </search>
  )
}

const labelLook = 'text-xs font-medium text-muted'
const inputLook = 'h-9 w-full rounded-md border border-edge bg-surface px-2.5 text-sm'

/** Applies after a pause in typing, on blur, and on Enter. */
export function TextFilter({
  label,
  value,
  maxLength = 200,
  type = 'search',
  onChange,
}: {
  label: string
  value: string
  maxLength?: number
  type?: 'search' | 'date'
  onChange(value: string): void
}) {
  const id = useId()
  const [typed, setTyped] = useState(value)
  const [known, setKnown] = useState(value)
  /** The last value written to the address. The user can type on before the navigation finishes. */
  const [requested, setRequested] = useState(value)
  if (known !== value) {
    setKnown(value)
    // A link or the back button changed the address.
    if (requested !== value) {
      setRequested(value)
      setTyped(value)
    }
  }
  const text = typed.trim()
  const apply = useCallback(() => {
    if (text === value) return
    setRequested(text)
    onChange(text)
  }, [text, value, onChange])
  useEffect(() => {
    const timer = setTimeout(apply, pauseMs)
    return () => clearTimeout(timer)
  }, [apply])
  return (
    <div className="grid gap-1 max-sm:first:col-span-2 sm:min-w-36 sm:max-w-72 sm:flex-1">
      <label htmlFor={id} className={labelLook}>
        {label}
      </label>
      <input
        id={id}
        type={type}
        value={typed}
        maxLength={maxLength}
        onChange={(event) => setTyped(event.target.value)}
        onBlur={apply}
        onKeyDown={(event) => {
          if (event.key === 'Enter') apply()
        }}
        className={inputLook}
      />
    </div>
  )
}

export interface Choice<Value extends string> {
  value: Value
  label: string
}

export function SelectFilter<Value extends string>({
  label,
  value,
  choices,
  onChange,
}: {
  label: string
  value: Value
  choices: readonly Choice<Value>[]
  onChange(value: Value): void
}) {
  const id = useId()
  const [chosen, choose] = useChosen(value)
  return (
    <div className="grid gap-1">
      <label htmlFor={id} className={labelLook}>
        {label}
      </label>
      <select
        id={id}
        value={chosen}
        onChange={(event) => {
          const next = event.target.value as Value
          choose(next)
          onChange(next)
        }}
        className={inputLook}
      >
        {choices.map((choice) => (
          <option key={choice.value} value={choice.value}>
            {choice.label}
          </option>
        ))}
      </select>
    </div>
  )
}

/** Selects several of the choices. */
export function ChoicesFilter<Value extends string>({
  label,
  values,
  choices,
  onChange,
}: {
  label: string
  values: readonly Value[]
  choices: readonly Choice<Value>[]
  onChange(values: Value[]): void
}) {
  const [chosen, choose] = useChosen(values)
  return (
    <fieldset className="grid gap-1 max-sm:col-span-2">
      <legend className={`${labelLook} mb-1`}>{label}</legend>
      <div className="flex flex-wrap gap-1.5">
        {choices.map(({ value, label: name }) => {
          const isOn = chosen.includes(value)
          const toggle = () => {
            const next = isOn ? chosen.filter((one) => one !== value) : [...chosen, value]
            choose(next)
            onChange(next)
          }
          return (
            <button
              key={value}
              type="button"
              aria-pressed={isOn}
              onClick={toggle}
              className="h-9 rounded-md border border-line bg-surface px-3 text-sm hover:border-edge aria-pressed:border-accent aria-pressed:bg-accent-soft aria-pressed:text-accent-strong"
            >
              {name}
            </button>
          )
        })}
      </div>
    </fieldset>
  )
}
