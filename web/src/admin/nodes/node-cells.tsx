import { unclaimedPublisherId } from '@nodeyard/contract/ground'
import type { Node } from '@nodeyard/contract/packs'
import { Link } from 'react-router'
import { links } from '../../ground/paths/links.ts'
import { writeSearch } from '../../ground/paths/search-params.ts'
import { useText } from '../../ground/site/site.ts'
import { Badge } from '../../ground/ui/badge.tsx'
import { httpAddress, readableAddress } from '../../ground/ui/http-address.ts'
import { adminPaths } from '../kit/admin-paths.ts'
import { nodesSearch } from '../kit/registry-searches.ts'

/** Name and id, linked to the node's page. */
export function NodeName({ node: { id, name } }: { node: Pick<Node, 'id' | 'name'> }) {
  return (
    <div className="grid min-w-40 justify-items-start gap-0.5">
      <Link to={links.node(id)} className="text-accent hover:underline" dir="auto">
        {name}
      </Link>
      {name !== id && <bdi className="text-xs font-normal text-muted">{id}</bdi>}
    </div>
  )
}

/** The publisher, linked to its nodes in this list. */
export function PublisherOf({ node: { publisher } }: { node: Node }) {
  const t = useText('admin-registry')
  const isUnclaimed = publisher.id === unclaimedPublisherId
  return (
    <Link
      to={adminPaths.nodes + writeSearch(nodesSearch, { publisher: publisher.id })}
      className="hover:underline"
    >
      {isUnclaimed ? <Badge>{t('unclaimed')}</Badge> : <bdi>@{publisher.id}</bdi>}
    </Link>
  )
}

export function RepositoryLink({ address = '' }: { address?: string | undefined }) {
  const t = useText('admin-registry')
  const href = httpAddress(address)
  if (!href) return <p className="text-muted">{t('no_repository')}</p>
  return (
    <a
      href={href}
      target="_blank"
      rel="noopener noreferrer nofollow"
      dir="ltr"
      className="justify-self-start text-start text-accent wrap-anywhere hover:underline"
    >
      {readableAddress(address)}
    </a>
  )
}

/** Announces the number of nodes whenever it changes. */
export function NodeCount({ total }: { total: number | undefined }) {
  const t = useText('admin-registry')
  if (total === undefined) return null
  return (
    <p role="status" className="py-2 text-sm text-muted">
      {t('node_count', { count: total })}
    </p>
  )
}
