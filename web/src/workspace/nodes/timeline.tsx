import type { PublishReport, TimelineStep } from '@nodeyard/contract/packs'
import { useFormats, useSite, useText } from '../../ground/site/site.ts'
import { durationText } from '../../ground/texts/duration.ts'
import type { Text } from '../../ground/texts/texts.ts'
import { Section } from '../../ground/ui/section.tsx'
import { StepHead } from '../../public/nodes/step-head.tsx'

/**
 * Lists the steps of a version from the publish call to the listing, with the total time and the next step.
 */
export function Timeline({ report }: { report: PublishReport }) {
  const t = useText('manage')
  // Imported versions skip some steps, which must not show as pending.
  const isSettled = report.waits_for === 'nothing'
  const steps = report.timeline.filter(({ state }) => !isSettled || state !== 'waiting')
  const { locale } = useSite().settings
  const total = totalMs(steps)
  // Usual step times mean nothing while a person must act first.
  const isMoving = !['moderators', 'publisher', 'archive'].includes(report.waits_for)
  return (
    <Section title={t('timeline')}>
      <p role="status" className="max-w-prose text-pretty">
        <NextStep report={report} />
        {total !== undefined && <> {t('took_in_total', { time: durationText(total, locale) })}</>}
      </p>
      <ol className="divide-y divide-line rounded-lg border border-line bg-surface text-sm">
        {steps.map((step) => (
          <Step key={step.step} step={step} isMoving={isMoving} />
        ))}
      </ol>
    </Section>
  )
}

/**
 * Time from the publish call to the last step, once all steps are done. Imported versions have no steps and
 * no total.
 */
function totalMs(steps: readonly TimelineStep[]): number | undefined {
  const [first, last] = [steps[0]?.startedAt, steps.at(-1)?.finishedAt]
  const isDone = steps.length > 1 && steps.every(({ state }) => state === 'done')
  return isDone && first && last ? Date.parse(last) - Date.parse(first) : undefined
}

function useStepName(): (step: TimelineStep['step']) => string {
  const t = useText('nodes')
  const announced = useText('manage')('step_announced')
  return (step) => (step === 'announced' ? announced : t(`step_${step}`))
}

function Step({
  step: { step, state, startedAt, finishedAt, attempts, message, usualMs },
  isMoving,
}: {
  step: TimelineStep
  isMoving: boolean
}) {
  const t = useText('manage')
  const nameOf = useStepName()
  const { locale } = useSite().settings
  const formats = useFormats()
  const at = finishedAt ?? startedAt
  const took = startedAt && finishedAt ? Date.parse(finishedAt) - Date.parse(startedAt) : 0
  const isDone = state === 'done'
  return (
    <li
      className="flex flex-wrap items-center gap-x-3 gap-y-1 px-4 py-2.5"
      aria-current={state === 'running' ? 'step' : undefined}
    >
      <StepHead name={nameOf(step)} state={state} />
      {attempts > 1 && <span className="text-xs text-muted">{t('attempt', { number: attempts })}</span>}
      <span className="ms-auto flex flex-wrap gap-x-3 text-xs text-muted tabular-nums">
        {isDone && took > 0 && <span>{t('took', { time: durationText(took, locale) })}</span>}
        {isMoving && !isDone && usualMs !== undefined && (
          <span>{t('usually', { time: durationText(usualMs, locale) })}</span>
        )}
        {at && <time dateTime={at}>{formats.dateTime(at)} UTC</time>}
      </span>
      {message && (
        <p className="w-full text-muted wrap-anywhere" dir="auto">
          {message}
        </p>
      )}
    </li>
  )
}

/** Describes what must happen next, and who must do it. */
function NextStep({ report }: { report: PublishReport }) {
  const t = useText('manage')
  const nameOf = useStepName()
  const formats = useFormats()
  const open = report.timeline.find(({ state }) => state !== 'done')
  const step = nameOf(open?.step ?? 'listed')
  switch (report.waits_for) {
    case 'archive':
      return t('next_archive', { time: `${formats.dateTime(report.until ?? '')} UTC` })
    case 'turn':
      return t('next_turn', { step })
    case 'step':
      return t('next_step', { step })
    case 'another_try':
      return t('next_another_try', { step })
    case 'moderators':
      return t('next_moderators')
    case 'publisher':
      return nextOfPublisher(t, report)
    case 'nothing':
      if (report.version.status === 'NodeVersionStatusDeleted') return t('next_deleted')
      return t(report.version.yankedAt ? 'yank_lead' : 'next_listed')
  }
}

function nextOfPublisher(t: Text<'manage'>, { version, timeline }: PublishReport): string {
  if (version.status === 'NodeVersionStatusBanned') return t('next_banned')
  return t(timeline.some(({ state }) => state === 'failed') ? 'next_refused' : 'next_expired')
}
