import {
  type Downloader,
  desktopSnapshot,
  freezeOf,
  type Lock,
  lockFileName,
  managerSnapshot,
  readLock,
} from '@nodeyard/analysis/lock'
import { commandsByHand, lockCommand } from '@nodeyard/planning/commands'
import { useMemo, useState } from 'react'
import { SelectField } from '../../ground/forms/select-field.tsx'
import { useProgram, useSite, useText } from '../../ground/site/site.ts'
import { Button } from '../../ground/ui/button.tsx'
import { Command } from '../../ground/ui/command.tsx'
import { Fold } from '../../ground/ui/fold.tsx'
import { Icon } from '../../ground/ui/icon.tsx'
import { usePosixPlace } from '../nodes/clone-ways.tsx'
import { saveText } from './save-text.ts'

const downloaders: readonly { value: Downloader; text: string }[] = [
  { value: 'curl', text: 'curl' },
  { value: 'wget', text: 'wget' },
  { value: 'aria2', text: 'aria2' },
  { value: 'hub', text: 'hf' },
]

/** Commands and files for each way to install a lock. */
export function Outputs({ lock: text }: { lock: string }) {
  const t = useText('plan')
  const lock = useMemo(() => readLock(JSON.parse(text)), [text])
  const [downloader, setDownloader] = useState<Downloader>('curl')
  const command = lockCommand(useProgram(), lockFileName, lock)
  const { setup } = usePosixPlace()
  const hasModels = lock.models.some(({ url }) => url !== undefined)
  return (
    <div className="grid min-w-0 gap-4">
      <Button onClick={() => saveText(lockFileName, text)} look="primary" className="justify-self-start">
        <Icon name="download" />
        {t('download_lock')}
      </Button>
      {command && (
        <div className="grid gap-1.5">
          <p className="text-sm font-medium">{t('by_client')}</p>
          <Command text={command} copyLabel={t('copy_command')} />
        </div>
      )}
      <Fold title={t('by_hand')} className="min-w-0 text-sm">
        <div className="mt-2 grid gap-3">
          <p className="text-muted">{t('by_hand_text')}</p>
          {hasModels && (
            <SelectField
              label={t('downloader')}
              value={downloader}
              options={downloaders}
              onChange={({ target }) =>
                setDownloader(downloaders.find(({ value }) => value === target.value)?.value ?? 'curl')
              }
            />
          )}
          <Command text={commandsByHand(lock, setup, downloader).join('\n')} copyLabel={t('copy_command')} />
        </div>
      </Fold>
      <OtherFiles lock={lock} />
    </div>
  )
}

function OtherFiles({ lock }: { lock: Lock }) {
  const t = useText('plan')
  const { servesExistingClients } = useSite().settings
  // The programs that restore a snapshot get published packs from the registry that they know.
  const isRestored = servesExistingClients || lock.packs.every(({ version }) => version === undefined)
  const files = [
    ...(isRestored
      ? [
          { name: 'snapshot.json', label: t('manager_snapshot'), text: () => managerSnapshot(lock) },
          { name: 'desktop-snapshot.json', label: t('desktop_snapshot'), text: () => desktopSnapshot(lock) },
        ]
      : []),
    ...(lock.python.length > 0
      ? [{ name: 'requirements.lock.txt', label: t('pins_file'), text: () => freezeOf(lock) }]
      : []),
  ]
  if (files.length === 0) return null
  return (
    <Fold title={t('other_files')} className="text-sm">
      <div className="mt-2 flex flex-wrap gap-2">
        {files.map(({ name, label, text }) => (
          <Button key={name} onClick={() => saveText(name, text())}>
            <Icon name="download" />
            {label}
          </Button>
        ))}
      </div>
    </Fold>
  )
}
