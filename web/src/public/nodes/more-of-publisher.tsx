import { Link } from 'react-router'
import { links } from '../../ground/paths/links.ts'
import { useText } from '../../ground/site/site.ts'
import { NodeIcon } from '../../ground/ui/node-icon.tsx'
import { nodePicture } from '../../ground/ui/pictures.ts'
import { Section } from '../../ground/ui/section.tsx'
import type { NodeCard } from '../cards/card.ts'

/** Other nodes of the same publisher, briefly. */
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
    <Section title={t('more_of_publisher', { name: publisher.name })}>
      <ul className="grid gap-3 sm:grid-cols-2">
        {cards.map(({ id, icon, name, description }) => (
          <li
            key={id}
            className="relative flex min-w-0 gap-3 rounded-lg border border-line bg-surface p-3 hover:border-edge"
          >
            <NodeIcon id={id} picture={icon && nodePicture(id)} />
            <div className="min-w-0 text-sm">
              <Link
                to={links.node(id)}
                dir="auto"
                className="block truncate font-semibold after:absolute after:inset-0 after:rounded-lg"
              >
                {name}
              </Link>
              <p dir="auto" className="line-clamp-2 break-words text-muted">
                {description}
              </p>
            </div>
          </li>
        ))}
      </ul>
      <Link
        to={links.publisher(publisher.id)}
        className="justify-self-start text-sm text-accent underline-offset-4 hover:underline"
      >
        {t('all_of_publisher')}
      </Link>
    </Section>
  )
}
