import { updateNode } from '@nodeyard/contract/packs'
import { useActsAsAdmin, useMay } from '../../account/access/use-may.ts'
import { manageLinks } from '../../ground/paths/manage-links.ts'
import { useText } from '../../ground/site/site.ts'
import { ButtonLink } from '../../ground/ui/button.tsx'

/** Links to the management of a node, for users with access. */
export function ManageLink({ nodeId, publisherId }: { nodeId: string; publisherId: string }) {
  const t = useText('nodes')
  const may = useMay(publisherId)
  const isAdmin = useActsAsAdmin(publisherId)
  if (!may(updateNode)) return null
  return (
    <ButtonLink to={manageLinks.details(nodeId)} className="justify-self-start">
      {t(isAdmin ? 'manage_as_admin' : 'manage_node')}
    </ButtonLink>
  )
}
