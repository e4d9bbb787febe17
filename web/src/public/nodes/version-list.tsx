import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { links } from '../../ground/paths/links.ts'
import { useFormats } from '../../ground/site/site.ts'
import { Timestamp } from '../../ground/ui/timestamp.tsx'
import { useHeldText } from './held-for.tsx'
import type { VersionRow } from './queries.ts'
import { VersionMarks } from './version-marks.tsx'

interface VersionList {
  nodeId: string
  /** Sorted by number, newest first. */
  versions: VersionRow[]
  /** Shown below the last version, in the same frame. */
  children?: ReactNode
}

export function VersionList({ nodeId, versions, children }: VersionList) {
  const formats = useFormats()
  const heldText = useHeldText()
  return (
    <div className="overflow-hidden rounded-lg border border-line bg-surface">
      <ol className="divide-y divide-line">
        {versions.map(
          ({ version, createdAt, deprecated, isYanked, isUnloadable, status, summary, size, heldFor }) => (
            <li key={version} className="flex flex-wrap items-baseline gap-x-3 gap-y-0.5 px-4 py-2.5 text-sm">
              <Link to={links.version(nodeId, version)} className="font-mono font-semibold hover:underline">
                <bdi>{version}</bdi>
              </Link>
              <VersionMarks
                status={status}
                deprecated={deprecated}
                isYanked={isYanked}
                isUnloadable={isUnloadable}
              />
              <span className="facts ms-auto text-xs text-muted tabular-nums">
                {size !== undefined && <span>{formats.bytes(size)}</span>}
                <span>
                  <Timestamp iso={createdAt} />
                </span>
              </span>
              {heldFor && <p className="w-full text-warn empty:hidden">{heldText(heldFor)}</p>}
              {summary && (
                <p className="w-full truncate text-muted" dir="auto">
                  {summary}
                </p>
              )}
            </li>
          ),
        )}
      </ol>
      {children}
    </div>
  )
}
