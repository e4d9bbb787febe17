import { acceptTransfer, endTransfer, type NodeTransfer } from '@nodeyard/contract/packs'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Link } from 'react-router'
import { links } from '../../ground/paths/links.ts'
import { useSite, useText } from '../../ground/site/site.ts'
import { formatsOf } from '../../ground/texts/formats.ts'
import { Button } from '../../ground/ui/button.tsx'
import { LoadProblem } from '../../ground/ui/load-problem.tsx'
import { Part, PartRow } from '../../ground/ui/part.tsx'
import { Question } from '../../ground/ui/question.tsx'
import { RefusalNote } from '../../ground/ui/refusal-note.tsx'
import { useAction } from '../../ground/ui/use-action.ts'
import { useSome } from '../../ground/ui/use-some.ts'
import type { Managed } from './manage-layout.tsx'
import { transfersQuery } from './queries.ts'

/**
 * Nodes that other publishers offer to this one or that it offers to them. Renders nothing without offers.
 */
export function Transfers({ managed }: { managed: Managed }) {
  const t = useText('workspace')
  const { data = [], error, refetch } = useQuery(transfersQuery(useSite(), managed.publisher.id))
  const { some, next, more } = useSome(data)
  if (error && data.length === 0) return <LoadProblem problem={error} retry={() => void refetch()} />
  if (data.length === 0) return null
  return (
    <Part title={t('transfers')} lead={t('transfers_lead')}>
      <ul>
        {some.map((transfer) => (
          <Offer key={transfer.id} transfer={transfer} managed={managed} />
        ))}
      </ul>
      {next > 0 && (
        <div>
          <Button onClick={more}>{t('show_more', { count: next })}</Button>
        </div>
      )}
    </Part>
  )
}

function Offer({ transfer, managed: { publisher, may } }: { transfer: NodeTransfer; managed: Managed }) {
  const t = useText('workspace')
  const { registry, settings } = useSite()
  const { run, isRunning, problem } = useAction()
  const [isAsking, setAsking] = useState(false)
  const { id: transferId, nodeId, from, to, expiresAt } = transfer
  const isIncoming = to === publisher.id
  const params = { publisherId: publisher.id, transferId }
  const accept = () =>
    run(() => registry.call(acceptTransfer, { params }), t('transfer_accepted', { name: nodeId }))
  const end = () => run(() => registry.call(endTransfer, { params }), t('transfer_ended'))
  return (
    <PartRow
      action={
        <div className="flex flex-wrap gap-2">
          {isIncoming && may(acceptTransfer) && (
            <Button
              look="primary"
              disabled={isRunning}
              aria-label={t('accept_name', { name: nodeId })}
              onClick={() => setAsking(true)}
            >
              {t('accept')}
            </Button>
          )}
          {may(endTransfer) && (
            <Button
              disabled={isRunning}
              aria-label={
                isIncoming ? t('decline_name', { name: nodeId }) : t('withdraw_name', { name: nodeId })
              }
              onClick={() => void end()}
            >
              {isIncoming ? t('decline') : t('withdraw')}
            </Button>
          )}
        </div>
      }
    >
      <div className="grid min-w-0 gap-1">
        <Link to={links.node(nodeId)} className="font-medium wrap-anywhere hover:underline">
          <bdi>{nodeId}</bdi>
        </Link>
        <p className="text-sm text-muted wrap-anywhere">
          {isIncoming ? t('offered_by', { name: from }) : t('offered_to', { name: to })}{' '}
          {t('open_until', { date: formatsOf(settings.locale).date(expiresAt) })}
        </p>
        <RefusalNote problem={problem} />
        {isAsking && (
          <Question
            title={t('accept_question', { name: nodeId, publisher: from })}
            action={t('accept')}
            onConfirm={() => void accept()}
            onClose={() => setAsking(false)}
          />
        )}
      </div>
    </PartRow>
  )
}
