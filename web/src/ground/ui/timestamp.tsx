import { useSite } from '../site/site.ts'
import { formatsOf } from '../texts/formats.ts'

/** Shows the day, with the exact and the relative time as a tooltip. */
export function Timestamp({ iso }: { iso: string }) {
  const { locale } = useSite().settings
  const formats = formatsOf(locale)
  return (
    <time
      dateTime={iso}
      className="whitespace-nowrap"
      // Formatted on demand, because the relative time in a cached page would become wrong.
      onPointerEnter={({ currentTarget }) => {
        currentTarget.title = `${formats.dateTime(iso)} UTC · ${formats.ago(iso, Date.now())}`
      }}
    >
      {formats.date(iso)}
    </time>
  )
}
