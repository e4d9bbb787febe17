import { createInvitation, listInvitations } from '@nodeyard/contract/people'
import { type PageHandle, pageLoader, usePageParams } from '../../ground/page/page.ts'
import { memberPaths } from '../../ground/paths/member-links.ts'
import { publisherQuery } from '../../public/publishers/queries.ts'
import { Invitations } from './invitations.tsx'
import { ManageLayout } from './manage-layout.tsx'
import { Members } from './members.tsx'

export const handle: PageHandle = { namespaces: ['workspace', 'forms'] }
export const loader = pageLoader(memberPaths.publisherMembers, handle, ({ site, params: { publisherId } }) =>
  site.queries.ensureQueryData(publisherQuery(site, publisherId)),
)

export function Component() {
  const { publisherId } = usePageParams(memberPaths.publisherMembers)
  return (
    <ManageLayout publisherId={publisherId} tab="members">
      {(managed) => (
        <div className="grid gap-6">
          <Members managed={managed} />
          {managed.may(listInvitations) && (
            <Invitations publisherId={publisherId} mayInvite={managed.may(createInvitation)} />
          )}
        </div>
      )}
    </ManageLayout>
  )
}
