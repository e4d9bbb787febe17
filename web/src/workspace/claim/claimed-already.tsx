import { links } from '../../ground/paths/links.ts'
import { useText } from '../../ground/site/site.ts'
import { ButtonLink } from '../../ground/ui/button.tsx'
import { Notice } from '../../ground/ui/notice.tsx'

export function ClaimedAlready({ nodeId }: { nodeId: string }) {
  const t = useText('workspace')
  const forms = useText('forms')
  return (
    <div role="alert">
      <Notice tone="danger" title={forms('refusal_node_not_unclaimed')}>
        <ButtonLink to={links.node(nodeId)} className="mt-2">
          {t('to_node')}
        </ButtonLink>
      </Notice>
    </div>
  )
}
