import { useText } from '../../ground/site/site.ts'
import { Icon } from '../../ground/ui/icon.tsx'

const stages = ['info', 'login', 'verify', 'claim', 'done'] as const
export type Stage = (typeof stages)[number]

/** Shows the progress of a claim. */
export function Stages({ stage }: { stage: Stage }) {
  const t = useText('workspace')
  const names: Record<Stage, string> = {
    info: t('stage_info'),
    login: t('stage_login'),
    verify: t('stage_verify'),
    claim: t('stage_claim'),
    done: t('stage_done'),
  }
  const at = stages.indexOf(stage)
  return (
    <ol aria-label={t('stages')} className="flex flex-wrap items-center gap-x-4 gap-y-2 text-sm">
      {stages.map((one, index) => (
        <li
          key={one}
          aria-current={index === at ? 'step' : undefined}
          className={`flex items-center gap-1.5 ${index === at ? 'font-semibold text-ink' : 'text-muted'}`}
        >
          {index < at || stage === 'done' ? (
            <Icon name="check" className="size-4 text-accent" />
          ) : (
            <Icon name="dot" className="size-4" />
          )}
          {names[one]}
        </li>
      ))}
    </ol>
  )
}
