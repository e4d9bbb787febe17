import { listPublisherEvents } from '@nodeyard/contract/people'
import { useActsAsAdmin, useMay } from '../../account/access/use-may.ts'
import { links } from '../../ground/paths/links.ts'
import { useText } from '../../ground/site/site.ts'
import { ButtonLink } from '../../ground/ui/button.tsx'

/** Links to the management of a publisher, for users with access. */
export function ManageLink({ publisherId }: { publisherId: string }) {
  const t = useText('nodes')
  const may = useMay(publisherId)
  const isAdmin = useActsAsAdmin(publisherId)
  if (!may(listPublisherEvents)) return null
  return (
    <ButtonLink to={links.managePublisher(publisherId)} className="justify-self-start">
      {t(isAdmin ? 'manage_as_admin' : 'manage_node')}
    </ButtonLink>
  )
}
