import type { StepReport } from '@nodeyard/contract/packs'
import { useText } from '../../ground/site/site.ts'
import type { TextKey } from '../../ground/texts/texts.ts'
import { Badge, type Tone } from '../../ground/ui/badge.tsx'
import { Icon, type IconName } from '../../ground/ui/icon.tsx'

type State = StepReport['state']

const looks = {
  waiting: { icon: 'clock', tone: 'plain', text: 'state_waiting' },
  running: { icon: 'clock', tone: 'info', text: 'state_running' },
  done: { icon: 'check', tone: 'accent', text: 'state_done' },
  failed: { icon: 'warning', tone: 'danger', text: 'state_failed' },
} as const satisfies Record<State, { icon: IconName; tone: Tone; text: TextKey<'nodes'> }>

/** Heading of a pipeline step with its state. */
export function StepHead({ name, state }: { name: string; state: State }) {
  const t = useText('nodes')
  const { icon, tone, text } = looks[state]
  return (
    <>
      <Icon name={icon} className={state === 'done' ? 'text-accent' : 'text-muted'} />
      <span className="font-medium">{name}</span>
      <Badge tone={tone}>{t(text)}</Badge>
    </>
  )
}
