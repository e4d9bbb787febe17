import { deleteToken, type PersonalAccessToken } from '@nodeyard/contract/people'
import { useState } from 'react'
import { useFormats, useSite, useText } from '../../ground/site/site.ts'
import { formatsOf } from '../../ground/texts/formats.ts'
import { Badge } from '../../ground/ui/badge.tsx'
import { Button } from '../../ground/ui/button.tsx'
import { Dialog, DialogEnd } from '../../ground/ui/dialog.tsx'
import { PartRow } from '../../ground/ui/part.tsx'
import { RefusalNote } from '../../ground/ui/refusal-note.tsx'
import { useAction } from '../../ground/ui/use-action.ts'
import type { Managed } from '../publishers/manage-layout.tsx'
import { scopeNameOf } from './scope.ts'
import { stopReasonTexts } from './stop-reasons.ts'

const soonMs = 14 * 86_400_000

/** A token without its secret: its permissions, creator and last use. */
export function TokenRow({
  token,
  managed: { publisher, may },
  now,
}: {
  token: PersonalAccessToken
  managed: Pick<Managed, 'publisher' | 'may'>
  now: number
}) {
  const t = useText('tokens')
  const [isAsking, setAsking] = useState(false)
  const isOver = token.revokedAt !== undefined || (token.expiresAt && Date.parse(token.expiresAt) <= now)
  const name = token.name || t('without_name')
  return (
    <PartRow
      action={
        !isOver &&
        may(deleteToken) && (
          <Button look="risky" aria-label={t('revoke_name', { name })} onClick={() => setAsking(true)}>
            {t('revoke')}
          </Button>
        )
      }
    >
      <div className="grid min-w-0 gap-1">
        <p className="flex flex-wrap items-center gap-2">
          <bdi className="font-medium wrap-anywhere">{name}</bdi>
          <code className="font-mono text-xs text-muted" dir="ltr">
            {token.token}
          </code>
          <StateBadge token={token} now={now} />
        </p>
        {token.description && (
          <p dir="auto" className="text-sm wrap-anywhere">
            {token.description}
          </p>
        )}
        <p className="text-sm text-pretty">
          {t(scopeNameOf(token.actions))} · <Scope nodes={token.nodes} />
        </p>
        <Times token={token} />
      </div>
      {isAsking && (
        <Revoke token={token} name={name} publisherId={publisher.id} onClose={() => setAsking(false)} />
      )}
    </PartRow>
  )
}

function StateBadge({
  token: { revokedAt, expiresAt, stoppedBecause },
  now,
}: {
  token: PersonalAccessToken
  now: number
}) {
  const t = useText('tokens')
  if (revokedAt) return <Badge tone="danger">{t('revoked')}</Badge>
  if (stoppedBecause) return <Badge tone="danger">{t('stopped')}</Badge>
  if (!expiresAt) return <Badge tone="warn">{t('never_expires')}</Badge>
  const left = Date.parse(expiresAt) - now
  if (left <= 0) return <Badge>{t('expired')}</Badge>
  return left < soonMs ? <Badge tone="warn">{t('expires_soon')}</Badge> : null
}

function Scope({ nodes }: { nodes: readonly string[] | undefined }) {
  const t = useText('tokens')
  const formats = useFormats()
  if (!nodes) return t('all_nodes')
  return (
    <>
      {t('only_nodes', { count: nodes.length })}{' '}
      <bdi className="font-mono text-xs wrap-anywhere">{formats.list([...nodes])}</bdi>
    </>
  )
}

/** Times as whole sentences. */
function Times({ token }: { token: PersonalAccessToken }) {
  const t = useText('tokens')
  const formats = useFormats()
  const { createdAt, createdBy, lastUsedAt, expiresAt, revokedAt, revokedBy, stoppedBecause } = token
  const date = formats.date(createdAt)
  const sentences = [
    createdBy ? t('made_by', { name: createdBy, date }) : t('made', { date }),
    lastUsedAt ? t('last_used', { date: formats.dateTime(lastUsedAt) }) : t('never_used'),
    ...(stoppedBecause ? [t(stopReasonTexts[stoppedBecause])] : []),
    ...(revokedAt
      ? [t('revoked_by', { name: revokedBy ?? t('somebody'), date: formats.dateTime(revokedAt) })]
      : expiresAt
        ? [t('expires', { date: formats.date(expiresAt) })]
        : []),
  ]
  return <p className="text-sm text-muted text-pretty">{sentences.join(' ')}</p>
}

/** Revokes a token after a confirmation that names the consequences. */
function Revoke({
  token: { id: tokenId, lastUsedAt },
  name,
  publisherId,
  onClose,
}: {
  token: PersonalAccessToken
  name: string
  publisherId: string
  onClose(): void
}) {
  const t = useText('tokens')
  const { registry, settings } = useSite()
  const { run, isRunning, problem } = useAction()
  const revoke = async () => {
    const call = () => registry.call(deleteToken, { params: { publisherId, tokenId } })
    if (await run(call, t('revoked_toast', { name }))) onClose()
  }
  return (
    <Dialog title={t('revoke_title', { name })} onClose={onClose}>
      <p className="text-sm text-pretty">{t('revoke_lead')}</p>
      <p className="text-sm text-muted">
        {lastUsedAt
          ? t('last_used', { date: formatsOf(settings.locale).dateTime(lastUsedAt) })
          : t('never_used')}
      </p>
      <RefusalNote problem={problem} />
      <DialogEnd action={t('revoke')} look="danger" disabled={isRunning} onAct={revoke} onCancel={onClose} />
    </Dialog>
  )
}
