import type { ConflictParty, NodeCompatibility, RequirementConflict } from '@nodeyard/contract/packs'
import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { shownVersion } from '../../ground/paths/commit.ts'
import { links, sections } from '../../ground/paths/links.ts'
import { useSite, useText } from '../../ground/site/site.ts'
import type { TextKey } from '../../ground/texts/texts.ts'
import { useHydrated } from '../../ground/ui/hydrated.ts'
import { Icon, type IconName } from '../../ground/ui/icon.tsx'
import { Section } from '../../ground/ui/section.tsx'
import { Timestamp } from '../../ground/ui/timestamp.tsx'
import { worksWithQuery } from './section-queries.ts'

/**
 * Versions of Python that a pack works with, and its conflicts with much installed packs, each with the lines responsible. It
 * is requested by the browser, because comparing takes longer than the rest of a page.
 */
export function WorksWith({ nodeId, version }: { nodeId: string; version?: string }) {
  const t = useText('nodes')
  const query = useQuery(worksWithQuery(useSite(), nodeId, version))
  // A kept response of an earlier visit must not be shown before hydration, because the server has none.
  const { data, isError } = useHydrated() ? query : { data: undefined, isError: false }
  if (isError || (data && data.pythons.length === 0)) return null
  return (
    <Section id={sections.worksWith} title={t('works_with')} lead={t('works_with_text')}>
      {data ? (
        <Compatibility data={data} />
      ) : (
        <div className="needs-script grid *:col-start-1 *:row-start-1">
          <div aria-hidden="true" className="invisible">
            <Compatibility data={usual} />
          </div>
          <p className="waiting text-sm text-muted">{t('comparing')}</p>
        </div>
      )}
    </Section>
  )
}

/** The most frequent response. It reserves the room. */
const usual: NodeCompatibility = {
  pythons: ['3.10', '3.11', '3.12', '3.13', '3.14'].map((python) => ({
    python,
    verdict: 'unknown' as const,
    conflicts: [],
  })),
  conflicts: [],
  compared: 100,
  unknown: 100,
  is_exhausted: false,
}

function Compatibility({ data }: { data: NodeCompatibility }) {
  const t = useText('nodes')
  const { pythons, conflicts, compared, unknown, commit, index_read_at: readAt } = data
  return (
    <div className="card grid gap-5 p-5 text-sm">
      <Pythons pythons={pythons} />
      {compared > 0 && (
        <div className="grid gap-2">
          <h3 className="font-medium">{t('works_with_packs', { count: compared })}</h3>
          {conflicts.length === 0 && unknown < compared && (
            <p className="text-muted">{t('pack_conflicts_none')}</p>
          )}
          {unknown > 0 && (
            <p className="text-muted">
              {unknown === compared ? t('packs_not_checked') : t('packs_partly_checked', { count: unknown })}
            </p>
          )}
          {conflicts.length > 0 && (
            <ul className="divide-y divide-line">
              {conflicts.map(({ node_id: id, conflict }) => (
                <li key={id} className="grid gap-1 py-2 first:pt-0 last:pb-0">
                  <Link to={links.node(id)} className="w-fit font-medium text-accent hover:underline">
                    <bdi>{id}</bdi>
                  </Link>
                  <Reason conflict={conflict} />
                </li>
              ))}
            </ul>
          )}
        </div>
      )}
      <p className="text-xs text-muted">
        {readAt ? (
          <>
            {t('index_of')} <Timestamp iso={readAt} />
          </>
        ) : (
          t('without_index')
        )}
        {data.is_exhausted && <> {t('compared_partly')}</>}
        {commit && <> {t('facts_of_commit', { commit: shownVersion(commit) })}</>}
      </p>
    </div>
  )
}

type Verdict = NodeCompatibility['pythons'][number]['verdict']

const looks: Record<Verdict, { icon: IconName; look: string; text: TextKey<'nodes'> }> = {
  fine: { icon: 'check', look: 'text-accent-strong', text: 'python_fine' },
  risky: { icon: 'warning', look: 'text-warn', text: 'python_risky' },
  conflict: { icon: 'close', look: 'text-danger', text: 'python_conflict' },
  unknown: { icon: 'dot', look: 'text-muted', text: 'python_unknown' },
}

/** Versions of Python with the same verdict share a line, and the reason of several is stated once. */
function Pythons({ pythons }: Pick<NodeCompatibility, 'pythons'>) {
  const t = useText('nodes')
  const reasons = Map.groupBy(
    pythons.filter(({ conflicts }) => conflicts.length > 0),
    ({ conflicts }) => conflicts.map(({ subject }) => subject).join(),
  )
  return (
    <div className="grid gap-2">
      <h3 className="font-medium">{t('python_versions')}</h3>
      <ul className="grid gap-2">
        {[...Map.groupBy(pythons, ({ verdict }) => verdict)].map(([verdict, all]) => {
          const { icon, look, text } = looks[verdict]
          return (
            <li key={verdict} className={`flex flex-wrap items-center gap-x-2 gap-y-1 ${look}`}>
              <Icon name={icon} className="size-4" />
              <ul className="flex flex-wrap gap-1.5">
                {all.map(({ python }) => (
                  <li key={python} className="rounded-sm bg-sunken px-1.5 font-mono text-xs text-ink">
                    <bdi>{python}</bdi>
                  </li>
                ))}
              </ul>
              <span>{t(text)}</span>
            </li>
          )
        })}
      </ul>
      {[...reasons].map(([subjects, all]) => (
        <div key={subjects} className="grid gap-1">
          <p className="text-muted">
            <bdi>{all.map(({ python }) => python).join(', ')}</bdi>:
          </p>
          {all[0]?.conflicts.map((conflict) => (
            <Reason key={conflict.subject} conflict={conflict} />
          ))}
        </div>
      ))}
    </div>
  )
}

/** The package, and the lines that disagree about it. */
function Reason({ conflict: { subject, kind, parties, steps } }: { conflict: RequirementConflict }) {
  const t = useText('nodes')
  return (
    <div className="grid min-w-0 gap-0.5">
      <p className="text-muted">
        {t(kind === 'clash' ? 'conflict_overwrites' : 'conflict_about', { subject })}
      </p>
      <ul className="grid gap-0.5 font-mono text-xs" dir="ltr">
        {parties.map((party) => (
          <PartyLines key={`${party.node_id} ${party.version}`} party={party} />
        ))}
        {steps.map(({ package: name, lowest, highest, requires }) => (
          <li key={`${name} ${lowest} ${requires}`} className="wrap-anywhere text-muted">
            {name} {lowest === highest ? lowest : `${lowest} – ${highest}`} → {requires}
          </li>
        ))}
      </ul>
    </div>
  )
}

function PartyLines({ party: { node_id: id, version, commit = '', lines } }: { party: ConflictParty }) {
  return lines.map(({ text, file, line }) => (
    <li key={`${file} ${line} ${text}`} className="wrap-anywhere">
      <span className="text-muted">
        {id} {version ?? shownVersion(commit)}:
      </span>{' '}
      {text}
      {file && <span className="text-muted"> ({line === undefined ? file : `${file}:${line}`})</span>}
    </li>
  ))
}
