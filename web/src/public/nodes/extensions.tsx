import { useSuspenseQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { links } from '../../ground/paths/links.ts'
import { useSite, useText } from '../../ground/site/site.ts'
import { Section } from '../../ground/ui/section.tsx'
import { extensionsQuery } from './section-queries.ts'

/** Packs whose nodes take types that only this pack gives; nothing without one. */
export function Extensions({ nodeId }: { nodeId: string }) {
  const t = useText('nodes')
  const { data } = useSuspenseQuery(extensionsQuery(useSite(), nodeId))
  if (data.length === 0) return null
  return (
    <Section title={t('extensions')} lead={t('extensions_text')}>
      <ul className="card divide-y divide-line">
        {data.map(({ node_id: id, name, types }) => (
          <li key={id} className="flex flex-wrap items-baseline gap-x-4 gap-y-1 px-4 py-2.5">
            <Link
              to={links.node(id)}
              className="min-w-0 font-medium wrap-anywhere hover:underline"
              dir="auto"
            >
              {name}
            </Link>
            <bdi className="min-w-0 font-mono text-xs text-muted wrap-anywhere">{types.join(', ')}</bdi>
          </li>
        ))}
      </ul>
    </Section>
  )
}
