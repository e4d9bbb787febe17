import { limits } from '@nodeyard/contract/limits'
import {
  deleteVersion,
  type NodeDetail,
  type NodeVersion,
  type PublishReport,
  unyankVersion,
  updateVersion,
  yankVersion,
} from '@nodeyard/contract/packs'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { ConfirmByName } from '../../ground/forms/confirm-by-name.tsx'
import { useDraft } from '../../ground/forms/draft.ts'
import { Form } from '../../ground/forms/form.tsx'
import { TextArea } from '../../ground/forms/text-area.tsx'
import { useSite, useText } from '../../ground/site/site.ts'
import { Button } from '../../ground/ui/button.tsx'
import { RefusalNote } from '../../ground/ui/refusal-note.tsx'
import { Section } from '../../ground/ui/section.tsx'
import type { ManagedNode } from './node-layout.tsx'
import { reportsQuery } from './queries.ts'
import { useNodeAction } from './use-node-action.ts'

interface Target {
  node: NodeDetail
  version: NodeVersion
}

/** The publisher's actions on a version. Actions that the user cannot take are left out. */
export function VersionActions({
  node,
  report: { version },
  may,
}: {
  node: NodeDetail
  report: PublishReport
  may: ManagedNode['may']
}) {
  const t = useText('manage')
  const isDeleted = version.status === 'NodeVersionStatusDeleted'
  const mayYank = version.yankedAt ? may(unyankVersion) : may(yankVersion)
  // On other versions, a yank or deprecation would have no effect.
  const isListed = version.status === 'NodeVersionStatusActive'
  if (isDeleted || !(may(updateVersion) || mayYank || may(deleteVersion))) return null
  return (
    <Section title={t('acts')}>
      <div className="grid grid-cols-1 gap-4 lg:grid-cols-2">
        {may(updateVersion) && isListed && <LoadFailures node={node} version={version} />}
        {may(updateVersion) && <Changelog node={node} version={version} />}
        {may(updateVersion) && (isListed || version.deprecated) && (
          <Deprecation node={node} version={version} />
        )}
        {mayYank && (isListed || version.yankedAt) && <Yank node={node} version={version} />}
        {may(deleteVersion) && <Deletion node={node} version={version} />}
      </div>
    </Section>
  )
}

const pathOf = ({ node, version }: Target) => ({
  publisherId: node.publisher.id,
  nodeId: node.id,
  versionId: version.id,
})

function Card({ title, lead, children }: { title: string; lead: string; children: ReactNode }) {
  return (
    <div className="grid content-start gap-3 rounded-lg border border-line bg-surface p-4">
      <h3 className="font-semibold">{title}</h3>
      <p className="text-sm text-muted text-pretty">{lead}</p>
      {children}
    </div>
  )
}

function Changelog({ node, version }: Target) {
  const t = useText('manage')
  const { registry } = useSite()
  const body = (changelog: string) => ({ changelog })
  return (
    <Card title={t('changelog')} lead={t('changelog_lead')}>
      <TextAction
        nodeId={node.id}
        draftKey={`changelog:${version.id}`}
        initial={version.changelog}
        label={t('changelog')}
        maxLength={limits.changelogLength}
        action={t('save')}
        success={t('saved')}
        send={(text) => registry.call(updateVersion, { params: pathOf({ node, version }), body: body(text) })}
      />
    </Card>
  )
}

/** Lets the publisher release a version that the tool seemingly cannot load. */
function LoadFailures({ node, version }: Target) {
  const t = useText('manage')
  const { registry } = useSite()
  const failing = (version.load_failures ?? []).filter(({ allowed }) => !allowed)
  if (failing.length === 0) return null
  const body = { allowed_failures: failing.map(({ rule }) => rule) }
  return (
    <Card title={t('broken')} lead={t('broken_lead')}>
      {failing.map(({ message }) => (
        <p key={message} dir="auto" className="text-sm">
          {message}
        </p>
      ))}
      <SimpleAction
        nodeId={node.id}
        action={t('broken_allow')}
        success={t('broken_allowed')}
        call={() => registry.call(updateVersion, { params: pathOf({ node, version }), body })}
      />
    </Card>
  )
}

function Deprecation({ node, version }: Target) {
  const t = useText('manage')
  const { registry } = useSite()
  const params = pathOf({ node, version })
  if (version.deprecated) {
    return (
      <Card title={t('deprecated')} lead={t('deprecated_lead')}>
        {version.deprecationMessage && <blockquote dir="auto">{version.deprecationMessage}</blockquote>}
        <SimpleAction
          nodeId={node.id}
          action={t('undeprecate')}
          success={t('undeprecated')}
          call={() => registry.call(updateVersion, { params, body: { deprecated: false } })}
        />
      </Card>
    )
  }
  return (
    <Card title={t('deprecate')} lead={t('deprecate_lead')}>
      <TextAction
        nodeId={node.id}
        draftKey={`deprecate:${version.id}`}
        label={t('deprecation_message')}
        maxLength={limits.deprecationMessageLength}
        action={t('deprecate')}
        success={t('deprecation_done')}
        send={(deprecation_message) =>
          registry.call(updateVersion, { params, body: { deprecated: true, deprecation_message } })
        }
      />
    </Card>
  )
}

function Yank({ node, version }: Target) {
  const t = useText('manage')
  const { registry } = useSite()
  const params = pathOf({ node, version })
  if (version.yankedAt) {
    return (
      <Card title={t('yanked')} lead={t('yanked_lead')}>
        {version.yankReason && <blockquote dir="auto">{version.yankReason}</blockquote>}
        <SimpleAction
          nodeId={node.id}
          action={t('unyank')}
          success={t('unyanked')}
          call={() => registry.call(unyankVersion, { params, body: {} })}
        />
      </Card>
    )
  }
  return (
    <Card title={t('yank')} lead={t('yank_lead')}>
      <TextAction
        isRequired
        nodeId={node.id}
        draftKey={`yank:${version.id}`}
        label={t('yank_reason')}
        maxLength={limits.yankReasonLength}
        action={t('yank')}
        success={t('yank_done')}
        send={(reason) => registry.call(yankVersion, { params, body: { reason } })}
      />
    </Card>
  )
}

function Deletion({ node, version }: Target) {
  const t = useText('manage')
  const { registry } = useSite()
  const { run, isRunning, problem, reset } = useNodeAction(node.id)
  const [isAsking, setAsking] = useState(false)
  const { data: versions } = useQuery(reportsQuery(useSite(), node.id))
  const installs = versions?.find((one) => one.version.id === version.id)?.downloads
  const close = () => {
    setAsking(false)
    reset()
  }
  const confirm = async () => {
    const call = () => registry.call(deleteVersion, { params: pathOf({ node, version }) })
    if (await run(call, t('version_deleted', { version: version.version }))) close()
  }
  return (
    <Card title={t('delete_version')} lead={t('delete_version_lead')}>
      <Button look="risky" className="justify-self-start" onClick={() => setAsking(true)}>
        {t('delete_version')}
      </Button>
      {isAsking && (
        <ConfirmByName
          title={t('delete_version')}
          name={version.version}
          action={t('delete_version')}
          isRunning={isRunning}
          onConfirm={() => void confirm()}
          onClose={close}
        >
          <ul className="grid list-disc gap-1 ps-5 text-sm text-pretty">
            {installs !== undefined && <li>{t('delete_installs', { count: installs })}</li>}
            <li>{t('delete_no_new_installs')}</li>
            <li>{t('delete_number_used', { version: version.version })}</li>
          </ul>
          <RefusalNote problem={problem} />
        </ConfirmByName>
      )}
    </Card>
  )
}

/** An action that needs no text. */
function SimpleAction({
  nodeId,
  action,
  success,
  call,
}: {
  nodeId: string
  action: string
  success: string
  call(): Promise<unknown>
}) {
  const { run, isRunning, problem } = useNodeAction(nodeId)
  return (
    <>
      <RefusalNote problem={problem} />
      <Button className="justify-self-start" disabled={isRunning} onClick={() => void run(call, success)}>
        {action}
      </Button>
    </>
  )
}

interface TextActionProps {
  nodeId: string
  draftKey: string
  initial?: string
  label: string
  maxLength: number
  action: string
  success: string
  /** Whether the text is required. */
  isRequired?: boolean
  send(text: string): Promise<unknown>
}

function TextAction({
  nodeId,
  draftKey,
  initial = '',
  label,
  maxLength,
  action,
  success,
  isRequired = false,
  send,
}: TextActionProps) {
  const draft = useDraft(draftKey, initial)
  const { run, isRunning, problem } = useNodeAction(nodeId)
  const isMissing = isRequired && draft.value.trim() === ''
  const submit = async () => {
    if (isMissing) return
    if (await run(() => send(draft.value.trim()), success)) draft.clear()
  }
  return (
    <Form draft={draft} problem={problem} onSubmit={submit} className="grid gap-3">
      <TextArea
        label={label}
        rows={3}
        dir="auto"
        maxLength={maxLength}
        value={draft.value}
        onChange={({ target }) => draft.set(target.value)}
      />
      <Button type="submit" disabled={isRunning || isMissing} className="justify-self-start">
        {action}
      </Button>
    </Form>
  )
}
