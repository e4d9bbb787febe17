import { useState } from 'react'
import { useSite } from '../../ground/site/site.ts'
import { formatsOf } from '../../ground/texts/formats.ts'

/** How long ago that was; pointing at it tells when. */
export function Ago({ iso }: { iso: string }) {
  const formats = formatsOf(useSite().settings.locale)
  const [now] = useState(Date.now)
  return (
    <time dateTime={iso} title={`${formats.dateTime(iso)} UTC`}>
      {formats.ago(iso, now)}
    </time>
  )
}
