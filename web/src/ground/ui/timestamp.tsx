import { useSite } from '../site/site.ts'
import { formatsOf } from '../texts/formats.ts'

/** The day; pointing at it tells the time, and how long ago that was. */
export function Timestamp({ iso }: { iso: string }) {
  const { locale } = useSite().settings
  const formats = formatsOf(locale)
  return (
    <time
      dateTime={iso}
      className="whitespace-nowrap"
      // Made when it is asked for: a page that is kept would go on saying how long ago it was.
      onPointerEnter={({ currentTarget }) => {
        currentTarget.title = `${formats.dateTime(iso)} UTC · ${formats.ago(iso, Date.now())}`
      }}
    >
      {formats.date(iso)}
    </time>
  )
}
