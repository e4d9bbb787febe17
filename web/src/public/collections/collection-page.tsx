import { nothingWanted } from '@nodeyard/planning/wanted'
import { useSuspenseQuery } from '@tanstack/react-query'
import { lazy, Suspense } from 'react'
import { Link } from 'react-router'
import { Main } from '../../ground/page/main.tsx'
import { type PageHandle, pageLoader, usePageParams } from '../../ground/page/page.ts'
import { compareLink, maxPacks } from '../../ground/paths/compare-links.ts'
import { links } from '../../ground/paths/links.ts'
import { paths } from '../../ground/paths/paths.ts'
import { useSite, useText } from '../../ground/site/site.ts'
import { useSession } from '../../ground/site/use-session.ts'
import { Badge } from '../../ground/ui/badge.tsx'
import { ButtonAnchor, ButtonLink } from '../../ground/ui/button.tsx'
import { Icon } from '../../ground/ui/icon.tsx'
import { PageHead } from '../../ground/ui/page-head.tsx'
import { PageTitle } from '../../ground/ui/page-title.tsx'
import { NothingHere } from '../../ground/ui/section.tsx'
import { Timestamp } from '../../ground/ui/timestamp.tsx'
import { PlanPanel } from '../plan/plan-panel.tsx'
import { Entry } from './entry.tsx'
import { type CollectionView, collectionQuery } from './queries.ts'

export const handle: PageHandle = { namespaces: ['collections', 'nodes', 'plan', 'forms'] }

export const loader = pageLoader(paths.collection, handle, ({ site, params }) =>
  site.queries.ensureQueryData(collectionQuery(site, params.collectionId)),
)

const EditLink = lazy(() => import('./edit-link.tsx').then(({ EditLink }) => ({ default: EditLink })))

export function Component() {
  const t = useText('collections')
  const { collectionId } = usePageParams(paths.collection)
  const { data: collection } = useSuspenseQuery(collectionQuery(useSite(), collectionId))
  const { title, description, entries, is_curated: isCurated } = collection
  return (
    <Main className="grid grid-cols-1 content-start gap-8">
      <PageHead
        title={title}
        description={description.slice(0, 200)}
        // Search engines get what admins have seen.
        {...(isCurated ? { path: links.collection(collectionId) } : {})}
        feedOf={links.collection(collectionId)}
      />
      <div className="grid gap-3">
        <PageTitle
          above={
            <Link to={links.collections()} className="hover:text-ink hover:underline">
              {t('title')}
            </Link>
          }
          title={<span dir="auto">{title}</span>}
        >
          <Actions collection={collection} />
        </PageTitle>
        <Facts collection={collection} />
        {description && (
          <p
            className="max-w-prose text-base text-pretty break-words whitespace-pre-line sm:text-lg"
            dir="auto"
          >
            {description}
          </p>
        )}
      </div>
      {entries.length === 0 ? (
        <NothingHere icon="package">{t('empty')}</NothingHere>
      ) : (
        <>
          <ol className="grid gap-4">
            {entries.map((entry, place) => (
              <Entry key={entry.card.id} {...entry} number={place + 1} />
            ))}
          </ol>
          <PlanPanel
            wanted={{ ...nothingWanted, packs: entries.map(({ card: { id } }) => ({ node_id: id })) }}
          />
        </>
      )}
    </Main>
  )
}

function Facts({ collection }: { collection: CollectionView }) {
  const t = useText('collections')
  const { owner_name: owner, is_curated: isCurated, is_public: isPublic, entries, updated_at } = collection
  return (
    <ul className="facts text-sm text-muted tabular-nums">
      {isCurated && (
        <li>
          <Badge tone="accent">{t('pick')}</Badge>
        </li>
      )}
      {!isPublic && (
        <li>
          <Badge>{t('private')}</Badge>
        </li>
      )}
      {owner && <li dir="auto">{t('by', { name: owner })}</li>}
      <li>
        <Icon name="package" className="size-4" />
        {t('pack_count', { count: entries.length })}
      </li>
      <li>
        <Timestamp iso={updated_at} />
      </li>
    </ul>
  )
}

function Actions({ collection: { id, entries, is_curated: isCurated } }: { collection: CollectionView }) {
  const t = useText('collections')
  const nodes = useText('nodes')
  const isSignedIn = useSession().state === 'signed-in'
  const packs = entries.slice(0, maxPacks).map(({ card }) => card.id)
  return (
    <div className="flex flex-wrap items-center gap-2 print:hidden">
      {isSignedIn && (
        <Suspense fallback={null}>
          <EditLink id={id} isCurated={isCurated} />
        </Suspense>
      )}
      {entries.length > 0 && (
        <ButtonAnchor href="#plan">
          <Icon name="download" className="size-4" />
          {t('install_all')}
        </ButtonAnchor>
      )}
      {packs.length > 1 && (
        <ButtonLink look="quiet" to={compareLink({ packs })} rel="nofollow">
          <Icon name="compare" className="size-4" />
          {nodes('compare')}
        </ButtonLink>
      )}
      <ButtonAnchor look="quiet" href={`${links.collection(id)}/feed.atom`}>
        <Icon name="feed" className="size-4" />
        {nodes('feed')}
      </ButtonAnchor>
    </div>
  )
}
