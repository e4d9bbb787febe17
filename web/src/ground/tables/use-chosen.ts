import { useState } from 'react'

/** A choice that shows before the address or the response confirms it. Any later change of `value` wins. */
export function useChosen<Value extends string | readonly string[]>(
  value: Value,
): [Value, (chosen: Value) => void] {
  const [held, setHeld] = useState({ of: keyOf(value), chosen: value })
  if (held.of !== keyOf(value)) setHeld({ of: keyOf(value), chosen: value })
  return [held.of === keyOf(value) ? held.chosen : value, (chosen) => setHeld({ of: keyOf(value), chosen })]
}

const keyOf = (value: string | readonly string[]) => (typeof value === 'string' ? value : value.join('\n'))
