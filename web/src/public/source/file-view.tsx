import type { ListedFile, Listing } from '@nodeyard/analysis/listing'
import { type ReactNode, useCallback } from 'react'
import { useFormats, useText } from '../../ground/site/site.ts'
import { useLoaded } from '../../ground/ui/loaded.ts'
import { CodeLines } from './code-lines.tsx'
import { type Content, readContent, shownBytes } from './content.ts'
import { Waiting } from './waiting.tsx'

/** A file as numbered text or a picture, or the reason why neither is shown. */
export function FileView({
  listing,
  file,
  note,
}: {
  listing: Listing
  file: ListedFile
  /** A mark beside its name. */
  note?: ReactNode
}) {
  const formats = useFormats()
  const loaded = useLoaded(useCallback(() => prepare(listing, file), [listing, file]))
  return (
    <section aria-labelledby="file-title" className="min-w-0">
      <header
        dir="ltr"
        className="flex flex-wrap items-baseline gap-x-3 rounded-t-lg border border-line bg-sunken px-3 py-2 text-sm"
      >
        <h2 id="file-title" className="min-w-0 font-mono font-semibold break-all">
          {file.path}
        </h2>
        <bdi className="text-xs text-muted tabular-nums">{formats.bytes(file.size)}</bdi>
        {note}
      </header>
      {loaded.state === 'done' ? <Shown {...loaded.value} path={file.path} /> : <Waiting loaded={loaded} />}
    </section>
  )
}

interface Prepared {
  content: Content
  /** Lines of a text, as HTML. */
  lines: string[]
}

/** The highlighting code loads with the first text. */
async function prepare(listing: Listing, file: ListedFile): Promise<Prepared> {
  const content = await readContent(listing, file)
  if (content.kind !== 'text') return { content, lines: [] }
  const { highlightedLines } = await import('./highlight.ts')
  return { content, lines: highlightedLines(content.text, file.path) }
}

const frame = 'rounded-b-lg border border-t-0 border-line bg-surface'

function Shown({ content, lines, path }: Prepared & { path: string }) {
  const t = useText('source')
  const formats = useFormats()
  switch (content.kind) {
    case 'text':
      return <CodeLines lines={lines} className={frame} />
    case 'picture':
      return (
        <div className={`${frame} grid place-items-center p-6`}>
          <img src={content.address} alt={path} className="max-h-[70vh] max-w-full" />
        </div>
      )
    case 'binary':
      return <p className={`${frame} p-6 text-sm text-muted`}>{t('binary')}</p>
    case 'too_large':
      return (
        <p className={`${frame} p-6 text-sm text-muted`}>
          {t('too_large', { size: formats.bytes(shownBytes) })}
        </p>
      )
  }
}
