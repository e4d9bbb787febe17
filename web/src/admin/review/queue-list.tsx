import type { ReviewItem } from '@nodeyard/contract/safety'
import { useEffect, useRef, useState } from 'react'
import { useFormats, useSite, useText } from '../../ground/site/site.ts'
import { durationText } from '../../ground/texts/duration.ts'
import { formatsOf } from '../../ground/texts/formats.ts'
import { Badge } from '../../ground/ui/badge.tsx'
import { CodeText } from '../../ground/ui/code-text.tsx'
import { VersionMarks } from '../../public/nodes/version-marks.tsx'
import { keyOf } from './queries.ts'
import type { Mark } from './use-decisions.ts'
import type { Selection } from './use-selection.ts'

interface QueueList {
  items: readonly ReviewItem[]
  marks: ReadonlyMap<string, Mark>
  selection: Selection
  isStale: boolean
}

/** The versions of this page. Keyboard navigation moves the focus to the current one. */
export function QueueList({ items, marks, selection, isStale }: QueueList) {
  const t = useText('admin-review')
  return (
    <ol
      aria-label={t('queue')}
      aria-busy={isStale || undefined}
      className={`grid max-h-[80vh] content-start overflow-y-auto rounded-lg border border-line bg-surface max-[76rem]:max-h-80 ${isStale ? 'opacity-60' : ''}`}
    >
      {items.map((item, index) => (
        <Row
          key={keyOf(item)}
          item={item}
          mark={marks.get(keyOf(item))}
          isCurrent={index === selection.at}
          isSelected={selection.isSelected(item)}
          onShow={() => selection.moveTo(index)}
          onToggle={(isRange) => selection.toggle(index, isRange)}
        />
      ))}
    </ol>
  )
}

interface Row {
  item: ReviewItem
  mark: Mark | undefined
  isCurrent: boolean
  isSelected: boolean
  onShow(): void
  onToggle(isRange: boolean): void
}

function Row({ item, mark, isCurrent, isSelected, onShow, onToggle }: Row) {
  const t = useText('admin-review')
  const button = useRef<HTMLButtonElement>(null)
  const wasCurrent = useRef(true)
  useEffect(() => {
    // Skips the first render, when nothing has the focus yet.
    if (isCurrent && !wasCurrent.current) button.current?.focus()
    wasCurrent.current = isCurrent
  }, [isCurrent])
  return (
    <li
      className={`flex items-start gap-2 border-t border-line px-2 py-2 first:border-t-0 ${isCurrent ? 'bg-accent-soft' : ''} ${mark?.state === 'done' && mark.act !== 'undo' ? 'opacity-70' : ''}`}
    >
      <input
        type="checkbox"
        className="mt-1 size-4 accent-[var(--color-accent)]"
        checked={isSelected}
        aria-label={t('select', { name: keyOf(item) })}
        onClick={(event) => onToggle(event.shiftKey)}
        onChange={() => {}}
      />
      <button
        ref={button}
        type="button"
        aria-current={isCurrent || undefined}
        onClick={onShow}
        className="grid min-w-0 flex-1 gap-0.5 text-start text-sm"
      >
        <span className="flex flex-wrap items-center gap-x-2 gap-y-0.5">
          <bdi className="font-medium wrap-anywhere">
            {item.node_id} <span className="font-normal text-muted tabular-nums">@{item.version}</span>
          </bdi>
          <State item={item} mark={mark} />
          {item.appeal_waiting && <Badge tone="info">{t('appeal_waiting')}</Badge>}
          {item.same_code > 0 && <Badge>{t('same_code', { count: item.same_code })}</Badge>}
        </span>
        {item.worst && (
          <span dir="auto" className="line-clamp-2 text-xs text-muted wrap-anywhere">
            <CodeText text={item.worst} />
          </span>
        )}
        <span className="flex flex-wrap gap-x-2 text-xs text-muted">
          <WaitingTime item={item} mark={mark} />
          {item.findings > 0 && (
            <span>
              {t('findings', { count: item.findings })}
              {item.blocking > 0 && <> · {t('blocking', { count: item.blocking })}</>}
            </span>
          )}
        </span>
      </button>
    </li>
  )
}

/** The state of a version: the outcome of its decision, if any, or its status. */
export function State({ item, mark }: { item: Pick<ReviewItem, 'status'>; mark: Mark | undefined }) {
  const t = useText('admin-review')
  if (mark?.state === 'running') return <Badge tone="info">{t('on_its_way')}</Badge>
  if (mark?.state === 'failed') return <Badge tone="danger">{t('failed')}</Badge>
  const status = mark?.status ?? item.status
  if (status === 'NodeVersionStatusActive') return <Badge tone="accent">{t('status_active')}</Badge>
  return <VersionMarks status={status} deprecated={false} isYanked={false} />
}

/** How long a version has waited; empty for decided ones. */
export function WaitingTime({
  item: { since, ...item },
  mark,
}: {
  item: Pick<ReviewItem, 'status' | 'since'>
  mark: Mark | undefined
}) {
  const status = mark?.status ?? item.status
  const isOpen = status === 'NodeVersionStatusFlagged' || status === 'NodeVersionStatusPending'
  return isOpen ? <WaitingSince since={since} /> : null
}

export function WaitingSince({ since }: { since: string }) {
  const t = useText('admin-review')
  const { locale } = useSite().settings
  const [now] = useState(Date.now)
  const time = durationText(Math.max(0, now - Date.parse(since)), locale)
  return (
    <time dateTime={since} title={`${formatsOf(locale).dateTime(since)} UTC`}>
      {t('waiting_for', { time })}
    </time>
  )
}

export function Ago({ since }: { since: string }) {
  const formats = useFormats()
  const [now] = useState(Date.now)
  return (
    <time dateTime={since} title={`${formats.dateTime(since)} UTC`}>
      {formats.ago(since, now)}
    </time>
  )
}
