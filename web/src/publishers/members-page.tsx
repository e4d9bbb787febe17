import { createInvitation, listInvitations } from '@nodeyard/contract/publishers'
import { memberPaths } from '../account/member-links.ts'
import { type PageHandle, pageLoader, usePageParams } from '../page.ts'
import { Invitations } from './invitations.tsx'
import { ManageLayout } from './manage-layout.tsx'
import { Members } from './members.tsx'
import { publisherQuery } from './queries.ts'

export const handle: PageHandle = { namespaces: ['workspace', 'forms'] }
export const loader = pageLoader(memberPaths.publisherMembers, handle, ({ site, params: { publisherId } }) =>
  site.queries.ensureQueryData(publisherQuery(site, publisherId)),
)

export function Component() {
  const { publisherId } = usePageParams(memberPaths.publisherMembers)
  return (
    <ManageLayout publisherId={publisherId} tab="members">
      {(managed) => (
        <div className="grid max-w-3xl gap-6">
          <Members managed={managed} />
          {managed.may(listInvitations) && (
            <Invitations publisherId={publisherId} mayInvite={managed.may(createInvitation)} />
          )}
        </div>
      )}
    </ManageLayout>
  )
}
