import type { StepReport } from '@nodeyard/contract/versions'
import { useText } from '../site.ts'
import { Badge, type Tone } from '../ui/badge.tsx'
import { Icon, type IconName } from '../ui/icon.tsx'

type State = StepReport['state']

const icons: Record<State, IconName> = {
  waiting: 'clock',
  running: 'clock',
  done: 'check',
  failed: 'warning',
}
const tones: Record<State, Tone> = { waiting: 'plain', running: 'info', done: 'accent', failed: 'danger' }

/** A step on the way of a version, and how far it is. */
export function StepHead({ name, state }: { name: string; state: State }) {
  const t = useText('nodes')
  return (
    <>
      <Icon name={icons[state]} className={state === 'done' ? 'text-accent' : 'text-muted'} />
      <span className="font-medium">{name}</span>
      <Badge tone={tones[state]}>{t(`state_${state}`)}</Badge>
    </>
  )
}
