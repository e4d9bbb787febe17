import { useSuspenseQuery } from '@tanstack/react-query'
import { useCallback } from 'react'
import { Link } from 'react-router'
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
import { listArchive } from './archive.ts'
import { FileList } from './file-list.tsx'
import { firstFile } from './file-tree.ts'
import { FileView } from './file-view.tsx'
import { loadSource } from './load.ts'
import { MatchNote } from './match-note.tsx'
import { PlainSourceView } from './plain-source-view.tsx'
import { Waiting } from './waiting.tsx'

export const handle: PageHandle = { namespaces: ['nodes', 'source'] }
export const loader = pageLoader(paths.source, handle, loadSource)

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
        <Source nodeId={node.id} version={number} sizeBytes={version.size} />
      )}
    </Main>
  )
}

interface Archive {
  nodeId: string
  version: string
  sizeBytes: number
}

function Source({ nodeId, version, sizeBytes }: Archive) {
  const t = useText('source')
  const { file: requestedPath } = useSearch(sourceSearch)
  const listing = useLoaded(
    useCallback(() => listArchive(nodeId, version, sizeBytes), [nodeId, version, sizeBytes]),
  )
  if (listing.state !== 'done')
    return (
      <>
        <div className="needs-script">
          <Waiting loaded={listing} />
        </div>
        <PlainSourceView nodeId={nodeId} version={version} />
      </>
    )
  const { files } = listing.value
  const file = requestedPath ? files.find(({ path }) => path === requestedPath) : firstFile(files)
  return (
    <div className="grid grid-cols-1 items-start gap-4 lg:grid-cols-[17rem_minmax(0,1fr)]">
      <details open className="rounded-lg border border-line bg-surface lg:sticky lg:top-4">
        <summary className="border-b border-line px-3 py-2 text-sm font-semibold">
          {t('file_count', { count: files.length })}
        </summary>
        <FileList files={files} nodeId={nodeId} version={version} shown={file?.path} />
      </details>
      {file ? (
        <FileView
          listing={listing.value}
          file={file}
          note={<MatchNote nodeId={nodeId} version={version} path={file.path} />}
        />
      ) : (
        <Notice tone="info" title={t('no_such_file', { file: requestedPath })} />
      )}
    </div>
  )
}
