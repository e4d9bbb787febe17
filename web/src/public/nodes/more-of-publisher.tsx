import { useSuspenseQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { links } from '../../ground/paths/links.ts'
import { useSite, useText } from '../../ground/site/site.ts'
import { Icon } from '../../ground/ui/icon.tsx'
import { Section } from '../../ground/ui/section.tsx'
import { NodeList } from '../cards/node-list.tsx'
import { otherNodesQuery } from './section-queries.ts'

/** Other packs of the same publisher, briefly. */
export function MoreOfPublisher({ nodeId, id, name }: { nodeId: string; id: string; name: string }) {
  const t = useText('nodes')
  const { data: cards } = useSuspenseQuery(otherNodesQuery(useSite(), id, nodeId))
  // A part without elements would load its code at once.
  if (cards.length === 0) return <div hidden />
  return (
    <Section
      title={t('more_of_publisher', { name: name })}
      wayOn={
        <Link
          to={links.publisher(id)}
          className="inline-flex items-center gap-1 py-1 text-sm font-medium text-accent underline-offset-4 hover:underline"
        >
          {t('all_of_publisher')}
          <Icon name="next" className="mirrored size-3.5" />
        </Link>
      }
    >
      <NodeList cards={cards} />
    </Section>
  )
}
