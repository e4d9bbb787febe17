import type { ReactNode } from 'react'
import { useText } from '../../ground/site/site.ts'
import { Fold } from '../../ground/ui/fold.tsx'
import { namedChanges, namedValues } from './named-values.ts'

/** Lists the values of a stored record. */
export function RecordValues({ record }: { record: unknown }) {
  return (
    <Lines
      lines={namedValues(record).map(({ name, text }) => ({
        name,
        content: (
          <bdi key={name} className="wrap-anywhere">
            {text}
          </bdi>
        ),
      }))}
    />
  )
}

/** Shows the values that an action changed, and the stored records below, collapsed. */
export function RecordChange({ before, after }: { before?: unknown; after?: unknown }) {
  const t = useText('admin-oversight')
  const changes = namedChanges(before, after)
  if (changes.length === 0) return null
  return (
    <Fold title={t(before === undefined || before === null ? 'show_values' : 'show_change')}>
      <div className="mt-1.5 grid gap-2">
        <Lines
          lines={changes.map(({ name, before: was, after: is }) => ({
            name,
            content: (
              <>
                {was !== undefined && <del className="text-muted wrap-anywhere">{was}</del>}
                {was !== undefined && is !== undefined && ' '}
                {is !== undefined && <ins className="wrap-anywhere no-underline">{is}</ins>}
              </>
            ),
          }))}
        />
        <Fold look="text-xs text-muted" title={t('as_stored')}>
          <pre
            dir="ltr"
            // biome-ignore lint/a11y/noNoninteractiveTabindex: long lines must scroll by keyboard too
            tabIndex={0}
            className="mt-1 max-h-60 overflow-auto rounded-md bg-sunken p-2 text-xs whitespace-pre-wrap break-all"
          >
            {JSON.stringify({ before, after }, null, 2)}
          </pre>
        </Fold>
      </div>
    </Fold>
  )
}

function Lines({ lines }: { lines: readonly { name: string; content: ReactNode }[] }) {
  return (
    <dl className="grid gap-x-3 gap-y-0.5 text-xs sm:grid-cols-[max-content_minmax(0,1fr)]">
      {lines.map(({ name, content }) => (
        <div key={name} className="contents">
          <dt className="text-muted">
            <bdi>{name}</bdi>
          </dt>
          <dd className="max-h-40 overflow-y-auto">{content}</dd>
        </div>
      ))}
    </dl>
  )
}
