import { updateNode } from '@nodeyard/contract/nodes'
import { Part } from '../account/part.tsx'
import { pageLoader, usePageParams } from '../page.ts'
import { useText } from '../site.ts'
import { Badges } from './badges.tsx'
import { DetailsForm } from './details-form.tsx'
import { managePaths } from './links.ts'
import { ManageNodeLayout, manageHandle } from './node-layout.tsx'

export const handle = manageHandle
export const loader = pageLoader(managePaths.details, handle, async () => {})

export function Component() {
  const { nodeId } = usePageParams(managePaths.details)
  const t = useText('manage')
  return (
    <ManageNodeLayout nodeId={nodeId} title={t('details')}>
      {({ node, may }) => (
        <>
          <Part title={t('details')} lead={may(updateNode) ? t('details_lead') : t('details_of_owners')}>
            <DetailsForm node={node} isReadOnly={!may(updateNode)} />
          </Part>
          {node.status === 'NodeStatusActive' && <Badges nodeId={node.id} />}
        </>
      )}
    </ManageNodeLayout>
  )
}
