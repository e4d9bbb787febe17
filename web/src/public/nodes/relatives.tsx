import { Link } from 'react-router'
import { links } from '../../ground/paths/links.ts'
import { useFormats, useText } from '../../ground/site/site.ts'
import type { TextKey } from '../../ground/texts/texts.ts'
import { Icon } from '../../ground/ui/icon.tsx'
import { Section } from '../../ground/ui/section.tsx'
import { Timestamp } from '../../ground/ui/timestamp.tsx'
import type { NodeView } from './queries.ts'

type Relation = `${'origin' | 'fork'} ${'code_host' | 'project_file'}`

const relations = {
  'origin code_host': 'relative_origin_code_host',
  'origin project_file': 'relative_origin_project_file',
  'fork code_host': 'relative_fork_code_host',
  'fork project_file': 'relative_fork_project_file',
} as const satisfies Record<Relation, TextKey<'nodes'>>

/** Forks, copies and origins of a pack. */
export function Relatives({ relatives }: { relatives: NonNullable<NodeView['relatives']> }) {
  const t = useText('nodes')
  const formats = useFormats()
  return (
    <Section title={t('relatives')} lead={t('relatives_text')}>
      <ul className="card divide-y divide-line">
        {relatives.map(({ node_id: id, name, shared, share, github_stars: stars, ...one }) => (
          <li key={id} className="flex flex-wrap items-baseline gap-x-4 gap-y-1 px-4 py-2.5">
            <Link
              to={links.node(id)}
              className="min-w-0 font-medium wrap-anywhere hover:underline"
              dir="auto"
            >
              {name}
            </Link>
            <ul className="facts ms-auto text-sm text-muted tabular-nums">
              <li>
                {t('relative_share', { number: formats.number(shared), share: formats.percent(share) })}
              </li>
              {stars > 0 && (
                <li>
                  <Icon name="star" className="size-3.5" />
                  <span className="sr-only">{t('stars')}</span> {formats.number(stars)}
                </li>
              )}
              {one.changed_at && (
                <li>
                  {t('relative_changed')} <Timestamp iso={one.changed_at} />
                </li>
              )}
            </ul>
            {one.relation && one.relation_source && (
              <p className="w-full text-sm text-muted">
                {t(relations[`${one.relation} ${one.relation_source}`])}
              </p>
            )}
          </li>
        ))}
      </ul>
    </Section>
  )
}
