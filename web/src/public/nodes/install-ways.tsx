import { keysOf } from '@nodeyard/contract/ground'
import { type ReactNode, useSyncExternalStore } from 'react'
import { useSite, useText } from '../../ground/site/site.ts'
import type { TextKey } from '../../ground/texts/texts.ts'
import { Command } from '../../ground/ui/command.tsx'
import { chooseWay, chosenWay, onWayChange, type Way } from './chosen-way.ts'
import type { ClientCommands } from './install-commands.ts'

const names: Record<Way, TextKey<'nodes'>> = {
  command: 'install_command_line',
  tool: 'install_in_tool',
  manager: 'install_manager',
  hand: 'install_by_hand',
}

/**
 * The ways to install, those of existing clients only if they ask this registry. Shows the one chosen last at once on every page, because a script in the head applies it before
 * the first paint. All of them are shown without JavaScript.
 */
export function InstallWays({ commands }: { commands: ClientCommands }) {
  const t = useText('nodes')
  const { servesExistingClients } = useSite().settings
  const { commandLine, manager, searched, byHand } = commands
  const panels: Record<Way, ReactNode> = {
    command: (
      <Panel text={t('install_command_line_text')} command={commandLine} copyLabel={t('copy_command')} />
    ),
    tool: servesExistingClients && (
      <Panel text={t('install_in_tool_text')} command={searched} copyLabel={t('copy_id')} />
    ),
    manager: servesExistingClients && <Command text={manager} copyLabel={t('copy_command')} />,
    hand: byHand && <Panel text={t('install_by_hand_text')} command={byHand} copyLabel={t('copy_command')} />,
  }
  const ways = keysOf(panels).filter((way) => panels[way])
  return (
    <div className="install-ways grid min-w-0 gap-3">
      <WayTabs ways={ways} />
      {ways.map((way) => (
        <div key={way} className={`install-way install-way-${way} min-w-0 gap-2 text-sm`}>
          <p className="install-way-name font-medium">{t(names[way])}</p>
          {panels[way]}
        </div>
      ))}
    </div>
  )
}

function WayTabs({ ways }: { ways: Way[] }) {
  const t = useText('nodes')
  const chosen = useSyncExternalStore<Way>(onWayChange, chosenWay, () => 'command')
  const shown = ways.includes(chosen) ? chosen : 'command'
  return (
    <fieldset
      className={`needs-script ${ways.length > 3 ? 'grid grid-cols-2' : 'flex flex-wrap'} gap-1 rounded-md bg-sunken p-1 print:hidden`}
    >
      <legend className="sr-only">{t('install_with')}</legend>
      {ways.map((way) => (
        <button
          key={way}
          type="button"
          aria-pressed={way === shown}
          onClick={() => chooseWay(way)}
          className="min-h-7.5 flex-1 rounded-sm px-2 text-xs font-medium whitespace-nowrap text-muted hover:text-ink aria-pressed:bg-chosen aria-pressed:text-ink aria-pressed:shadow-card"
        >
          {t(names[way])}
        </button>
      ))}
    </fieldset>
  )
}

function Panel({ text, command, copyLabel }: { text: string; command: string; copyLabel: string }) {
  return (
    <>
      <p className="text-muted text-pretty">{text}</p>
      <Command text={command} copyLabel={copyLabel} />
    </>
  )
}
