import { listDecisions, revokeDecision, type ScanDecision } from '@nodeyard/contract/safety'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useMay } from '../../account/access/use-may.ts'
import { routeQuery } from '../../ground/site/route-query.ts'
import { useFormats, useSite, useText } from '../../ground/site/site.ts'
import { Badge } from '../../ground/ui/badge.tsx'
import { Button } from '../../ground/ui/button.tsx'
import { Fold } from '../../ground/ui/fold.tsx'
import { ConfirmDialog } from '../kit/confirm-dialog.tsx'
import { useAdminToken } from '../kit/use-admin-token.ts'

/** The decisions that stand for later releases of a node. */
export function NodeDecisions({ nodeId }: { nodeId: string }) {
  const t = useText('admin-review')
  const queries = useQueryClient()
  const { call } = useAdminToken()
  const [revoked, setRevoked] = useState<ScanDecision>()
  const decisions = routeQuery(useSite(), listDecisions, { query: { node_id: nodeId, limit: 50 } })
  const { data } = useQuery({ ...decisions, staleTime: 10_000 })
  if (!data || data.decisions.length === 0) return null
  return (
    <Fold className="text-sm" look="font-semibold" title={t('decisions', { count: data.total })}>
      <ul className="mt-2 grid gap-2">
        {data.decisions.map((decision) => (
          <Decision key={decision.id} decision={decision} onRevoke={() => setRevoked(decision)} />
        ))}
      </ul>
      {revoked && (
        <ConfirmDialog
          title={t('revoke')}
          lead={t('revoke_lead')}
          reason={{ key: `decision:${revoked.id}` }}
          action={t('revoke')}
          isDestructive
          things={[`${revoked.rule} ${revoked.file}`]}
          onConfirm={async (reason) => {
            await call(revokeDecision, { params: { decisionId: revoked.id }, body: { reason } })
            setRevoked(undefined)
            await queries.invalidateQueries(decisions)
          }}
          onClose={() => setRevoked(undefined)}
        />
      )}
    </Fold>
  )
}

function Decision({ decision, onRevoke }: { decision: ScanDecision; onRevoke(): void }) {
  const t = useText('admin-review')
  const may = useMay()
  const formats = useFormats()
  const isApproval = decision.verdict === 'approved'
  return (
    <li className="grid gap-1 rounded-md border border-line p-2">
      <p className="flex flex-wrap items-center gap-2">
        <Badge tone={isApproval ? 'accent' : 'danger'}>
          {t(isApproval ? 'approved_on' : 'rejected_on', { date: formats.date(decision.at) })}
        </Badge>
        <code dir="ltr" className="text-xs">
          {decision.rule}
        </code>
        <bdi dir="ltr" className="font-mono text-xs break-all text-muted">
          {`${decision.file} ${decision.name}`.trim()}
        </bdi>
        {may(revokeDecision) && (
          <Button look="quiet" onClick={onRevoke}>
            {t('revoke')}
          </Button>
        )}
      </p>
      <p className="text-muted">
        {t('decision_facts', {
          count: decision.settled,
          version: decision.version,
          date: formats.date(decision.until),
        })}
      </p>
      {decision.reason && <q className="wrap-anywhere">{decision.reason}</q>}
    </li>
  )
}
