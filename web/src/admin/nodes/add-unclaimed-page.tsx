import { nodeIdPattern } from '@nodeyard/contract/ground'
import { limits } from '@nodeyard/contract/limits'
import { listNodes, type Node, searchNodes } from '@nodeyard/contract/packs'
import { createUnclaimedNode } from '@nodeyard/contract/safety'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { Link } from 'react-router'
import { useMay } from '../../account/access/use-may.ts'
import { bindText, useDraft } from '../../ground/forms/draft.ts'
import { DraftNote } from '../../ground/forms/draft-note.tsx'
import { Field } from '../../ground/forms/field.tsx'
import { Form, Submit } from '../../ground/forms/form.tsx'
import { TextArea } from '../../ground/forms/text-area.tsx'
import { useDebounced } from '../../ground/forms/use-debounced.ts'
import { links } from '../../ground/paths/links.ts'
import { useSite, useText } from '../../ground/site/site.ts'
import { httpAddress } from '../../ground/ui/http-address.ts'
import { Notice } from '../../ground/ui/notice.tsx'
import { RefusalNote } from '../../ground/ui/refusal-note.tsx'
import { useAction } from '../../ground/ui/use-action.ts'
import { adminPage } from '../kit/admin-page.tsx'
import { adminPaths } from '../kit/admin-paths.ts'
import { useAdminToken } from '../kit/use-admin-token.ts'
import { useRegistryChange } from '../kit/use-change.ts'

export const { handle, loader, Component } = adminPage({
  path: adminPaths.addUnclaimed,
  title: 'nav_add_unclaimed',
  namespaces: ['admin-registry', 'forms'],
  lead: (texts) => texts.of('admin-registry')('add_lead'),
  Content: NewNode,
})

const emptyForm = { id: '', name: '', description: '', category: '', author: '', repository: '', license: '' }
const idRule = new RegExp(nodeIdPattern)

/** Source: API contract 37.5. */
function NewNode() {
  const t = useText('admin-registry')
  const may = useMay()
  const { draft, bind, add, added, isRunning, problem, ...form } = useNewNode()
  return (
    <Form onSubmit={add} className="grid max-w-2xl gap-4">
      {added && (
        <Notice tone="info" title={t('node_added', { name: added })}>
          <Link to={links.node(added)} className="text-accent underline underline-offset-4">
            {t('to_its_page')}
          </Link>
        </Notice>
      )}
      <DraftNote draft={draft} />
      <Field
        label={t('node_id')}
        hint={t('node_id_hint')}
        dir="ltr"
        maxLength={limits.nodeIdLength}
        autoCapitalize="off"
        spellCheck={false}
        problem={form.idProblem}
        {...bind('id')}
      />
      <Field label={t('name')} dir="auto" maxLength={limits.nameLength} {...bind('name')} />
      <Similar name={draft.value.name} />
      <TextArea
        label={t('description')}
        dir="auto"
        maxLength={limits.descriptionLength}
        {...bind('description')}
      />
      <Field label={t('category')} dir="auto" maxLength={limits.nameLength} {...bind('category')} />
      <Field label={t('author')} dir="auto" maxLength={limits.nameLength} {...bind('author')} />
      <Field
        label={t('repository')}
        type="url"
        dir="ltr"
        maxLength={limits.urlLength}
        problem={form.addressProblem}
        {...bind('repository')}
      />
      <Field label={t('license')} dir="auto" maxLength={limits.licenseLength} {...bind('license')} />
      <RefusalNote problem={problem} />
      {may(createUnclaimedNode) && <Submit disabled={isRunning}>{t('add_node')}</Submit>}
    </Form>
  )
}

/** Form state of a new node, with its validation and the request. */
function useNewNode() {
  const t = useText('admin-registry')
  const draft = useDraft('admin-new-node', emptyForm)
  const { call } = useAdminToken()
  const changed = useRegistryChange()
  const { run, isRunning, problem } = useAction()
  const [added, setAdded] = useState<string>()
  const { value } = draft
  const existing = useExistingNode(value.id)
  const isWrongId = value.id !== '' && !idRule.test(value.id)
  const isWrongAddress = value.repository !== '' && !httpAddress(value.repository)
  const bind = (field: keyof typeof emptyForm) => ({
    ...bindText(draft, field),
    required: true,
  })
  const add = async () => {
    if (isWrongId || isWrongAddress || existing) return
    const create = async () => {
      await call(createUnclaimedNode, { body: value })
      // The new id now counts as taken, which must not show as an error.
      setAdded(value.id)
      draft.clear()
      await changed(t('node_added', { name: value.id }))
    }
    await run(create)
  }
  const takenProblem = existing && t('node_id_taken', { name: existing.id })
  return {
    draft,
    bind,
    add,
    added,
    isRunning,
    problem,
    idProblem: isWrongId ? t('node_id_problem') : takenProblem,
    addressProblem: isWrongAddress ? t('address_problem') : undefined,
  }
}

/** Finds the node with this id, in any status and regardless of case. */
function useExistingNode(typed: string): Node | undefined {
  const { registry } = useSite()
  const id = useDebounced(typed.trim())
  const { data } = useQuery({
    queryKey: ['nodes', 'with-id', id],
    queryFn: ({ signal }) =>
      registry.call(listNodes, { query: { node_id: [id], include_banned: true, latest: true } }, { signal }),
    enabled: id !== '',
  })
  return id === typed.trim() ? data?.nodes[0] : undefined
}

const shown = 5

/** Lists nodes with a similar name or with a comfy-node of this name, to avoid duplicates. */
function Similar({ name: typed }: { name: string }) {
  const t = useText('admin-registry')
  const { registry } = useSite()
  const name = useDebounced(typed.trim())
  const { data = [] } = useQuery({
    queryKey: ['nodes', 'similar', name],
    queryFn: async ({ signal }) => {
      const found = await Promise.all(
        [{ search: name }, { comfy_node_search: name }].map((query) =>
          registry.call(searchNodes, { query: { ...query, limit: shown, include_banned: true } }, { signal }),
        ),
      )
      const nodes = found.flatMap((one) => one.nodes)
      return nodes.filter(({ id }, at) => nodes.findIndex((other) => other.id === id) === at).slice(0, shown)
    },
    enabled: name.length >= 3,
  })
  if (name.length < 3 || data.length === 0) return null
  return (
    <Notice tone="warn" title={t('similar_nodes')}>
      <ul className="mt-1 grid gap-0.5">
        {data.map((node) => (
          <SimilarNode key={node.id} node={node}>
            {node.name}
          </SimilarNode>
        ))}
      </ul>
    </Notice>
  )
}

function SimilarNode({ node: { id }, children }: { node: Node; children: ReactNode }) {
  return (
    <li className="wrap-anywhere">
      <Link to={links.node(id)} className="text-accent underline-offset-4 hover:underline" dir="auto">
        {children}
      </Link>{' '}
      <bdi className="text-muted">{id}</bdi>
    </li>
  )
}
