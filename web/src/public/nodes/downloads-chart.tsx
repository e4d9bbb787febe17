import { useFormats, useText } from '../../ground/site/site.ts'
import type { DownloadsView } from './queries.ts'

const width = 288
const height = 56
const gap = 0.6

/** Bar chart of installs by day, latest last, with the totals as text. */
export function DownloadsChart({ downloads: { from, counts, total } }: { downloads: DownloadsView }) {
  const t = useText('nodes')
  const formats = useFormats()
  const most = Math.max(...counts)
  const best = counts.indexOf(most)
  if (total === 0) return null
  return (
    <section
      aria-label={t('downloads')}
      className="grid gap-2 rounded-lg border border-line bg-surface p-4 text-sm"
    >
      <h2 className="font-semibold">{t('downloads')}</h2>
      <svg
        aria-hidden="true"
        viewBox={`0 0 ${width} ${height}`}
        width={width}
        height={height}
        preserveAspectRatio="none"
        className="mirrored h-14 w-full text-accent"
      >
        <path d={barsOf(counts, most)} fill="currentColor" />
        <path d={`M0 ${height - 0.5}H${width}`} stroke="var(--color-line)" />
      </svg>
      <p className="flex flex-wrap gap-x-3 text-xs text-muted tabular-nums">
        <span>{t('downloads_recent', { count: total })}</span>
        <span>{t('downloads_most', { date: formats.date(dayAfter(from, best)), number: most })}</span>
      </p>
    </section>
  )
}

/** Draws all bars as one path. Days with installs get a visible minimum height. */
function barsOf(counts: readonly number[], most: number): string {
  const step = width / counts.length
  return counts
    .map((count, day) => {
      if (count === 0) return ''
      const bar = Math.max(2, (count / most) * (height - 4))
      return `M${(day * step).toFixed(1)} ${height}v${-bar.toFixed(1)}h${(step - gap).toFixed(1)}V${height}z`
    })
    .join('')
}

function dayAfter(from: string, days: number): string {
  return new Date(Date.parse(from) + days * 86_400_000).toISOString()
}
