import { useState } from 'react'
import { useSite } from '../../ground/site/site.ts'
import { formatsOf } from '../../ground/texts/formats.ts'

/** Shows how long ago a time was, with the exact time as a tooltip. */
export function Ago({ iso }: { iso: string }) {
  const formats = formatsOf(useSite().settings.locale)
  const [now] = useState(Date.now)
  return (
    <time dateTime={iso} title={`${formats.dateTime(iso)} UTC`}>
      {formats.ago(iso, now)}
    </time>
  )
}
