import {
  type CiIssuer,
  deleteTrustedPublisher,
  type TrustedPublisher,
  updateTrustedPublisher,
} from '@nodeyard/contract/packs'
import { useState } from 'react'
import { useFormats, useSite, useText } from '../../ground/site/site.ts'
import { Badge } from '../../ground/ui/badge.tsx'
import { Button } from '../../ground/ui/button.tsx'
import { CopyButton } from '../../ground/ui/copy-button.tsx'
import { Dialog, DialogEnd } from '../../ground/ui/dialog.tsx'
import { PartRow } from '../../ground/ui/part.tsx'
import { RefusalNote } from '../../ground/ui/refusal-note.tsx'
import { useAction } from '../../ground/ui/use-action.ts'
import type { Managed } from '../publishers/manage-layout.tsx'
import { ciFile, ciPath } from './ci-file.ts'
import { issuerName } from './issuer-name.ts'
import { stopReasonTexts } from './stop-reasons.ts'
import { TrustedPublisherForm } from './trusted-publisher-form.tsx'

interface Row {
  trusted: TrustedPublisher
  managed: Managed
  issuers: readonly CiIssuer[]
  audience: string
}

/** A build that can publish one node, with its CI file. */
export function TrustedPublisherRow({ trusted, managed: { publisher, may }, issuers, audience }: Row) {
  const t = useText('tokens')
  const [shown, setShown] = useState<'edit' | 'delete' | 'file'>()
  const issuer = issuers.find((one) => one.issuer === trusted.issuer)
  const name = trusted.node_id
  const toggle = (part: 'edit' | 'file') => setShown(shown === part ? undefined : part)
  const close = () => setShown(undefined)
  return (
    <PartRow>
      <div className="grid w-full min-w-0 gap-2">
        <Summary trusted={trusted} issuer={issuer} />
        <Uses trusted={trusted} />
        <div className="flex flex-wrap gap-2">
          {issuer && (
            <Button
              aria-expanded={shown === 'file'}
              aria-label={t('ci_file_name', { name })}
              onClick={() => toggle('file')}
            >
              {t('ci_file')}
            </Button>
          )}
          {may(updateTrustedPublisher) && (
            <Button
              aria-expanded={shown === 'edit'}
              aria-label={t('edit_name', { name })}
              onClick={() => toggle('edit')}
            >
              {t('edit')}
            </Button>
          )}
          {may(deleteTrustedPublisher) && (
            <Button look="risky" aria-label={t('delete_name', { name })} onClick={() => setShown('delete')}>
              {t('delete')}
            </Button>
          )}
        </div>
        {shown === 'file' && issuer && <CiFile trusted={trusted} issuer={issuer} audience={audience} />}
        {shown === 'edit' && (
          <TrustedPublisherForm
            publisherId={publisher.id}
            issuers={issuers}
            trusted={trusted}
            onDone={close}
          />
        )}
        {shown === 'delete' && <Delete trusted={trusted} publisherId={publisher.id} onClose={close} />}
      </div>
    </PartRow>
  )
}

function Summary({ trusted, issuer }: { trusted: TrustedPublisher; issuer: CiIssuer | undefined }) {
  const t = useText('tokens')
  return (
    <>
      <p className="flex flex-wrap items-center gap-2">
        <bdi className="font-medium wrap-anywhere">{trusted.node_id}</bdi>
        {trusted.stoppedBecause && <Badge tone="danger">{t('stopped')}</Badge>}
        {trusted.environment && (
          <Badge>
            <bdi>{trusted.environment}</bdi>
          </Badge>
        )}
        {trusted.ref && (
          <Badge>
            <bdi>{trusted.ref}</bdi>
          </Badge>
        )}
      </p>
      <p className="text-sm wrap-anywhere">
        <bdi>
          {trusted.repository} · {trusted.workflow}
        </bdi>
      </p>
      <p className="text-sm text-muted">{issuer ? issuerName(issuer) : t('issuer_gone')}</p>
    </>
  )
}

function Uses({ trusted }: { trusted: TrustedPublisher }) {
  const t = useText('tokens')
  const formats = useFormats()
  const { createdAt, createdBy, lastUsedAt, repository_owner_id: owner, stoppedBecause } = trusted
  const date = formats.date(createdAt)
  const sentences = [
    createdBy ? t('made_by', { name: createdBy, date }) : t('made', { date }),
    lastUsedAt ? t('last_used', { date: formats.dateTime(lastUsedAt) }) : t('never_used'),
    owner ? t('bound', { text: owner }) : t('not_bound'),
    ...(stoppedBecause ? [t(stopReasonTexts[stoppedBecause]), t('save_again')] : []),
  ]
  return <p className="text-sm text-muted text-pretty">{sentences.join(' ')}</p>
}

function CiFile({
  trusted,
  issuer: { kind },
  audience,
}: {
  trusted: TrustedPublisher
  issuer: CiIssuer
  audience: string
}) {
  const t = useText('tokens')
  const { apiUrl } = useSite().settings
  const { workflow, environment, ref } = trusted
  const text = ciFile({ kind, apiUrl, audience, workflow, environment, ref })
  const path = ciPath({ kind, workflow })
  return (
    <figure className="grid min-w-0 gap-2">
      <figcaption className="text-sm text-pretty">{t('ci_file_lead', { file: path })}</figcaption>
      <div className="relative w-0 min-w-full rounded-md border border-line bg-sunken" dir="ltr">
        <div className="absolute end-1 top-1 bg-sunken">
          <CopyButton text={text} label={t('copy_file')} />
        </div>
        {/* biome-ignore lint/a11y/noNoninteractiveTabindex: scrollable content must be reachable by keyboard */}
        <section tabIndex={0} aria-label={path} className="max-h-96 overflow-auto p-3 pe-12">
          <pre className="font-mono text-xs">{text}</pre>
        </section>
      </div>
    </figure>
  )
}

function Delete({
  trusted,
  publisherId,
  onClose,
}: {
  trusted: TrustedPublisher
  publisherId: string
  onClose(): void
}) {
  const t = useText('tokens')
  const { registry } = useSite()
  const { run, isRunning, problem } = useAction()
  const remove = async () => {
    const params = { publisherId, trustedPublisherId: trusted.id }
    if (await run(() => registry.call(deleteTrustedPublisher, { params }), t('deleted'))) onClose()
  }
  return (
    <Dialog title={t('delete_title', { name: trusted.node_id })} onClose={onClose}>
      <p className="text-sm text-pretty">{t('delete_lead', { text: trusted.repository })}</p>
      <RefusalNote problem={problem} />
      <DialogEnd action={t('delete')} look="danger" disabled={isRunning} onAct={remove} onCancel={onClose} />
    </Dialog>
  )
}
