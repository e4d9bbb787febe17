import { maxFound } from '@nodeyard/contract/packs'
import { useFormats, useText } from '../../ground/site/site.ts'

interface ResultCount {
  q: string
  total: number
  corrected?: string | undefined
}

/** The number of results, announced when it changes, with a note about corrected words. */
export function ResultCount({ q, total, corrected }: ResultCount) {
  const t = useText('home')
  const text = q.trim()
  const number = useFormats().number(maxFound)
  const atLeast =
    text && !corrected ? t('results_at_least_for', { number, text }) : t('results_at_least', { number })
  return (
    <div className="flex flex-wrap items-baseline gap-x-4 gap-y-1">
      <h2 dir="auto" className="plain text-sm text-muted">
        <span role="status">
          {total === maxFound
            ? atLeast
            : text && !corrected
              ? t('result_count_for', { count: total, text })
              : t('result_count', { count: total })}
        </span>
      </h2>
      {corrected && (
        <p dir="auto" className="rounded-md bg-info-soft px-3 py-1.5 text-sm text-info">
          {t('corrected', { corrected, text })}
        </p>
      )}
    </div>
  )
}
