import type { InstallationPlan, PlannedPack, PlanWarning } from '@nodeyard/contract/discovery'
import type { RequirementCheck } from '@nodeyard/contract/packs'
import { sharedNames } from '@nodeyard/planning/shared-names'
import { Link } from 'react-router'
import { shownVersion } from '../../ground/paths/commit.ts'
import { links } from '../../ground/paths/links.ts'
import { useText } from '../../ground/site/site.ts'
import type { TextKey } from '../../ground/texts/texts.ts'
import { Fold } from '../../ground/ui/fold.tsx'
import { Notice } from '../../ground/ui/notice.tsx'
import { Timestamp } from '../../ground/ui/timestamp.tsx'
import { Conflicts, InstalledConflicts } from './conflicts.tsx'
import { Outputs } from './outputs.tsx'

type Verdict = RequirementCheck['verdict']

const verdicts: Record<Verdict, { tone: 'good' | 'warn' | 'danger' | 'info'; title: TextKey<'plan'> }> = {
  fine: { tone: 'good', title: 'verdict_fine' },
  risky: { tone: 'warn', title: 'verdict_risky' },
  conflict: { tone: 'danger', title: 'verdict_conflict' },
  unknown: { tone: 'info', title: 'verdict_unknown' },
}

const leftOut: Record<InstallationPlan['left_out'][number]['reason'], TextKey<'plan'>> = {
  unknown: 'left_unknown',
  banned: 'left_banned',
  held_back: 'left_held_back',
  version_unknown: 'left_version_unknown',
  commit_not_kept: 'left_commit_not_kept',
  too_new: 'left_too_new',
  twice: 'left_twice',
}

const unknownReasons: Record<RequirementCheck['unknowns'][number]['reason'], TextKey<'plan'>> = {
  not_in_index: 'unknown_not_in_index',
  version_not_in_index: 'unknown_version_not_in_index',
  metadata_missing: 'unknown_metadata_missing',
  address: 'unknown_address',
  unreadable_line: 'unknown_unreadable_line',
  undecided_marker: 'unknown_undecided_marker',
  requirements_missing: 'unknown_requirements_missing',
}

/** Verdict, conflicts, packs, and ways to install them. */
export function PlanResult({ plan }: { plan: InstallationPlan }) {
  const t = useText('plan')
  const { check, packs } = plan
  const { tone, title } = verdicts[check.verdict]
  return (
    <>
      <Notice tone={tone} title={t(title)}>
        {check.index_read_at ? (
          <>
            {t('index_read_at')} <Timestamp iso={check.index_read_at} />
          </>
        ) : (
          t('no_index')
        )}
        {check.is_exhausted && <p>{t('exhausted')}</p>}
      </Notice>
      <Conflicts conflicts={check.conflicts} />
      <InstalledConflicts conflicts={check.installed ?? []} />
      <LeftOut plan={plan} />
      <Vulnerable plan={plan} />
      <Warnings warnings={plan.warnings ?? []} />
      {packs.length > 0 && (
        <ul className="divide-y divide-line rounded-lg border border-line bg-surface">
          {packs.map((pack) => (
            <Pack key={pack.folder} pack={pack} />
          ))}
        </ul>
      )}
      {check.pins.length > 0 && (
        <Fold title={t('pins', { number: check.pins.length })} className="text-sm">
          <p className="mt-2 font-mono text-xs break-words" dir="ltr">
            {check.pins.map(({ name, version }) => `${name}==${version}`).join('  ')}
          </p>
        </Fold>
      )}
      <Unknowns unknowns={check.unknowns} />
      <Outputs lock={plan.lock} />
    </>
  )
}

function Pack({ pack }: { pack: PlannedPack }) {
  const t = useText('plan')
  const { node_id: id, version, newest, chosen, repository, commit, folder } = pack
  return (
    <li className="flex flex-wrap items-baseline gap-x-3 gap-y-1 px-4 py-2 text-sm">
      {id ? (
        <Link to={links.node(id)} className="font-medium hover:underline">
          <bdi className="wrap-anywhere">{id}</bdi>
        </Link>
      ) : (
        <bdi className="font-medium wrap-anywhere">{folder}</bdi>
      )}
      {version && <bdi className="font-mono text-xs">{version}</bdi>}
      {repository && !version && (
        <bdi className="min-w-0 font-mono text-xs wrap-anywhere text-muted">
          {repository}
          {commit ? `@${commit.slice(0, 10)}` : ''}
        </bdi>
      )}
      {chosen === 'agreeing' && newest && (
        <span className="text-warn">{t('chosen_agreeing', { version: newest })}</span>
      )}
      {chosen === 'repository' && !commit && <span className="text-warn">{t('no_commit')}</span>}
    </li>
  )
}

/** Planned packs whose requirements only allow vulnerable versions of Python packages. */
function Vulnerable({ plan: { advisories = [] } }: { plan: InstallationPlan }) {
  const t = useText('plan')
  if (advisories.length === 0) return null
  const lines = advisories.flatMap(({ node_id: nodeId, advisories: found }) =>
    found.map((advisory) => ({ nodeId, ...advisory })),
  )
  return (
    <Notice tone="warn" title={t('vulnerable_title')}>
      <ul className="grid gap-1">
        {lines.map(({ nodeId, id, requirement, fixed }) => (
          <li key={`${nodeId} ${requirement} ${id}`}>
            <Link to={links.node(nodeId)} className="font-medium hover:underline">
              <bdi className="wrap-anywhere">{nodeId}</bdi>
            </Link>
            {': '}
            {t('vulnerable', { text: requirement, id })}
            {fixed && ` ${t('vulnerable_fixed', { version: fixed })}`}
          </li>
        ))}
      </ul>
    </Notice>
  )
}

function LeftOut({ plan: { left_out: left } }: { plan: InstallationPlan }) {
  const t = useText('plan')
  const shown = left.filter(({ reason }) => reason !== 'twice')
  if (shown.length === 0) return null
  return (
    <Notice tone="warn" title={t('left_out_title')}>
      <ul>
        {shown.map(({ name, reason }) => (
          <li key={`${name} ${reason}`}>
            <bdi className="font-mono wrap-anywhere">{name}</bdi>: {t(leftOut[reason])}
          </li>
        ))}
      </ul>
    </Notice>
  )
}

function Warnings({ warnings }: { warnings: PlanWarning[] }) {
  const t = useText('plan')
  if (warnings.length === 0) return null
  const textOf = (warning: PlanWarning) => {
    const { kind, declared = '', interface: name = '', tool_version: version = '' } = warning
    if (kind === 'declared_tool') return t('warning_declared', { range: declared })
    if (kind === 'same_comfy_nodes')
      return t('warning_same', { other: warning.other_node_id ?? '', names: sharedNames(warning) })
    return kind === 'reported_failing' ? t('warning_reported') : t('warning_interface', { name, version })
  }
  return (
    <Notice tone="warn" title={t('warnings_title')}>
      <ul>
        {warnings.map((warning) => (
          <li
            key={`${warning.node_id} ${warning.kind} ${warning.interface ?? warning.other_node_id ?? ''}`}
            className="min-w-0"
          >
            <bdi className="font-mono wrap-anywhere">
              {warning.node_id} {warning.version ?? shownVersion(warning.commit ?? '')}
            </bdi>
            : <span className="wrap-anywhere">{textOf(warning)}</span>
          </li>
        ))}
      </ul>
    </Notice>
  )
}

function Unknowns({ unknowns }: { unknowns: RequirementCheck['unknowns'] }) {
  const t = useText('plan')
  if (unknowns.length === 0) return null
  return (
    <Fold title={t('unknowns', { number: unknowns.length })} className="text-sm">
      <ul className="mt-2 grid gap-1">
        {unknowns.map(({ reason, subject, required_by: by }) => (
          <li key={`${reason} ${subject} ${by}`} className="min-w-0">
            <bdi className="font-mono text-xs wrap-anywhere">{subject}</bdi>
            {by && (
              <>
                {' '}
                (<bdi className="wrap-anywhere">{by}</bdi>)
              </>
            )}
            : {t(unknownReasons[reason])}
          </li>
        ))}
      </ul>
    </Fold>
  )
}
