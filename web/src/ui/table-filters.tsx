import { type ReactNode, useEffect, useId, useState } from 'react'

const pauseMs = 400

/** The controls above a list. Each of them writes into the address. */
export function TableFilters({ label, children }: { label: string; children: ReactNode }) {
  return (
    <search aria-label={label} className="grid grid-cols-2 items-end gap-x-4 gap-y-3 sm:flex sm:flex-wrap">
      {children}
    </search>
  )
}

const labelLook = 'text-xs font-medium text-muted'
const inputLook = 'h-9 w-full rounded-md border border-edge bg-surface px-2.5 text-sm'

/** Is applied when somebody pauses, leaves the field, or presses Enter. */
export function TextFilter({
  label,
  value,
  maxLength = 200,
  onChange,
}: {
  label: string
  value: string
  maxLength?: number
  onChange(value: string): void
}) {
  const id = useId()
  const [typed, setTyped] = useState(value)
  const [known, setKnown] = useState(value)
  if (known !== value) {
    // The address changed by other means: a link, a way back.
    setKnown(value)
    if (typed.trim() !== value) setTyped(value)
  }
  const apply = () => {
    if (typed.trim() !== value) onChange(typed.trim())
  }
  useEffect(() => {
    if (typed.trim() === value) return
    const timer = setTimeout(() => onChange(typed.trim()), pauseMs)
    return () => clearTimeout(timer)
  }, [typed, value, onChange])
  return (
    <div className="grid gap-1 max-sm:first:col-span-2 sm:min-w-36 sm:max-w-72 sm:flex-1">
      <label htmlFor={id} className={labelLook}>
        {label}
      </label>
      <input
        id={id}
        type="search"
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
  return (
    <div className="grid gap-1">
      <label htmlFor={id} className={labelLook}>
        {label}
      </label>
      <select
        id={id}
        value={value}
        onChange={(event) => onChange(event.target.value as Value)}
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

/** Any number of a few. */
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
  return (
    <fieldset className="grid gap-1 max-sm:col-span-2">
      <legend className={`${labelLook} mb-1`}>{label}</legend>
      <div className="flex flex-wrap gap-1.5">
        {choices.map(({ value, label: name }) => {
          const isOn = values.includes(value)
          const next = isOn ? values.filter((one) => one !== value) : [...values, value]
          return (
            <button
              key={value}
              type="button"
              aria-pressed={isOn}
              onClick={() => onChange(next)}
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
