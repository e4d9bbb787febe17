import { useEffect, useState } from 'react'

const tickMs = 15_000

/** The time, again and again: for what is told as a span until now. */
export function useNow(): number {
  const [now, setNow] = useState(Date.now)
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), tickMs)
    return () => clearInterval(timer)
  }, [])
  return now
}
