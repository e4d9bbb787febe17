import { useEffect, useState } from 'react'

const pauseMs = 400

/** A value that changes with every key, once nobody types any more: for questions to the server. */
export function useSettled<Value>(value: Value): Value {
  const [settled, setSettled] = useState(value)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), pauseMs)
    return () => clearTimeout(timer)
  }, [value])
  return settled
}
