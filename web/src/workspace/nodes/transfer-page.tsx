import { limits } from '@nodeyard/contract/limits'
import { endTransfer, type NodeDetail, offerNode } from '@nodeyard/contract/nodes'
import { useQuery } from '@tanstack/react-query'
import type { FormEvent } from 'react'
import { useDraft } from '../../ground/forms/draft.ts'
import { DraftNote } from '../../ground/forms/draft-note.tsx'
import { Field } from '../../ground/forms/field.tsx'
import { pageLoader, usePageParams } from '../../ground/page/page.ts'
import { managePaths } from '../../ground/paths/manage-links.ts'
import { useSite, useText } from '../../ground/site/site.ts'
import { formatsOf } from '../../ground/texts/formats.ts'
import { Button } from '../../ground/ui/button.tsx'
import { LoadProblem } from '../../ground/ui/load-problem.tsx'
import { Notice } from '../../ground/ui/notice.tsx'
import { Part } from '../../ground/ui/part.tsx'
import { RefusalNote } from '../../ground/ui/refusal-note.tsx'
import { Spinner } from '../../ground/ui/spinner.tsx'
import { type ManagedNode, ManageNodeLayout, manageHandle } from './node-layout.tsx'
import { offerQuery, reportsQuery } from './queries.ts'
import { useNodeAction } from './use-node-action.ts'

export const handle = manageHandle
export const loader = pageLoader(managePaths.transfer, handle, async () => {})

export function Component() {
  const { nodeId } = usePageParams(managePaths.transfer)
  const t = useText('manage')
  return (
    <ManageNodeLayout nodeId={nodeId} title={t('transfer')}>
      {(managed) => <Transfer managed={managed} />}
    </ManageNodeLayout>
  )
}

function Transfer({ managed: { node, may } }: { managed: ManagedNode }) {
  const t = useText('manage')
  const site = useSite()
  const isAllowed = may(endTransfer)
  const offer = useQuery({ ...offerQuery(site, node.publisher.id, node.id), enabled: isAllowed })
  const loading = useText('common')('loading')
  const versions = useQuery(reportsQuery(site, node.id))
  if (!may(offerNode)) return <p className="text-muted">{t('owners_only')}</p>
  const failed = [offer, versions].find(({ error, data }) => error && data === undefined)
  if (failed) return <LoadProblem problem={failed.error} retry={() => void failed.refetch()} />
  const isReading = isAllowed && offer.data === undefined
  if (isReading || !versions.data) return <Spinner label={loading} />
  return (
    <Part title={t('transfer')} lead={t('transfer_lead')}>
      <ul className="grid max-w-prose list-disc gap-1 ps-5 text-sm text-pretty">
        <li>{t('transfer_versions', { count: versions.data.length })}</li>
        <li>{t('transfer_tokens', { publisher: node.publisher.id })}</li>
        <li>{t('transfer_installs')}</li>
      </ul>
      {offer.data ? <OpenOffer node={node} offer={offer.data} /> : <OfferForm node={node} />}
    </Part>
  )
}

function OpenOffer({
  node,
  offer,
}: {
  node: NodeDetail
  offer: { id: string; to: string; expiresAt: string }
}) {
  const t = useText('manage')
  const { registry, queries, settings } = useSite()
  const formats = formatsOf(settings.locale)
  const { run, isRunning, problem } = useNodeAction(node.id)
  const publisherId = node.publisher.id
  const withdraw = async () => {
    const params = { publisherId, transferId: offer.id }
    if (await run(() => registry.call(endTransfer, { params }), t('offer_withdrawn'))) {
      await queries.invalidateQueries({ queryKey: ['publishers', publisherId, 'transfers'] })
    }
  }
  return (
    <div className="grid justify-items-start gap-3">
      <Notice tone="info" title={t('offered', { publisher: offer.to })}>
        {t('offered_until', { date: formats.date(offer.expiresAt) })}
      </Notice>
      <RefusalNote problem={problem} />
      <Button disabled={isRunning} onClick={() => void withdraw()}>
        {t('withdraw_offer')}
      </Button>
    </div>
  )
}

function OfferForm({ node }: { node: NodeDetail }) {
  const t = useText('manage')
  const { registry, queries } = useSite()
  const draft = useDraft<string>(`offer:${node.id}`, '')
  const { run, isRunning, problem } = useNodeAction(node.id)
  const publisherId = node.publisher.id
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    const to = draft.value.trim().replace(/^@/, '')
    if (to === '') return
    const params = { publisherId, nodeId: node.id }
    if (await run(() => registry.call(offerNode, { params, body: { to } }), t('offer_made'))) {
      draft.clear()
      await queries.invalidateQueries({ queryKey: ['publishers', publisherId, 'transfers'] })
    }
  }
  return (
    <form onSubmit={(event) => void submit(event)} className="grid max-w-md gap-4">
      <DraftNote draft={draft} />
      <RefusalNote problem={problem} />
      <Field
        label={t('transfer_to')}
        hint={t('transfer_to_hint')}
        dir="ltr"
        autoCapitalize="off"
        spellCheck={false}
        maxLength={limits.publisherIdLength}
        value={draft.value}
        onChange={({ target }) => draft.set(target.value)}
      />
      <Button
        type="submit"
        disabled={isRunning || draft.value.trim() === ''}
        look="primary"
        className="justify-self-start"
      >
        {t('make_offer')}
      </Button>
    </form>
  )
}
