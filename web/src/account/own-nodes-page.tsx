import type { Publisher } from '@nodeyard/contract/publishers'
import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { links } from '../links.ts'
import { NodeList } from '../nodes/node-list.tsx'
import { type PageHandle, pageLoader } from '../page.ts'
import { paths } from '../paths.ts'
import { publisherNodesQuery } from '../publishers/queries.ts'
import { Main } from '../shell/main.tsx'
import { useSite, useText } from '../site.ts'
import { PageHead } from '../ui/page-head.tsx'
import { Spinner } from '../ui/spinner.tsx'
import { SignedInOnly } from './guards.tsx'
import { ownPublishersQuery } from './queries.ts'

export const handle: PageHandle = { namespaces: ['account', 'nodes'] }
export const loader = pageLoader(paths.ownNodes, handle, async () => {})

export function Component() {
  const t = useText('common')
  return (
    <>
      <PageHead title={t('your_nodes')} />
      <SignedInOnly>{() => <OwnNodes />}</SignedInOnly>
    </>
  )
}

/** The nodes of every publisher that the signed-in person belongs to. */
function OwnNodes() {
  const t = useText('common')
  const text = useText('account')
  const { data: publishers, error } = useQuery(ownPublishersQuery(useSite()))
  if (error) throw error
  return (
    <Main className="grid content-start gap-8">
      <h1 className="text-2xl font-bold tracking-tight">{t('your_nodes')}</h1>
      {!publishers && <Spinner label={t('loading')} />}
      {publishers?.length === 0 && <p className="text-muted">{text('no_publishers')}</p>}
      {publishers?.map((publisher) => (
        <NodesOf key={publisher.id} publisher={publisher} />
      ))}
    </Main>
  )
}

function NodesOf({ publisher: { id, name } }: { publisher: Publisher }) {
  const t = useText('account')
  const { data } = useQuery(publisherNodesQuery(useSite(), id, 1))
  return (
    <section className="grid gap-3">
      <h2 className="text-lg font-semibold">
        <Link to={links.publisher(id)} className="hover:underline" dir="auto">
          {name}
        </Link>
      </h2>
      {data?.cards.length === 0 && <p className="text-sm text-muted">{t('no_nodes_yet')}</p>}
      {data && data.cards.length > 0 && <NodeList cards={data.cards} />}
    </section>
  )
}
