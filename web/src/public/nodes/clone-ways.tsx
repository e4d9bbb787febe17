import type { ReactNode } from 'react'
import { useText } from '../../ground/site/site.ts'
import { Command } from '../../ground/ui/command.tsx'
import { FoldMark } from '../../ground/ui/fold-mark.tsx'
import type { CloneCommands } from './install-commands.ts'

/** Commands that clone packs, for each Python that can run the tool. `requirementsText` introduces the lines for packages. */
export function CloneWays({
  commands: { usual, venv, portable },
  requirementsText,
}: {
  commands: CloneCommands
  requirementsText: string
}) {
  const t = useText('nodes')
  return (
    <>
      <Command text={usual} copyLabel={t('copy_command')} />
      {venv && portable && (
        <>
          <p className="text-sm text-muted">{requirementsText}</p>
          <div className="divide-y divide-line border-y border-line text-sm print:hidden">
            <Client name={t('requirements_venv')} text={t('requirements_venv_text')}>
              <Command text={venv} copyLabel={t('copy_command')} />
            </Client>
            <Client name={t('requirements_portable')}>
              <Command text={portable} copyLabel={t('copy_command')} />
            </Client>
          </div>
        </>
      )}
    </>
  )
}

function Client({ name, text, children }: { name: string; text?: string; children: ReactNode }) {
  return (
    <details name="install-client" className="group">
      <summary className="flex items-center gap-2 py-2 text-muted hover:text-ink">
        <FoldMark />
        {name}
      </summary>
      <div className="grid gap-2 pb-3">
        {text && <p className="text-muted">{text}</p>}
        {children}
      </div>
    </details>
  )
}
