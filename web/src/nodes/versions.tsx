import { Link } from 'react-router'
import { formatsOf } from '../formats.ts'
import { links, sections } from '../links.ts'
import { useSite, useText } from '../site.ts'
import { Icon } from '../ui/icon.tsx'
import { Timestamp } from '../ui/timestamp.tsx'
import { mostVersions, type VersionRow } from './queries.ts'
import { NothingHere, Section } from './section.tsx'
import { VersionMarks } from './version-marks.tsx'

const shownAtFirst = 8

interface Versions {
  nodeId: string
  versions: VersionRow[]
}

/** The versions, newest number first; the older ones wait behind a button. */
export function Versions({ nodeId, versions }: Versions) {
  const t = useText('nodes')
  const older = versions.slice(shownAtFirst)
  return (
    <Section id={sections.versions} title={t('versions')}>
      {versions.length === 0 ? (
        <NothingHere>{t('no_versions')}</NothingHere>
      ) : (
        <div className="overflow-hidden rounded-lg border border-line bg-surface">
          <Rows nodeId={nodeId} versions={versions.slice(0, shownAtFirst)} />
          {older.length > 0 && (
            <details className="group border-t border-line">
              <summary className="flex items-center gap-2 px-4 py-3 text-sm font-medium text-accent hover:bg-sunken">
                <Icon name="down" className="group-open:rotate-180" />
                {t('older_versions', { count: older.length })}
              </summary>
              <Rows nodeId={nodeId} versions={older} />
              {versions.length === mostVersions && (
                <p className="border-t border-line px-4 py-2.5 text-sm text-muted">
                  {t('only_newest', { number: mostVersions })}
                </p>
              )}
            </details>
          )}
        </div>
      )}
    </Section>
  )
}

function Rows({ nodeId, versions }: Versions) {
  const formats = formatsOf(useSite().settings.locale)
  return (
    <ol className="divide-y divide-line">
      {versions.map(({ version, createdAt, deprecated, isYanked, status, summary, size }) => (
        <li key={version} className="flex flex-wrap items-baseline gap-x-3 gap-y-0.5 px-4 py-2.5 text-sm">
          <Link to={links.version(nodeId, version)} className="font-mono font-semibold hover:underline">
            <bdi>{version}</bdi>
          </Link>
          <VersionMarks status={status} deprecated={deprecated} isYanked={isYanked} />
          <span className="ms-auto flex gap-3 text-xs text-muted tabular-nums">
            {size !== undefined && <span>{formats.bytes(size)}</span>}
            <Timestamp iso={createdAt} />
          </span>
          {summary && (
            <p className="w-full truncate text-muted" dir="auto">
              {summary}
            </p>
          )}
        </li>
      ))}
    </ol>
  )
}
