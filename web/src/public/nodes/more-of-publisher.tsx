import { Link } from 'react-router'
import { links } from '../../ground/paths/links.ts'
import { useText } from '../../ground/site/site.ts'
import { Icon } from '../../ground/ui/icon.tsx'
import { Section } from '../../ground/ui/section.tsx'
import type { NodeCard } from '../cards/card.ts'
import { NodeList } from '../cards/node-list.tsx'

/** Other packs of the same publisher, briefly. */
export function MoreOfPublisher({
  publisher,
  cards,
}: {
  publisher: { id: string; name: string }
  cards: NodeCard[]
}) {
  const t = useText('nodes')
  if (cards.length === 0) return null
  return (
    <Section
      title={t('more_of_publisher', { name: publisher.name })}
      wayOn={
        <Link
          to={links.publisher(publisher.id)}
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
