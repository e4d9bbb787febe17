import { curateCollection, updateCollection } from '@nodeyard/contract/discovery'
import { useQuery } from '@tanstack/react-query'
import { useMay } from '../../account/access/use-may.ts'
import { ownCollectionsQuery } from '../../account/collections/queries.ts'
import { memberLinks } from '../../ground/paths/member-links.ts'
import { useSite, useText } from '../../ground/site/site.ts'
import { ButtonLink } from '../../ground/ui/button.tsx'

/** Leads authors and admins to the form. */
export function EditLink({ id, isCurated }: { id: string; isCurated: boolean }) {
  const t = useText('collections')
  const may = useMay()
  const { data } = useQuery(ownCollectionsQuery(useSite()))
  const isOwn = may(updateCollection) && !isCurated && data?.some((one) => one.id === id)
  if (!isOwn && !may(curateCollection)) return null
  return (
    <ButtonLink look="primary" to={memberLinks.editCollection(id)}>
      {t('edit')}
    </ButtonLink>
  )
}
