import type { ReviewItem } from '@nodeyard/contract/safety'
import { useText } from '../../ground/site/site.ts'
import { Button } from '../../ground/ui/button.tsx'
import { Fold } from '../../ground/ui/fold.tsx'
import { refusalText } from '../../ground/ui/refusal.ts'
import { keyOf } from './queries.ts'
import type { Act, Batch, Mark } from './use-decisions.ts'

interface BatchResults {
  marks: ReadonlyMap<string, Mark>
  batches: readonly Batch[]
  onUndo(batch: Batch): void
  onRetry(act: Act, items: readonly ReviewItem[], reason: string): void
}

/** Outcomes of the recent batches of decisions, with undo and retry. */
export function BatchResults({ marks, batches, onUndo, onRetry }: BatchResults) {
  const t = useText('admin-review')
  const texts = useText('forms')
  const last = batches.at(-1)
  if (!last) return null
  const markOf = (item: ReviewItem) => marks.get(keyOf(item))
  const failed = last.items.filter((item) => markOf(item)?.state === 'failed')
  const done = last.items.filter((item) => markOf(item)?.state === 'done')
  const isOver = done.length + failed.length === last.items.length
  return (
    <section
      aria-label={t('results')}
      className="grid gap-2 rounded-lg border border-line bg-surface p-3 text-sm"
    >
      <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
        <p role="status" className="font-medium tabular-nums">
          {t('done_of', { number: done.length, max: String(last.items.length) })}
        </p>
        {last.items.length === 1 && last.items[0] && <bdi className="text-muted">{keyOf(last.items[0])}</bdi>}
        {isOver && done.length > 1 && (
          <Button onClick={() => onUndo({ ...last, items: done })}>
            {t('undo_batch', { count: done.length })}
          </Button>
        )}
        {isOver && failed.length > 0 && (
          <Button onClick={() => onRetry(last.act, failed, last.reason)}>
            {t('retry_failed', { count: failed.length })}
          </Button>
        )}
      </div>
      {failed.length > 0 && (
        <ul role="alert" className="grid gap-1">
          {failed.map((item) => (
            <li key={keyOf(item)} className="text-danger">
              <bdi className="font-medium">{keyOf(item)}</bdi>: {refusalText(texts, markOf(item)?.error)}
            </li>
          ))}
        </ul>
      )}
      {last.items.length > 1 && (
        <Fold title={t('each_result')}>
          <ul className="mt-1 grid max-h-48 gap-0.5 overflow-y-auto">
            {last.items.map((item) => (
              <li key={keyOf(item)} className="flex flex-wrap gap-x-2">
                <bdi>{keyOf(item)}</bdi>
                <span className="text-muted">
                  {markOf(item)?.state === 'done'
                    ? t('result_done')
                    : markOf(item)?.state === 'failed'
                      ? t('failed')
                      : t('on_its_way')}
                </span>
              </li>
            ))}
          </ul>
        </Fold>
      )}
    </section>
  )
}
