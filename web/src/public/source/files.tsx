import type { Listing } from '@nodeyard/analysis/listing'
import { useText } from '../../ground/site/site.ts'
import { FoldMark } from '../../ground/ui/fold-mark.tsx'
import { Notice } from '../../ground/ui/notice.tsx'
import { FileList } from './file-list.tsx'
import { firstFile } from './file-tree.ts'
import { FileView } from './file-view.tsx'
import { MatchNote } from './match-note.tsx'

interface Files {
  listing: Listing
  nodeId: string
  version: string
  /** An empty path selects the first file. */
  requestedPath: string
}

/** The files of an archive, and one of them. */
export function Files({ listing, nodeId, version, requestedPath }: Files) {
  const t = useText('source')
  const { files } = listing
  const file = requestedPath ? files.find(({ path }) => path === requestedPath) : firstFile(files)
  return (
    <>
      <details open className="rounded-lg border border-line bg-surface lg:sticky lg:top-4">
        <summary className="flex items-center gap-2 border-b border-line px-3 py-2 text-sm font-semibold">
          <FoldMark className="size-4 text-muted" />
          {t('file_count', { count: files.length })}
        </summary>
        <FileList files={files} nodeId={nodeId} version={version} shown={file?.path} />
      </details>
      {file ? (
        <FileView
          listing={listing}
          file={file}
          note={<MatchNote nodeId={nodeId} version={version} path={file.path} />}
        />
      ) : (
        <Notice tone="info" title={t('no_such_file', { file: requestedPath })} />
      )}
    </>
  )
}
