import { decideReplacement, listNodeReplacements, type StoredReplacement } from '@nodeyard/contract/packs'
import { useQuery } from '@tanstack/react-query'
import { routeQuery } from '../../ground/site/route-query.ts'
import { useSite, useText } from '../../ground/site/site.ts'
import { Badge } from '../../ground/ui/badge.tsx'
import { Button } from '../../ground/ui/button.tsx'
import { Part, PartRow } from '../../ground/ui/part.tsx'
import { RefusalNote } from '../../ground/ui/refusal-note.tsx'
import type { ManagedNode } from './node-layout.tsx'
import { useNodeAction } from './use-node-action.ts'

/** Renames that the registry inferred from two versions, for an owner to confirm or refuse. */
export function RenamedNodes({ managed: { node, may } }: { managed: ManagedNode }) {
  const t = useText('manage')
  const site = useSite()
  const mayDecide = may(decideReplacement)
  const { data = [] } = useQuery({
    ...routeQuery(
      site,
      listNodeReplacements,
      { params: { publisherId: node.publisher.id, nodeId: node.id } },
      ({ replacements }) => replacements,
    ),
    queryKey: ['nodes', node.id, 'replacements'],
    enabled: mayDecide,
  })
  const action = useNodeAction(node.id)
  if (data.length === 0) return null
  const decide = (one: StoredReplacement, status: 'confirmed' | 'refused') =>
    action.run(
      () =>
        site.registry.call(decideReplacement, {
          params: { publisherId: node.publisher.id, nodeId: node.id, replacementId: one.id },
          body: { status },
        }),
      t('saved'),
    )
  return (
    <Part id="renamed" title={t('renamed_title')} lead={t('renamed_lead')}>
      <RefusalNote problem={action.problem} />
      <ul>
        {data.map((one) => (
          <PartRow
            key={one.id}
            action={
              <Decision
                one={one}
                isRunning={action.isRunning}
                decide={(status) => void decide(one, status)}
              />
            }
          >
            <span className="min-w-0 font-mono text-sm wrap-anywhere">
              <bdi>{one.old_node_id}</bdi> → <bdi>{one.new_node_id}</bdi>
            </span>
          </PartRow>
        ))}
      </ul>
    </Part>
  )
}

interface DecisionProps {
  one: StoredReplacement
  isRunning: boolean
  decide(status: 'confirmed' | 'refused'): void
}

function Decision({ one: { status, origin, old_node_id: name }, isRunning, decide }: DecisionProps) {
  const t = useText('manage')
  if (origin !== 'inferred') return <Badge>{t('renamed_by_moderators')}</Badge>
  return (
    <div className="flex flex-wrap items-center gap-2">
      {status !== 'proposed' && (
        <Badge tone={status === 'confirmed' ? 'accent' : 'plain'}>
          {t(status === 'confirmed' ? 'renamed_confirmed' : 'renamed_refused')}
        </Badge>
      )}
      {status !== 'confirmed' && (
        <Button
          disabled={isRunning}
          aria-label={t('renamed_confirm_named', { name })}
          onClick={() => decide('confirmed')}
        >
          {t('renamed_confirm')}
        </Button>
      )}
      {status !== 'refused' && (
        <Button
          look="quiet"
          disabled={isRunning}
          aria-label={t('renamed_refuse_named', { name })}
          onClick={() => decide('refused')}
        >
          {t('renamed_refuse')}
        </Button>
      )}
    </div>
  )
}
