import type { Shell } from '@nodeyard/analysis/ground'
import {
  type ClonedPack,
  cloneCommands,
  exampleContainer,
  type PipRun,
  type Place,
  pipLines,
  type Setup,
  setups,
  shellsOf,
  usualPlace,
} from '@nodeyard/planning/commands'
import { useSyncExternalStore } from 'react'
import { SelectField } from '../../ground/forms/select-field.tsx'
import { useText } from '../../ground/site/site.ts'
import type { TextKey } from '../../ground/texts/texts.ts'
import { Command } from '../../ground/ui/command.tsx'
import { choosePlace, chosenPlace, onPlaceChange } from './chosen-place.ts'

const setupNames = {
  active: 'setup_active',
  venv: 'setup_venv',
  portable: 'setup_portable',
  desktop: 'setup_desktop',
} as const satisfies Partial<Record<Setup, TextKey<'nodes'>>>
/** The same in all languages. */
const productNames = { conda: 'Conda', docker: 'Docker' } as const
const setupTexts: Partial<Record<Setup, TextKey<'nodes'>>> = {
  venv: 'setup_venv_text',
  desktop: 'setup_desktop_text',
  conda: 'setup_conda_text',
  docker: 'setup_docker_text',
}
/** The same in all languages. */
const shellNames: Record<Shell, string> = {
  posix: 'Bash, Zsh',
  powershell: 'PowerShell',
  cmd: 'cmd',
}

/** Commands that clone packs and install their Python packages, for the reader's shell and Python. */
export function CloneWays({ packs }: { packs: readonly ClonedPack[] }) {
  const t = useText('nodes')
  const place = usePlace()
  const commands = cloneCommands(place, packs)
  if (!commands) return null
  const text = setupTexts[place.setup]
  return (
    <div className="grid min-w-0 gap-3">
      <PlaceFields />
      <p className="text-sm text-muted">
        {t('clone_where')}
        {text && ` ${t(text, exampleContainer)}`}
        {commands.some((line) => line.includes(' pip install ')) && ` ${t('kept_packages')}`}
      </p>
      <Command text={commands.join('\n')} copyLabel={t('copy_command')} />
    </div>
  )
}

/** Runs of pip as commands, for the reader's shell and Python. */
export function PipCommand({ runs }: { runs: readonly PipRun[] }) {
  const t = useText('nodes')
  const text = pipLines(usePlace(), runs).join('\n')
  return text === '' ? null : <Command text={text} copyLabel={t('copy_command')} />
}

const usePlace = (): Place => useSyncExternalStore(onPlaceChange, chosenPlace, () => usualPlace)

/** The place for commands that only POSIX shells have. */
export function usePosixPlace(): Place {
  const place = usePlace()
  return shellsOf(place.setup).includes('posix') ? { ...place, shell: 'posix' } : usualPlace
}

/** Where the reader runs commands. All commands on the page follow. */
export function PlaceFields() {
  const t = useText('nodes')
  const { setup, shell } = usePlace()
  return (
    <div className="needs-script grid gap-3 sm:grid-cols-2 print:hidden">
      <SelectField
        label={t('setup')}
        value={setup}
        options={setups.map((value) => ({
          value,
          text: value === 'conda' || value === 'docker' ? productNames[value] : t(setupNames[value]),
        }))}
        onChange={({ target }) =>
          choosePlace({ setup: setups.find((one) => one === target.value) ?? setup, shell })
        }
      />
      <SelectField
        label={t('shell')}
        value={shell}
        options={shellsOf(setup).map((value) => ({ value, text: shellNames[value] }))}
        onChange={({ target }) =>
          choosePlace({ setup, shell: shellsOf(setup).find((one) => one === target.value) ?? shell })
        }
      />
    </div>
  )
}
