import { limits } from '@nodeyard/contract/limits'
import { endTransfer, type NodeDetail, offerNode } from '@nodeyard/contract/packs'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useDraft } from '../../ground/forms/draft.ts'
import { Field } from '../../ground/forms/field.tsx'
import { Form, Submit } from '../../ground/forms/form.tsx'
import { pageLoader, usePageParams } from '../../ground/page/page.ts'
import { managePaths } from '../../ground/paths/manage-links.ts'
import { useFormats, useSite, useText } from '../../ground/site/site.ts'
import { Button } from '../../ground/ui/button.tsx'
import { LoadProblem } from '../../ground/ui/load-problem.tsx'
import { Notice } from '../../ground/ui/notice.tsx'
import { Part } from '../../ground/ui/part.tsx'
import { Question } from '../../ground/ui/question.tsx'
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
  const versions = useQuery(reportsQuery(site, node.id))
  if (!may(offerNode)) return <p className="text-muted">{t('owners_only')}</p>
  const failed = [offer, versions].find(({ error, data }) => error && data === undefined)
  if (failed) return <LoadProblem problem={failed.error} retry={() => void failed.refetch()} />
  const isReading = isAllowed && offer.data === undefined
  if (isReading || !versions.data) return <Spinner />
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
  const { registry, queries } = useSite()
  const formats = useFormats()
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
  const [isAsking, setAsking] = useState(false)
  const to = draft.value.trim().replace(/^@/, '')
  const submit = async () => setAsking(to !== '')
  const offer = async () => {
    const params = { publisherId, nodeId: node.id }
    if (await run(() => registry.call(offerNode, { params, body: { to } }), t('offer_made'))) {
      draft.clear()
      await queries.invalidateQueries({ queryKey: ['publishers', publisherId, 'transfers'] })
    }
  }
  return (
    <Form draft={draft} problem={problem} onSubmit={submit} className="grid max-w-md gap-4">
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
      <Submit disabled={isRunning || draft.value.trim() === ''}>{t('make_offer')}</Submit>
      {isAsking && (
        <Question
          title={t('offer_question', { node: node.id, publisher: to })}
          action={t('make_offer')}
          onConfirm={() => void offer()}
          onClose={() => setAsking(false)}
        />
      )}
    </Form>
  )
}
