import type { ResponseOf } from '@nodeyard/contract/ground'
import { limits } from '@nodeyard/contract/limits'
import { type listReviews, moderateVersion, type ReviewItem, undoDecision } from '@nodeyard/contract/safety'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { useMay } from '../../account/access/use-may.ts'
import { useFormats, useSite, useText } from '../../ground/site/site.ts'
import { Button } from '../../ground/ui/button.tsx'
import { Paging } from '../../ground/ui/paging.tsx'
import { ConfirmDialog } from '../kit/confirm-dialog.tsx'
import { BatchResults } from './batch-results.tsx'
import { KeyHelp } from './key-help.tsx'
import { keyOf, reviewQuery } from './queries.ts'
import { QueueList } from './queue-list.tsx'
import { ReviewPanel } from './review-panel.tsx'
import { type ReviewSearch, reviewLink } from './search.ts'
import { type Act, useDecisions } from './use-decisions.ts'
import { useKeys } from './use-keys.ts'
import { useSelection } from './use-selection.ts'
import { useVerdicts } from './verdicts.ts'

interface WorkplaceOf {
  answer: ResponseOf<typeof listReviews>
  search: ReviewSearch
  isStale: boolean
  /** Called when this page is fully decided, or when an undone version is not on it. */
  onOutOfDate(): void
}

interface Question {
  act: Act
  items: readonly ReviewItem[]
  /** The reason of an earlier attempt, for a retry. */
  reason?: string
}

/** The review queue next to the details of its current version, with keyboard shortcuts for everything. */
export function Workplace({ answer, search, isStale, onOutOfDate }: WorkplaceOf) {
  const t = useText('admin-review')
  const work = useWork(answer.versions, onOutOfDate)
  const { marks, batches, selection, open, ask, question, setQuestion } = work
  const { current } = selection
  const items = answer.versions
  const [isHelpShown, setHelpShown] = useState(false)
  useReviewKeys(work, () => setHelpShown(true))
  // The last decisions can still be undone when the queue is empty.
  if (items.length === 0 && batches.length === 0) return <Empty />
  return (
    <div className="grid gap-4">
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2 text-sm">
        <Total total={answer.total - (items.length - open.length)} />
        <Button look="quiet" onClick={() => setHelpShown(true)} aria-keyshortcuts="?">
          {t('keys')} <kbd>?</kbd>
        </Button>
      </div>
      <Toolbar work={work} />
      <BatchResults
        marks={marks}
        batches={batches}
        onUndo={(batch) => ask('undo', batch.items)}
        onRetry={ask}
      />
      {items.length === 0 && <Empty />}
      {current && (
        <div className="grid items-start gap-4 min-[76rem]:grid-cols-[19rem_minmax(0,1fr)]">
          <QueueList items={items} marks={marks} selection={selection} isStale={isStale} />
          <ReviewPanel
            key={keyOf(current)}
            item={current}
            mark={marks.get(keyOf(current))}
            verdicts={work.verdicts.of(keyOf(current))}
            onVerdict={(digest, choice) => work.verdicts.set(keyOf(current), digest, choice)}
            onAsk={(act) => ask(act, [current])}
          />
        </div>
      )}
      <Paging
        label={t('queue')}
        page={answer.page}
        totalPages={answer.totalPages}
        linkTo={(page) => reviewLink({ ...search, page })}
      />
      {question && (
        <DecisionDialog
          question={question}
          onConfirm={(reason) => work.execute(question, reason)}
          onClose={() => setQuestion(undefined)}
        />
      )}
      {isHelpShown && <KeyHelp onClose={() => setHelpShown(false)} />}
    </div>
  )
}

type Work = ReturnType<typeof useWork>

/** Selection, confirmation and decisions on one page of the queue. */
function useWork(items: readonly ReviewItem[], onOutOfDate: () => void) {
  const may = useMay()
  const verdicts = useVerdicts()
  const { marks, batches, decide, undo } = useDecisions(verdicts.of)
  const selection = useSelection(items)
  const [question, setQuestion] = useState<Question>()
  const { current, at, moveTo, selected } = selection
  const isDecided = (item: ReviewItem) => {
    const mark = marks.get(keyOf(item))
    return mark !== undefined && mark.state !== 'failed' && mark.act !== 'undo'
  }
  const statusOf = (item: ReviewItem) => {
    const mark = marks.get(keyOf(item))
    return (mark?.state === 'done' && mark.status) || item.status
  }
  const open = items.filter((item) => !isDecided(item))
  const isRunning = [...marks.values()].some(({ state }) => state === 'running')
  usePrefetched(items.slice(at + 1).find((item) => !isDecided(item)))
  const isEmptied = items.length > 0 && open.length === 0 && !isRunning
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs once per emptied page
  useEffect(() => {
    if (isEmptied) onOutOfDate()
  }, [isEmptied])
  const shown = current ? [current] : []
  const chosen = selected.length > 0 ? selected : shown
  const ask = (act: Act, on: readonly ReviewItem[] = chosen, reason?: string) => {
    if (on.length > 0 && may(act === 'undo' ? undoDecision : moderateVersion))
      setQuestion({ act, items: on, ...(reason ? { reason } : {}) })
  }
  /** Undoes the last batch on this page, or else the decision about the current version. */
  const undoLast = () => ask('undo', batches.at(-1)?.items ?? shown)
  const moveToNextOpen = (done: readonly ReviewItem[]) => {
    const keys = new Set(done.map(keyOf))
    const isOpen = (item: ReviewItem) => !keys.has(keyOf(item)) && !isDecided(item)
    const next = items.findIndex((item, index) => index >= at && isOpen(item))
    // The queue begins with the most urgent version.
    moveTo(next >= 0 ? next : items.findIndex(isOpen))
  }
  /** Throws when any decision failed, so that the dialog keeps the reason. */
  const execute = async ({ act, items: on }: Question, reason: string) => {
    setQuestion(undefined)
    selection.clear()
    if (act !== 'undo') moveToNextOpen(on)
    const failed = await (act === 'undo' ? undo(on) : decide(act, on, reason, statusOf))
    const keys = new Set(items.map(keyOf))
    if (act === 'undo' && on.some((item) => !keys.has(keyOf(item)))) onOutOfDate()
    if (failed.length > 0) throw new Error('Not all of them were decided.')
  }
  return {
    marks,
    batches,
    selection,
    verdicts,
    open,
    chosen,
    ask,
    undoLast,
    execute,
    question,
    setQuestion,
  }
}

function useReviewKeys({ selection, open, ask, undoLast }: Work, showHelp: () => void): void {
  const { at, moveTo, extendTo } = selection
  useKeys({
    j: () => moveTo(at + 1),
    ArrowDown: ({ shiftKey }) => (shiftKey ? extendTo(at + 1) : moveTo(at + 1)),
    k: () => moveTo(at - 1),
    ArrowUp: ({ shiftKey }) => (shiftKey ? extendTo(at - 1) : moveTo(at - 1)),
    x: () => selection.toggle(at, false),
    X: () => selection.toggle(at, true),
    a: () => ask('approve'),
    r: () => ask('reject'),
    u: undoLast,
    '*': () => selection.all(open),
    Escape: selection.clear,
    '?': showHelp,
  })
}

function Toolbar({ work }: { work: Work }) {
  const t = useText('admin-review')
  const may = useMay()
  const { selection, open, chosen, batches, ask, undoLast } = work
  const count = selection.selected.length
  if (!may(moderateVersion)) return null
  return (
    <div
      role="toolbar"
      aria-label={t('batch')}
      className="sticky top-2 z-20 flex flex-wrap items-center gap-2 rounded-lg border border-line bg-surface p-2 shadow-raised"
    >
      <Button onClick={() => selection.all(open)}>{t('select_all', { count: open.length })}</Button>
      <span role="status" className="px-1 text-sm text-muted tabular-nums">
        {t('selected', { count })}
      </span>
      <Button
        look="primary"
        disabled={chosen.length === 0}
        onClick={() => ask('approve')}
        aria-keyshortcuts="a"
      >
        {count > 0 ? t('approve_count', { count }) : t('approve')} <kbd>a</kbd>
      </Button>
      <Button
        look="danger"
        disabled={chosen.length === 0}
        onClick={() => ask('reject')}
        aria-keyshortcuts="r"
      >
        {count > 0 ? t('reject_count', { count }) : t('reject')} <kbd>r</kbd>
      </Button>
      <Button onClick={undoLast} disabled={batches.length === 0} aria-keyshortcuts="u">
        {t('undo_last')} <kbd>u</kbd>
      </Button>
      {count > 0 && (
        <Button look="quiet" onClick={selection.clear}>
          {t('clear')}
        </Button>
      )}
    </div>
  )
}

function Empty() {
  const t = useText('admin-review')
  return (
    <p className="rounded-lg border border-line bg-surface px-4 py-12 text-center text-sm text-muted">
      {t('empty')}
    </p>
  )
}

function Total({ total }: { total: number }) {
  const t = useText('admin-review')
  const formats = useFormats()
  return (
    <p className="font-medium tabular-nums" role="status">
      {total === limits.countedReviews
        ? t('total_at_least', { number: formats.number(limits.countedReviews) })
        : t('total', { count: total })}
    </p>
  )
}

/** Prefetches the details of the next version. */
function usePrefetched(next: ReviewItem | undefined): void {
  const site = useSite()
  const queries = useQueryClient()
  useEffect(() => {
    if (next) void queries.prefetchQuery({ ...reviewQuery(site, next), staleTime: 60_000 })
  }, [next, queries, site])
}

function DecisionDialog({
  question: { act, items, reason },
  onConfirm,
  onClose,
}: {
  question: Question
  onConfirm(reason: string): Promise<void>
  onClose(): void
}) {
  const t = useText('admin-review')
  const count = items.length
  const texts = {
    approve: { title: t('approve'), lead: t('approve_lead', { count }) },
    reject: { title: t('reject'), lead: t('reject_lead', { count }) },
    undo: { title: t('undo'), lead: t('undo_lead', { count }) },
  }[act]
  const things = items.map(keyOf)
  return (
    <ConfirmDialog
      title={texts.title}
      lead={texts.lead}
      {...(act === 'undo'
        ? {}
        : { reason: { key: `review:${act}:${things[0]}`, ...(reason ? { initial: reason } : {}) } })}
      action={texts.title}
      isDestructive={act === 'reject'}
      things={things}
      onConfirm={onConfirm}
      onClose={onClose}
    />
  )
}
