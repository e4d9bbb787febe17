import type { ConflictParty, InstalledConflict, RequirementConflict } from '@nodeyard/contract/packs'
import { Link } from 'react-router'
import { shownVersion } from '../../ground/paths/commit.ts'
import { links } from '../../ground/paths/links.ts'
import { useText } from '../../ground/site/site.ts'
import type { TextKey } from '../../ground/texts/texts.ts'
import { Notice } from '../../ground/ui/notice.tsx'
import { PipCommand, PlaceFields } from '../nodes/clone-ways.tsx'

const titles: Record<RequirementConflict['kind'], TextKey<'plan'>> = {
  direct: 'conflict_direct',
  clash: 'conflict_clash',
  machine: 'conflict_machine',
  solver: 'conflict_solver',
}

/** Conflicts with the parties, their lines, and the versions that would agree. */
export function Conflicts({ conflicts }: { conflicts: readonly RequirementConflict[] }) {
  if (conflicts.length === 0) return null
  return (
    <ul className="grid gap-3">
      {conflicts.map((conflict, place) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: conflicts of one result never move
        <li key={place} className="grid gap-2 rounded-lg border border-line bg-surface px-4 py-3 text-sm">
          <ConflictBox conflict={conflict} />
        </li>
      ))}
    </ul>
  )
}

/** Conflicts that the environment already has, with the commands that end them. */
export function InstalledConflicts({ conflicts }: { conflicts: readonly InstalledConflict[] }) {
  const t = useText('plan')
  if (conflicts.length === 0) return null
  return (
    <Notice tone="warn" title={t('installed_conflicts')}>
      {conflicts.some(({ repair }) => repair.length > 0) && <PlaceFields />}
      <ul className="grid gap-4">
        {conflicts.map((conflict, place) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: conflicts of one result never move
          <li key={place} className="grid min-w-0 gap-2">
            <ConflictBox conflict={conflict} />
            <PipCommand runs={conflict.repair} />
          </li>
        ))}
      </ul>
    </Notice>
  )
}

function ConflictBox({ conflict }: { conflict: RequirementConflict }) {
  const t = useText('plan')
  const { kind, severity, subject, parties, steps, dead_ends: deadEnds } = conflict
  return (
    <>
      <p className={`font-semibold ${severity === 'breaks' ? 'text-danger' : 'text-warn'}`}>
        {t(titles[kind], { subject })}
      </p>
      <ul className="grid gap-2">
        {parties.map((party, place) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: parties never move
          <Party key={place} party={party} />
        ))}
      </ul>
      {steps.length > 0 && (
        <ul className="grid gap-0.5 font-mono text-xs text-muted" dir="ltr">
          {steps.map(({ package: name, lowest, highest, requires }) => (
            <li key={`${name} ${lowest} ${requires}`} className="wrap-anywhere">
              {name} {lowest === highest ? lowest : `${lowest} – ${highest}`} → {requires}
            </li>
          ))}
        </ul>
      )}
      {deadEnds.map(({ package: name, requirement }) => (
        <p key={`${name} ${requirement}`} className="text-muted">
          {t('dead_end', { requirement })}
        </p>
      ))}
    </>
  )
}

function Party({ party }: { party: ConflictParty & { folder?: string } }) {
  const t = useText('plan')
  const { source, node_id: id, version, commit = '', lines, agreeing_versions: agreeing, folder } = party
  return (
    <li className="grid min-w-0 gap-0.5">
      <span>
        {folder !== undefined ? (
          <bdi className="font-medium wrap-anywhere">{folder}</bdi>
        ) : source === 'node' && id ? (
          <Link to={links.node(id)} className="font-medium underline underline-offset-4">
            <bdi className="wrap-anywhere">
              {id} {version ?? shownVersion(commit)}
            </bdi>
          </Link>
        ) : (
          t(source === 'tool' ? 'party_tool' : 'party_freeze')
        )}
      </span>
      {lines.map(({ text, file, line }) => (
        <span key={`${file} ${line} ${text}`} className="min-w-0 font-mono text-xs wrap-anywhere" dir="ltr">
          {text}
          {file && (
            <span className="text-muted">
              {' '}
              ({file}
              {line === undefined ? '' : `:${line}`})
            </span>
          )}
        </span>
      ))}
      {agreeing && agreeing.length > 0 && (
        <span className="text-accent-strong">{t('agreeing', { versions: agreeing.join(', ') })}</span>
      )}
    </li>
  )
}
