import { keysOf } from '@nodeyard/contract/ground'
import { type ReactNode, useState } from 'react'
import { ChoiceField } from '../../ground/forms/choice-field.tsx'
import { useText } from '../../ground/site/site.ts'
import type { TextKey } from '../../ground/texts/texts.ts'
import { Command } from '../../ground/ui/command.tsx'
import { CopyButton } from '../../ground/ui/copy-button.tsx'
import {
  ciFileTrusted,
  ciFileWithToken,
  clientCommands,
  type PublishTarget,
  programCommands,
  projectFile,
} from './publish-commands.ts'

const ways = {
  program: 'way_program',
  client: 'way_client',
  ci: 'way_ci',
  trusted: 'way_trusted',
} as const satisfies Record<string, TextKey<'manage'>>
type Way = keyof typeof ways

/** Shows the project file and the exact commands of each publishing method. */
export function PublishMethods({ target }: { target: PublishTarget }) {
  const t = useText('manage')
  const [way, setWay] = useState<Way>('program')
  const shown = keysOf(ways).filter((one) => one !== 'client' || clientCommands(target))
  return (
    <div className="grid grid-cols-1 gap-4">
      <CodeFile name="pyproject.toml" text={projectFile(target)} lead={t('project_file')} />
      <fieldset className="grid gap-2">
        <legend className="pb-2 text-sm font-medium">{t('ways')}</legend>
        <div className="flex flex-wrap gap-x-5 gap-y-2">
          {shown.map((one) => (
            <ChoiceField
              key={one}
              type="radio"
              name="publish-way"
              checked={one === way}
              onChange={() => setWay(one)}
            >
              {t(ways[one])}
            </ChoiceField>
          ))}
        </div>
      </fieldset>
      <WayText way={way} target={target} />
    </div>
  )
}

function WayText({ way, target }: { way: Way; target: PublishTarget }) {
  const t = useText('manage')
  switch (way) {
    case 'program':
      return <Commands lead={t('way_program_text')} commands={programCommands(target)} />
    case 'client':
      return <Commands lead={t('way_client_text')} commands={clientCommands(target) ?? []} />
    case 'ci':
      return (
        <CodeFile
          name=".github/workflows/publish.yml"
          text={ciFileWithToken(target)}
          lead={t('way_ci_text')}
        />
      )
    case 'trusted':
      return (
        <CodeFile
          name=".github/workflows/publish.yml"
          text={ciFileTrusted(target)}
          lead={t('way_trusted_text')}
        />
      )
  }
}

function Commands({ lead, commands }: { lead: string; commands: string[] }) {
  const t = useText('manage')
  return (
    <Steps lead={lead}>
      {commands.map((command) => (
        <Command key={command} text={command} copyLabel={t('copy')} />
      ))}
    </Steps>
  )
}

function Steps({ lead, children }: { lead: string; children: ReactNode }) {
  return (
    <div className="grid grid-cols-1 gap-2">
      <p className="max-w-prose text-sm text-muted text-pretty">{lead}</p>
      {children}
    </div>
  )
}

function CodeFile({ name, text, lead }: { name: string; text: string; lead: string }) {
  const t = useText('manage')
  return (
    <Steps lead={lead}>
      <div dir="ltr" className="overflow-hidden rounded-md border border-line bg-sunken">
        <div className="flex items-center justify-between border-b border-line ps-3 text-xs text-muted">
          <span className="font-mono">{name}</span>
          <CopyButton text={text} label={t('copy')} />
        </div>
        {/* biome-ignore lint/a11y/noNoninteractiveTabindex: long lines must scroll by keyboard too */}
        <section tabIndex={0} aria-label={name} className="overflow-x-auto">
          <pre className="w-fit p-3 font-mono text-xs leading-relaxed">
            <code>{text}</code>
          </pre>
        </section>
      </div>
    </Steps>
  )
}
