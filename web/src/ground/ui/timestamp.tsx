import { useFormats } from '../site/site.ts'

/** Shows the day, with the exact and the relative time as a tooltip. */
export function Timestamp({ iso }: { iso: string }) {
  const formats = useFormats()
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
