import { setReadingOptOut, updateNode } from '@nodeyard/contract/packs'
import { pageLoader, usePageParams } from '../../ground/page/page.ts'
import { managePaths } from '../../ground/paths/manage-links.ts'
import { useText } from '../../ground/site/site.ts'
import { Part } from '../../ground/ui/part.tsx'
import { Badges } from './badges.tsx'
import { DetailsForm } from './details-form.tsx'
import { ManageNodeLayout, manageHandle } from './node-layout.tsx'
import { ReadingPart } from './reading-part.tsx'
import { Score } from './score.tsx'

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
          {may(setReadingOptOut) && !node.latest_version && node.repository && <ReadingPart node={node} />}
          <Score nodeId={node.id} />
          {node.status === 'NodeStatusActive' && <Badges nodeId={node.id} />}
        </>
      )}
    </ManageNodeLayout>
  )
}
