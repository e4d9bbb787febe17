import type { PipelineStep, StepReport } from '@nodeyard/contract/versions'
import { useText } from '../site.ts'
import { Badge, type Tone } from '../ui/badge.tsx'
import { Icon, type IconName } from '../ui/icon.tsx'
import { Timestamp } from '../ui/timestamp.tsx'
import { Section } from './section.tsx'

type State = StepReport['state']

const icons: Record<State, IconName> = {
  waiting: 'clock',
  running: 'clock',
  done: 'check',
  failed: 'warning',
}
const tones: Record<State, Tone> = { waiting: 'plain', running: 'info', done: 'accent', failed: 'danger' }

/** What has been done with a version between its upload and its listing. */
export function Pipeline({ steps }: { steps: StepReport[] }) {
  const t = useText('nodes')
  const names: Record<PipelineStep, string> = {
    received: t('step_received'),
    checked: t('step_checked'),
    extracted: t('step_extracted'),
    scanned: t('step_scanned'),
    listed: t('step_listed'),
  }
  const states: Record<State, string> = {
    waiting: t('state_waiting'),
    running: t('state_running'),
    done: t('state_done'),
    failed: t('state_failed'),
  }
  return (
    <Section title={t('pipeline')}>
      <ol className="divide-y divide-line rounded-lg border border-line bg-surface text-sm">
        {steps.map(({ step, state, finishedAt, message }) => (
          <li key={step} className="flex flex-wrap items-center gap-x-3 gap-y-1 px-4 py-2.5">
            <Icon name={icons[state]} className={state === 'done' ? 'text-accent' : 'text-muted'} />
            <span className="font-medium">{names[step]}</span>
            <Badge tone={tones[state]}>{states[state]}</Badge>
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
