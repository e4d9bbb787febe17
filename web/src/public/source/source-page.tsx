import { isHeldVersion } from '@nodeyard/contract/packs'
import { useSuspenseQuery } from '@tanstack/react-query'
import { useCallback } from 'react'
import { Link } from 'react-router'
import { later } from '../../ground/page/later.tsx'
import { Main } from '../../ground/page/main.tsx'
import { type PageHandle, pageLoader, usePageParams } from '../../ground/page/page.ts'
import { shownVersion } from '../../ground/paths/commit.ts'
import { links, sourceSearch } from '../../ground/paths/links.ts'
import { paths } from '../../ground/paths/paths.ts'
import { useSearch } from '../../ground/paths/search-params.ts'
import { useSite, useText } from '../../ground/site/site.ts'
import { useLoaded } from '../../ground/ui/loaded.ts'
import { Notice } from '../../ground/ui/notice.tsx'
import { PageHead } from '../../ground/ui/page-head.tsx'
import { nodeQuery, versionQuery } from '../nodes/queries.ts'
import { VersionNotices } from '../nodes/version-notices.tsx'
import type { ListedArchive } from './archive.ts'
import { PlainSourceView } from './plain-source-view.tsx'
import { Waiting } from './waiting.tsx'

export const handle: PageHandle = { namespaces: ['nodes', 'source'] }
export const loader = pageLoader(paths.source, handle, async (visit) =>
  (await import('./load.ts')).loadSource(visit),
)

/** The browser shows files as soon as the code that reads archives has loaded. */
const Files = later(
  async () => (await import('./files.tsx')).Files,
  'grid grid-cols-1 items-start gap-4 lg:grid-cols-[17rem_minmax(0,1fr)]',
)

export function Component() {
  const t = useText('source')
  const site = useSite()
  const { nodeId, version: number } = usePageParams(paths.source)
  const { data: node } = useSuspenseQuery(nodeQuery(site, nodeId))
  const { data: version } = useSuspenseQuery(versionQuery(site, nodeId, number))
  return (
    <Main className="grid grid-cols-1 content-start gap-4">
      <PageHead title={t('source_title', { name: node.name, version: shownVersion(number) })} />
      <header className="grid gap-1">
        <h1 className="text-xl font-bold tracking-tight break-words sm:text-2xl">
          {t('source_title', { name: node.name, version: shownVersion(number) })}
        </h1>
        <p className="text-sm">
          <Link
            to={links.version(node.id, number)}
            className="text-accent underline-offset-4 hover:underline"
          >
            {t('about_version', { version: shownVersion(number) })}
          </Link>
        </p>
      </header>
      <VersionNotices node={node} version={version} />
      {version.size === undefined ? (
        <Notice tone="info" title={t('no_archive')} />
      ) : (
        <Source nodeId={node.id} version={number} sizeBytes={version.size} isHeld={isHeldVersion(version)} />
      )}
    </Main>
  )
}

interface Archive extends ListedArchive {
  isHeld: boolean
}

function Source({ nodeId, version, sizeBytes, isHeld }: Archive) {
  const { session } = useSite()
  const { file: requestedPath } = useSearch(sourceSearch)
  const listing = useLoaded(
    useCallback(async () => {
      const [{ listArchive }] = await Promise.all([import('./archive.ts'), Files.prepare()])
      return listArchive(session, { nodeId, version, sizeBytes })
    }, [session, nodeId, version, sizeBytes]),
  )
  if (listing.state !== 'done')
    return (
      <>
        <div className="needs-script">
          <Waiting loaded={listing} isHeld={isHeld} />
        </div>
        <PlainSourceView nodeId={nodeId} version={version} isHeld={isHeld} />
      </>
    )
  return <Files listing={listing.value} nodeId={nodeId} version={version} requestedPath={requestedPath} />
}
