import { curateCollection, updateCollection } from '@nodeyard/contract/discovery'
import { useQuery } from '@tanstack/react-query'
import { SignedInOnly } from '../../account/access/guards.tsx'
import { useMay } from '../../account/access/use-may.ts'
import { ownCollectionsQuery } from '../../account/collections/queries.ts'
import { InsteadOfPage } from '../../ground/page/error-page.tsx'
import { Main } from '../../ground/page/main.tsx'
import { type PageHandle, pageLoader, usePageParams } from '../../ground/page/page.ts'
import { Waiting } from '../../ground/page/waiting.tsx'
import { links } from '../../ground/paths/links.ts'
import { memberPaths } from '../../ground/paths/member-links.ts'
import { useSite, useText } from '../../ground/site/site.ts'
import { ButtonLink } from '../../ground/ui/button.tsx'
import { PageHead } from '../../ground/ui/page-head.tsx'
import { PageTitle } from '../../ground/ui/page-title.tsx'
import { RefusalNote } from '../../ground/ui/refusal-note.tsx'
import { type CollectionView, collectionQuery } from '../../public/collections/queries.ts'
import { Curation } from './curation.tsx'
import { DeleteCollection } from './delete-collection.tsx'
import { CollectionForm } from './form.tsx'

export const handle: PageHandle = { namespaces: ['collections', 'nodes', 'forms'] }
export const loader = pageLoader(memberPaths.editCollection, handle, async () => {})

export function Component() {
  const { collectionId } = usePageParams(memberPaths.editCollection)
  const t = useText('collections')
  return (
    <>
      <PageHead title={t('edit')} />
      <SignedInOnly>{() => <Loaded collectionId={collectionId} />}</SignedInOnly>
    </>
  )
}

function Loaded({ collectionId }: { collectionId: string }) {
  const site = useSite()
  const may = useMay()
  const collection = useQuery(collectionQuery(site, collectionId))
  const own = useQuery(ownCollectionsQuery(site))
  if (collection.error)
    return (
      <Main>
        <RefusalNote problem={collection.error} />
      </Main>
    )
  if (!collection.data || !own.data) return <Waiting />
  const isOwn =
    may(updateCollection) && !collection.data.is_curated && own.data.some(({ id }) => id === collectionId)
  if (!isOwn && !may(curateCollection))
    return <InsteadOfPage status={404} problem={{ code: 'collection_not_found', message: '' }} />
  return <Editor key={collectionId} collection={collection.data} />
}

function Editor({ collection }: { collection: CollectionView }) {
  const t = useText('collections')
  const may = useMay()
  return (
    <Main className="grid max-w-4xl! grid-cols-1 content-start gap-8">
      <PageTitle title={t('edit')}>
        <ButtonLink to={links.collection(collection.id)}>{t('open')}</ButtonLink>
      </PageTitle>
      <CollectionForm collection={collection} />
      {may(curateCollection) && <Curation collection={collection} />}
      <DeleteCollection collection={collection} />
    </Main>
  )
}
