import type { ResponseOf } from '@nodeyard/contract/ground'
import type { Node } from '@nodeyard/contract/packs'
import { readProjectPublisher, updateNodeAsAdmin } from '@nodeyard/contract/safety'
import { useState } from 'react'
import { Form } from '../../ground/forms/form.tsx'
import { useSite, useText } from '../../ground/site/site.ts'
import { Button } from '../../ground/ui/button.tsx'
import { Dialog } from '../../ground/ui/dialog.tsx'
import { RefusalNote } from '../../ground/ui/refusal-note.tsx'
import { useAction } from '../../ground/ui/use-action.ts'
import { useAdminToken } from '../kit/use-admin-token.ts'
import { useRegistryChange } from '../kit/use-change.ts'
import { PublisherPicker } from '../publishers/publisher-picker.tsx'
import { RepositoryLink } from './node-cells.tsx'

type Found = ResponseOf<typeof readProjectPublisher>

/**
 * Assigns an unclaimed node to a publisher. The project file on the repository's main branch must name the
 * publisher. Source: API contract 37.4.
 */
export function AssignDialog({ node, onClose }: { node: Node; onClose(): void }) {
  const t = useText('admin-registry')
  const common = useText('common')
  const { registry } = useSite()
  const { call } = useAdminToken()
  const changed = useRegistryChange()
  const { run, isRunning, problem } = useAction()
  const [chosen, setChosen] = useState('')
  const [found, setFound] = useState<Found>()
  const params = { nodeId: node.id }
  const isVerified = chosen !== '' && found?.publisherId === chosen
  const verify = () =>
    void run(async () => {
      setFound(undefined)
      setFound(await registry.call(readProjectPublisher, { params }))
    })
  const claim = async () => {
    if (!isVerified) return
    const body = { publisher: { id: chosen } }
    const move = async () => {
      await call(updateNodeAsAdmin, { params, body })
      await changed(t('node_moved', { name: node.id, value: chosen }))
    }
    if (await run(move)) onClose()
  }
  return (
    <Dialog title={t('assign_node', { name: node.id })} onClose={onClose}>
      <Form onSubmit={claim} className="grid gap-4 text-sm">
        <p className="text-pretty">{t('assign_lead')}</p>
        <RepositoryLink address={node.repository} />
        <PublisherPicker chosen={chosen} onChoose={setChosen} />
        <RefusalNote problem={problem} />
        <Verdict found={found} chosen={chosen} />
        <div className="flex flex-wrap justify-end gap-2">
          <Button onClick={onClose}>{common('cancel')}</Button>
          <Button onClick={verify} disabled={isRunning || !chosen}>
            {t('verify_publisher')}
          </Button>
          <Button type="submit" look="primary" disabled={isRunning || !isVerified}>
            {t('claim')}
          </Button>
        </div>
      </Form>
    </Dialog>
  )
}

function Verdict({ found, chosen }: { found: Found | undefined; chosen: string }) {
  const t = useText('admin-registry')
  if (!found) return null
  const { publisherId, repository } = found
  const isRight = publisherId === chosen
  return (
    <p role="status" className={isRight ? 'font-medium text-accent-strong' : 'font-medium text-danger'}>
      {publisherId === undefined
        ? t('project_names_none', { name: repository })
        : t(isRight ? 'project_names_it' : 'project_names_another', {
            name: repository,
            value: publisherId,
          })}
    </p>
  )
}
