import { useSyncExternalStore } from 'react'
import { useNavigate } from 'react-router'
import { links } from '../../ground/paths/links.ts'
import { useText } from '../../ground/site/site.ts'
import { Button, ButtonAnchor } from '../../ground/ui/button.tsx'
import { handOver } from '../../ground/ui/handed-over.ts'
import { Icon } from '../../ground/ui/icon.tsx'
import { defaultAddress, rememberedAddress } from './open-tool.tsx'
import type { WorkflowView } from './workflow-queries.ts'

interface WorkflowActs {
  of: { nodeId: string; version: string; place: number }
  workflow: WorkflowView
}

/** Actions for a workflow: find its missing packs, open it in the tool, or download its file. */
export function WorkflowActs({ of, workflow }: WorkflowActs) {
  const t = useText('workflows')
  const navigate = useNavigate()
  const tool = useSyncExternalStore(never, rememberedAddress, () => defaultAddress)
  const resolve = () => {
    handOver(asWorkflow(workflow))
    void navigate(links.resolve())
  }
  const file = workflow.path.slice(workflow.path.lastIndexOf('/') + 1).replace(/\.\w+$/, '')
  const address = `${tool}?${new URLSearchParams({ template: file, source: of.nodeId })}`
  return (
    <div className="flex flex-wrap gap-2 print:hidden">
      <Button look="flow" onClick={resolve}>
        <Icon name="drop" />
        {t('resolve')}
      </Button>
      {workflow.kind !== 'blueprint' && (
        <ButtonAnchor href={address} rel="noopener nofollow" title={t('open_hint')}>
          <Icon name="external" className="mirrored" />
          {t('open')}
        </ButtonAnchor>
      )}
      <ButtonAnchor
        href={`${links.workflow(of.nodeId, of.version, of.place)}/file`}
        download={workflow.path.slice(workflow.path.lastIndexOf('/') + 1)}
        rel="nofollow"
      >
        <Icon name="download" />
        {t('download')}
      </ButtonAnchor>
    </div>
  )
}

/** As the resolver reads it: the names and what the editor recorded of them. */
function asWorkflow({ uses }: WorkflowView): string {
  return JSON.stringify({
    nodes: uses.map(({ comfy_node_name: type, node_id, version, repository }, id) => ({
      id,
      type,
      properties: {
        ...(node_id ? { cnr_id: node_id } : {}),
        ...(version ? { ver: version } : {}),
        ...(repository ? { aux_id: repository } : {}),
      },
    })),
    links: [],
  })
}

const never = () => () => {}
