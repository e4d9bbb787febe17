import type { PipelineStep, StepReport } from '@nodeyard/contract/packs'
import { useText } from '../../ground/site/site.ts'
import { Section } from '../../ground/ui/section.tsx'
import { Timestamp } from '../../ground/ui/timestamp.tsx'
import { StepHead } from './step-head.tsx'

/** Steps of a version between upload and listing. */
export function Pipeline({ steps }: { steps: StepReport[] }) {
  const t = useText('nodes')
  const names: Record<PipelineStep, string> = {
    received: t('step_received'),
    checked: t('step_checked'),
    extracted: t('step_extracted'),
    scanned: t('step_scanned'),
    listed: t('step_listed'),
  }
  return (
    <Section title={t('pipeline')}>
      <ol className="divide-y divide-line rounded-lg border border-line bg-surface text-sm">
        {steps.map(({ step, state, finishedAt, message }) => (
          <li key={step} className="flex flex-wrap items-center gap-x-3 gap-y-1 px-4 py-2.5">
            <StepHead name={names[step]} state={state} />
            <span className="ms-auto text-xs text-muted">{finishedAt && <Timestamp iso={finishedAt} />}</span>
            {message && (
              <p className="w-full text-muted" dir="auto">
                {message}
              </p>
            )}
          </li>
        ))}
      </ol>
    </Section>
  )
}
