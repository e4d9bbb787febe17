import { useState } from 'react'

/**
 * What somebody has just chosen, before the address or the answer that will say so is there. When that becomes another
 * value, by whatever means, it is the one that counts.
 */
export function useChosen<Value extends string | readonly string[]>(
  value: Value,
): [Value, (chosen: Value) => void] {
  const [held, setHeld] = useState({ of: keyOf(value), chosen: value })
  if (held.of !== keyOf(value)) setHeld({ of: keyOf(value), chosen: value })
  return [held.of === keyOf(value) ? held.chosen : value, (chosen) => setHeld({ of: keyOf(value), chosen })]
}

const keyOf = (value: string | readonly string[]) => (typeof value === 'string' ? value : value.join('\n'))
