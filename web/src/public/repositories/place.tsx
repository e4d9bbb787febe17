import { Link } from 'react-router'
import { useText } from '../../ground/site/site.ts'
import { Icon } from '../../ground/ui/icon.tsx'

/** Returns the address of a place in the source, if it can be shown. */
export type SourceOf = (file: string, line: number | undefined) => string | undefined

export function Place({
  file,
  line,
  source,
}: {
  file: string
  line?: number | undefined
  source: string | undefined
}) {
  const t = useText('manage')
  const place = line === undefined ? file : `${file}:${line}`
  if (!source) return <bdi className="font-mono text-xs wrap-anywhere">{place}</bdi>
  return (
    <Link
      to={source}
      title={t('open_source')}
      className="inline-flex items-center gap-1 text-accent underline-offset-4 hover:underline"
    >
      <Icon name="code" className="size-4" />
      <bdi className="font-mono text-xs wrap-anywhere">{place}</bdi>
    </Link>
  )
}
