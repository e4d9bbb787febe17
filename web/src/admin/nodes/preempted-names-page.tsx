import type { Node } from '@nodeyard/contract/packs'
import { useText } from '../../ground/site/site.ts'
import { Badge } from '../../ground/ui/badge.tsx'
import { adminPage } from '../kit/admin-page.tsx'
import { adminPaths } from '../kit/admin-paths.ts'
import { MarkedNodes } from './marked-nodes.tsx'
import { PreemptedNamesDialog } from './node-values.tsx'

export const { handle, loader, Component } = adminPage({
  path: adminPaths.preempted,
  title: 'nav_preempted',
  namespaces: ['admin-registry', 'forms'],
  lead: (texts) => texts.of('admin-registry')('preempted_lead'),
  Content: Preempting,
})

function Preempting() {
  const t = useText('admin-registry')
  return (
    <MarkedNodes
      path={adminPaths.preempted}
      mark="preempted-names"
      sort="downloads"
      column={t('preempted_names')}
      onlyText={t('only_preempting')}
      cell={(node) => <FirstNames node={node} />}
      dialog={(node, onClose) => <PreemptedNamesDialog key={node.id} node={node} onClose={onClose} />}
    />
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
