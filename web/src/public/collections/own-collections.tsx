import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useNavigate } from 'react-router'
import { NewCollection } from '../../account/collections/new-collection.tsx'
import { ownCollectionsQuery } from '../../account/collections/queries.ts'
import { memberLinks } from '../../ground/paths/member-links.ts'
import { useSite, useText } from '../../ground/site/site.ts'
import { Button } from '../../ground/ui/button.tsx'
import { Icon } from '../../ground/ui/icon.tsx'
import { Loading } from '../../ground/ui/loading.tsx'
import { NothingHere, Section } from '../../ground/ui/section.tsx'
import { CollectionList } from './collection-card.tsx'

/** The collections of the signed-in user, and a form for another one. */
export function OwnCollections() {
  const t = useText('collections')
  const { data, error, refetch } = useQuery(ownCollectionsQuery(useSite()))
  const navigate = useNavigate()
  const [isCreating, setCreating] = useState(false)
  return (
    <Section
      title={t('yours')}
      wayOn={
        <Button look="primary" aria-expanded={isCreating} onClick={() => setCreating(!isCreating)}>
          <Icon name="plus" className="size-4" />
          {t('new')}
        </Button>
      }
    >
      {isCreating && (
        <div className="max-w-md">
          <NewCollection
            submitText={t('create')}
            onCreated={({ id }) => void navigate(memberLinks.editCollection(id))}
          />
        </div>
      )}
      {!data && <Loading error={error} retry={refetch} />}
      {data?.length === 0 && <NothingHere icon="list">{t('none_yours')}</NothingHere>}
      {data && data.length > 0 && <CollectionList collections={data} />}
    </Section>
  )
}
