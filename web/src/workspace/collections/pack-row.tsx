import { limits } from '@nodeyard/contract/limits'
import { useText } from '../../ground/site/site.ts'
import { Icon, type IconName } from '../../ground/ui/icon.tsx'

export interface EditedPack {
  id: string
  name: string
  note: string
}

interface PackRow {
  pack: EditedPack
  number: number
  isLast: boolean
  onChange(note: string): void
  /** Moves the pack one place down, or up. */
  onMove(by: 1 | -1): void
  onRemove(): void
}

export function PackRow({ pack: { id, name, note }, number, isLast, onChange, onMove, onRemove }: PackRow) {
  const t = useText('collections')
  return (
    <li className="grid gap-2.5 rounded-lg border border-line bg-surface p-3 sm:p-4">
      <div className="flex min-w-0 items-center gap-2">
        <span aria-hidden="true" className="w-6 text-sm text-muted tabular-nums">
          {number}
        </span>
        <span className="me-auto grid min-w-0">
          <span className="truncate font-medium" dir="auto">
            {name}
          </span>
          <bdi className="truncate text-xs text-muted">{id}</bdi>
        </span>
        <RowButton
          icon="down"
          turned
          label={t('move_up', { name })}
          disabled={number === 1}
          onClick={() => onMove(-1)}
        />
        <RowButton icon="down" label={t('move_down', { name })} disabled={isLast} onClick={() => onMove(1)} />
        <RowButton icon="close" label={t('remove', { name })} onClick={onRemove} />
      </div>
      <textarea
        value={note}
        rows={1}
        maxLength={limits.collectionNoteLength}
        aria-label={t('note_about', { name })}
        placeholder={t('note_example')}
        onChange={({ target }) => onChange(target.value)}
        className="own-direction field-sizing-content max-h-60 min-h-10 w-full rounded-md border border-edge bg-surface px-3 py-2 text-sm placeholder:text-muted"
      />
    </li>
  )
}

interface RowButton {
  icon: IconName
  /** Upside down. */
  turned?: boolean
  label: string
  disabled?: boolean
  onClick(): void
}

function RowButton({ icon, turned = false, label, disabled = false, onClick }: RowButton) {
  return (
    <button
      type="button"
      aria-label={label}
      title={label}
      disabled={disabled}
      onClick={onClick}
      className="grid size-9 shrink-0 place-items-center rounded-md text-muted hover:bg-sunken hover:text-ink disabled:opacity-30"
    >
      <Icon name={icon} className={turned ? 'rotate-180' : ''} />
    </button>
  )
}
