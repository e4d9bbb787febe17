import { updateNodeAsAdmin } from '@nodeyard/contract/admin'
import { type Node, updateNode } from '@nodeyard/contract/nodes'
import type { Route } from '@nodeyard/contract/route'
import { unclaimedPublisherId } from '@nodeyard/contract/shapes'
import { useState } from 'react'
import { useMay } from '../../account/access/use-may.ts'
import { useText } from '../../ground/site/site.ts'
import type { TextKey } from '../../ground/texts/texts.ts'
import { Button } from '../../ground/ui/button.tsx'
import { type NodeAct, NodeActDialog } from './node-dialogs.tsx'

interface Offer {
  act: NodeAct
  route: Route
  text: TextKey<'admin-registry'>
  isFor(node: Node): boolean
}

const isClaimed = ({ publisher }: Node) => publisher.id !== unclaimedPublisherId
const offers: readonly Offer[] = [
  { act: 'edit', route: updateNode, text: 'edit', isFor: () => true },
  { act: 'ban', route: updateNodeAsAdmin, text: 'ban', isFor: ({ status }) => status === 'NodeStatusActive' },
  {
    act: 'unban',
    route: updateNodeAsAdmin,
    text: 'unban',
    isFor: ({ status }) => status === 'NodeStatusBanned',
  },
  { act: 'move', route: updateNodeAsAdmin, text: 'move', isFor: () => true },
  { act: 'unclaim', route: updateNodeAsAdmin, text: 'unclaim', isFor: isClaimed },
]

/** What an admin can do with a node, as buttons with a question behind each. */
export function NodeActs({ node, only }: { node: Node; only?: readonly NodeAct[] }) {
  const t = useText('admin-registry')
  const may = useMay()
  const [act, setAct] = useState<NodeAct>()
  const shown = offers.filter(
    (offer) => (!only || only.includes(offer.act)) && offer.isFor(node) && may(offer.route),
  )
  return (
    <div className="flex flex-wrap gap-1.5">
      {shown.map((offer) => (
        <Button
          key={offer.act}
          aria-label={t('act_on', { value: t(offer.text), name: node.id })}
          onClick={() => setAct(offer.act)}
        >
          {t(offer.text)}
        </Button>
      ))}
      {act && <NodeActDialog act={act} node={node} onClose={() => setAct(undefined)} />}
    </div>
  )
}
