import type { Node } from '@nodeyard/contract/nodes'
import { type PageHandle, pageLoader } from '../../ground/page/page.ts'
import { useText } from '../../ground/site/site.ts'
import { Badge } from '../../ground/ui/badge.tsx'
import { AdminPage } from '../kit/admin-layout.tsx'
import { adminPaths } from '../kit/admin-paths.ts'
import { MarkedNodes } from './marked-nodes.tsx'
import { PreemptedNamesDialog } from './node-values.tsx'

export const handle: PageHandle = { namespaces: ['admin', 'admin-registry', 'forms'] }
export const loader = pageLoader(adminPaths.preempted, handle, async () => {})

export function Component() {
  const t = useText('admin-registry')
  const admin = useText('admin')
  return (
    <AdminPage title={admin('nav_preempted')} lead={t('preempted_lead')}>
      <MarkedNodes
        path={adminPaths.preempted}
        mark="preempted-names"
        sort="downloads"
        column={t('preempted_names')}
        onlyText={t('only_preempting')}
        cell={(node) => <FirstNames node={node} />}
        dialog={(node, onClose) => <PreemptedNamesDialog key={node.id} node={node} onClose={onClose} />}
      />
    </AdminPage>
  )
}

const shown = 3

function FirstNames({ node: { preempted_comfy_node_names: names } }: { node: Node }) {
  if (names.length === 0) return '–'
  return (
    <ul className="flex flex-wrap gap-1">
      {names.slice(0, shown).map((name) => (
        <li key={name}>
          <Badge>
            <bdi className="max-w-48 truncate">{name}</bdi>
          </Badge>
        </li>
      ))}
      {names.length > shown && <li className="text-xs text-muted">+{names.length - shown}</li>}
    </ul>
  )
}
