import { useState } from 'react'
import { formatsOf } from '../formats.ts'
import { useSite } from '../site.ts'
import { useHydrated } from './hydrated.ts'

/** The day; pointing at it tells how long ago that was, once a browser is there to know the time. */
export function Timestamp({ iso }: { iso: string }) {
  const { locale } = useSite().settings
  const [now] = useState(Date.now)
  const formats = formatsOf(locale)
  const title = useHydrated() ? `${formats.dateTime(iso)} UTC · ${formats.ago(iso, now)}` : undefined
  return (
    <time dateTime={iso} title={title} className="whitespace-nowrap">
      {formats.date(iso)}
    </time>
  )
}
