import type { InstalledPack } from '@nodeyard/analysis/installations'
import { type InstallationPlan, planInstallation } from '@nodeyard/contract/discovery'
import type { Registry } from '@nodeyard/contract/ground'
import { type PlanSettings, toBody, usualSettings, type Wanted } from '@nodeyard/planning/wanted'
import { useEffect, useRef, useState } from 'react'
import { useSite, useText } from '../../ground/site/site.ts'
import { Button } from '../../ground/ui/button.tsx'
import { RefusalNote } from '../../ground/ui/refusal-note.tsx'
import { Section } from '../../ground/ui/section.tsx'
import { useAction } from '../../ground/ui/use-action.ts'
import { MachineForm } from './machine-form.tsx'
import type { PlanResult } from './plan-result.tsx'

/** Compares what chosen folders require in this browser. The registry gets the names of packs alone. */
async function planWith(
  registry: Registry,
  body: ReturnType<typeof toBody>,
  packs: readonly InstalledPack[],
): Promise<InstallationPlan> {
  if (!packs.some(({ lines }) => lines !== undefined)) return registry.call(planInstallation, { body })
  const [plan, { checkHere }] = await Promise.all([
    registry.call(planInstallation, { body: { ...body, with_requirements: true } }),
    import('@nodeyard/planning/local-check'),
  ])
  return checkHere(plan, { packs, body, now: new Date() })
}

/** Plans an installation for a machine, and shows the result with commands and files. */
export function PlanPanel({ wanted, packs = [] }: { wanted: Wanted; packs?: readonly InstalledPack[] }) {
  const t = useText('plan')
  const { registry } = useSite()
  const action = useAction()
  const [settings, change] = useState<PlanSettings>(usualSettings)
  const [made, setMade] = useState<{ plan: InstallationPlan; Result: typeof PlanResult }>()
  const result = useRef<HTMLDivElement>(null)
  const python = wanted.pythonVersion?.match(/^3\.\d{1,3}/)?.[0]
  useEffect(() => {
    if (python) change((now) => ({ ...now, machine: { ...now.machine, python } }))
  }, [python])
  const make = async () => {
    setMade(undefined)
    await action.run(async () => {
      const [plan, { PlanResult: Result }] = await Promise.all([
        planWith(registry, toBody(wanted, settings), packs),
        import('./plan-result.tsx'),
      ])
      setMade({ plan, Result })
    })
    result.current?.focus()
  }
  return (
    <Section id="plan" title={t('plan_title')} lead={t('plan_text')}>
      <form
        className="grid gap-4"
        onSubmit={(event) => {
          event.preventDefault()
          void make()
        }}
      >
        <MachineForm settings={settings} change={change} />
        <Button type="submit" look="primary" className="justify-self-start" disabled={action.isRunning}>
          {t('make_plan')}
        </Button>
      </form>
      <div
        ref={result}
        tabIndex={-1}
        aria-live="polite"
        aria-busy={action.isRunning}
        className="grid min-w-0 gap-4 outline-none"
      >
        {action.isRunning && <p className="waiting text-sm text-muted">{t('planning')}</p>}
        <RefusalNote problem={action.problem} />
        {made && <made.Result plan={made.plan} />}
      </div>
    </Section>
  )
}
