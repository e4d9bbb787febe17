import type { PlanSettings } from '@nodeyard/planning/wanted'
import { type Dispatch, type SetStateAction, useEffect } from 'react'
import { SelectField } from '../../ground/forms/select-field.tsx'
import { TextArea } from '../../ground/forms/text-area.tsx'
import { useText } from '../../ground/site/site.ts'
import { Fold } from '../../ground/ui/fold.tsx'

const pythons = ['3.10', '3.11', '3.12', '3.13', '3.14']
const systems = [
  ['windows', 'Windows'],
  ['linux', 'Linux'],
  ['macos', 'macOS'],
] as const
const accelerators = [
  ['cuda', 'NVIDIA (CUDA)'],
  ['rocm', 'AMD (ROCm)'],
  ['xpu', 'Intel (XPU)'],
  ['directml', 'DirectML'],
  ['mps', 'Apple (MPS)'],
  ['cpu', 'CPU'],
] as const

interface MachineForm {
  settings: PlanSettings
  change: Dispatch<SetStateAction<PlanSettings>>
  /** Only the machine. */
  isShort?: boolean
}

/** Asks for the machine that everything should run on. */
export function MachineForm({ settings, change, isShort = false }: MachineForm) {
  const t = useText('plan')
  useGuessedSystem(change)
  const { machine } = settings
  const setMachine = (part: Partial<PlanSettings['machine']>) =>
    change((now) => ({ ...now, machine: { ...now.machine, ...part } }))
  const known = machine.python.split('.').slice(0, 2).join('.')
  return (
    <fieldset className="grid gap-4">
      <legend className="mb-2 font-semibold">{t('machine')}</legend>
      <div className="grid gap-4 sm:grid-cols-3">
        <SelectField
          label="Python"
          value={machine.python}
          options={[...new Set([...pythons, known, machine.python])].map((value) => ({ value, text: value }))}
          onChange={({ target }) => setMachine({ python: target.value })}
        />
        <SelectField
          label={t('system')}
          value={machine.os}
          options={systems.map(([value, text]) => ({ value, text }))}
          onChange={({ target: { value } }) => {
            const [os] = systems.find(([name]) => name === value) ?? systems[0]
            setMachine({ os, accelerator: os === 'macos' ? 'mps' : 'cuda' })
          }}
        />
        <SelectField
          label={t('accelerator')}
          value={machine.accelerator}
          options={accelerators.map(([value, text]) => ({ value, text }))}
          onChange={({ target: { value } }) => {
            const [accelerator] = accelerators.find(([name]) => name === value) ?? accelerators[0]
            setMachine({ accelerator })
          }}
        />
      </div>
      {!isShort && <MoreSettings settings={settings} change={change} />}
    </fieldset>
  )
}

function MoreSettings({ settings, change }: MachineForm) {
  const t = useText('plan')
  const set = (part: Partial<PlanSettings>) => change((now) => ({ ...now, ...part }))
  const ages = [
    { value: '', text: t('any_age') },
    { value: '72h', text: t('age_3') },
    { value: '168h', text: t('age_7') },
    { value: '720h', text: t('age_30') },
  ] as const
  return (
    <Fold title={t('more_settings')} className="text-sm">
      <div className="mt-3 grid gap-4 sm:grid-cols-2">
        <SelectField
          label={t('min_age')}
          hint={t('min_age_hint')}
          value={settings.minAge}
          options={ages}
          onChange={({ target }) =>
            set({ minAge: ages.find(({ value }) => value === target.value)?.value ?? '' })
          }
        />
        <label className="grid content-start gap-1.5 font-medium">
          {t('as_of')}
          <input
            type="date"
            value={settings.asOf}
            onChange={({ target }) => set({ asOf: target.value })}
            className="h-11 w-full rounded-md border border-edge bg-surface px-3 text-base"
          />
        </label>
        <TextArea
          label={t('freeze')}
          value={settings.freeze}
          dir="ltr"
          onChange={({ target }) => set({ freeze: target.value })}
        />
        <TextArea
          label={t('tool_requirements')}
          value={settings.toolRequirements}
          dir="ltr"
          onChange={({ target }) => set({ toolRequirements: target.value })}
        />
      </div>
    </Fold>
  )
}

/** Chooses the system of this computer first, after the page that the server rendered. */
function useGuessedSystem(change: MachineForm['change']): void {
  useEffect(() => {
    const agent = navigator.userAgent
    const os = /Macintosh|Mac OS/.test(agent) ? 'macos' : /Linux/.test(agent) ? 'linux' : 'windows'
    const accelerator = os === 'macos' ? 'mps' : 'cuda'
    change((now) => ({ ...now, machine: { ...now.machine, os, accelerator } }))
  }, [change])
}
