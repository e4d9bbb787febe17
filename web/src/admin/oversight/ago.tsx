import { useState } from 'react'
import { useFormats } from '../../ground/site/site.ts'

/** Shows how long ago a time was, with the exact time as a tooltip. */
export function Ago({ iso }: { iso: string }) {
  const formats = useFormats()
  const [now] = useState(Date.now)
  return (
    <time dateTime={iso} title={`${formats.dateTime(iso)} UTC`}>
      {formats.ago(iso, now)}
    </time>
  )
}
