import { RegistryRefusal } from '@nodeyard/contract/ground'
import { limits } from '@nodeyard/contract/limits'
import {
  categories,
  type Node,
  type NodeDetail,
  removeNodePicture,
  updateNode,
  uploadNodePicture,
} from '@nodeyard/contract/packs'
import { useId } from 'react'
import { Link } from 'react-router'
import { useMay } from '../../account/access/use-may.ts'
import { bindText, useDraft } from '../../ground/forms/draft.ts'
import { Field } from '../../ground/forms/field.tsx'
import { Form, Submit } from '../../ground/forms/form.tsx'
import { PictureField } from '../../ground/forms/picture-field.tsx'
import { TextArea } from '../../ground/forms/text-area.tsx'
import { memberLinks } from '../../ground/paths/member-links.ts'
import { type Site, useSite, useText } from '../../ground/site/site.ts'
import { httpAddress } from '../../ground/ui/http-address.ts'
import { bannerPicture, isOwnPicture, markOf, nodePicture } from '../../ground/ui/pictures.ts'
import { RefusalNote } from '../../ground/ui/refusal-note.tsx'
import type { Details } from './details.ts'
import { DetailsPreview } from './details-preview.tsx'
import { licenseText } from './license-text.ts'
import { useNodeAction } from './use-node-action.ts'

type DetailsName =
  | 'name'
  | 'description'
  | 'author'
  | 'category'
  | 'license'
  | 'repository'
  | 'icon'
  | 'banner_url'
  | 'tags'
const addresses: readonly DetailsName[] = ['repository', 'icon', 'banner_url']

/** Edits the public details of a node next to a preview. The id cannot change. */
export function DetailsForm({ node, isReadOnly }: { node: NodeDetail; isReadOnly: boolean }) {
  const t = useText('manage')
  const { draft, refused, isRunning, problem, bind, submit } = useDetails(node, isReadOnly)
  return (
    <div className="grid gap-8 lg:grid-cols-[minmax(0,3fr)_minmax(0,2fr)]">
      <Form draft={isReadOnly ? undefined : draft} onSubmit={submit} className="grid content-start gap-4">
        {!refused && <RefusalNote problem={problem} />}
        <Field label={t('name')} dir="auto" maxLength={limits.nameLength} {...bind('name')} />
        <TextArea
          label={t('description')}
          dir="auto"
          maxLength={limits.descriptionLength}
          {...bind('description')}
        />
        <div className="grid gap-4 sm:grid-cols-2">
          <Field label={t('author')} dir="auto" maxLength={limits.nameLength} {...bind('author')} />
          <CategoryField {...bind('category')} />
        </div>
        <Field label={t('tags')} hint={t('tags_hint')} dir="auto" {...bind('tags')} />
        <Field
          label={t('licence')}
          hint={t('licence_hint')}
          dir="ltr"
          maxLength={limits.licenseLength}
          {...bind('license')}
        />
        <Address label={t('repository')} hint={t('repository_hint')} {...bind('repository')} />
        {isDuplicate(problem) && <ProofLink node={node} repository={draft.value.repository} />}
        <NodePicture kind="icon" node={node} field={bind('icon')} />
        <NodePicture kind="banner" node={node} field={bind('banner_url')} />
        {!isReadOnly && <Submit disabled={isRunning || !draft.isTyped}>{t('save')}</Submit>}
      </Form>
      <DetailsPreview node={node} details={draft.value} tags={tagsIn(draft.value.tags)} />
    </div>
  )
}

const pictureFields = { icon: 'icon', banner: 'banner_url' } as const

interface NodePicture {
  kind: keyof typeof pictureFields
  node: NodeDetail
  /** The field with the address. */
  field: Omit<Parameters<typeof Field>[0], 'label'>
}

/** The icon or the banner: uploaded, of the archive, or at an address. */
function NodePicture({ kind, node, field }: NodePicture) {
  const t = useText('manage')
  const { registry, settings } = useSite()
  const action = useNodeAction(node.id)
  const may = useMay(node.publisher.id)
  const params = { publisherId: node.publisher.id, nodeId: node.id, kind }
  const address = node[pictureFields[kind]] ?? ''
  const isUploaded = node.uploaded_pictures?.includes(kind) ?? false
  const ofSite = (kind === 'icon' ? nodePicture(node.id) : bannerPicture(node.id)) + markOf(address)
  return (
    <PictureField
      label={t(kind === 'icon' ? 'icon' : 'banner')}
      hint={isUploaded ? t('picture_stays') : t(kind === 'icon' ? 'icon_upload_hint' : 'banner_upload_hint')}
      picture={address === '' ? undefined : ofSite}
      shape={kind === 'icon' ? 'square' : 'wide'}
      isUploaded={isUploaded}
      isReadOnly={!may(uploadNodePicture) || !may(removeNodePicture)}
      action={action}
      upload={(data) => registry.call(uploadNodePicture, { params, body: { data } })}
      remove={() => registry.call(removeNodePicture, { params })}
    >
      {isOwnPicture(address, settings) ? (
        <p className="text-sm text-muted">{t('picture_of_pack')}</p>
      ) : (
        <Address label={t('picture_address')} {...field} />
      )}
    </PictureField>
  )
}

/** Form state of the details, with saving. */
function useDetails(node: NodeDetail, isReadOnly: boolean) {
  const t = useText('manage')
  const { registry, settings } = useSite()
  const draft = useDraft(`node:${node.id}`, savedDetails(node))
  const { run, isRunning, problem } = useNodeAction(node.id)
  const refused = fieldOf(problem)
  const wrong = problemsOf(draft.value)
  const problemText = (field: DetailsName) => {
    if (wrong[field]) return t(wrong[field])
    return refused?.field === field ? refused.message : undefined
  }
  const bind = (field: DetailsName) => ({
    ...bindText(draft, field),
    readOnly: isReadOnly,
    problem: problemText(field),
  })
  const submit = async () => {
    if (Object.keys(wrong).length > 0) return
    const params = { publisherId: node.publisher.id, nodeId: node.id }
    const { license } = draft.value
    // An unedited license is sent in its original format.
    const isSame = license === licenseText(node.license)
    const body = {
      ...draft.value,
      // The address in a draft is from before an upload, which it would replace.
      ...ownPicturesOf(node, settings),
      license: isSame ? (node.license ?? '') : license,
      tags: tagsIn(draft.value.tags),
    }
    if (await run(() => registry.call(updateNode, { params, body }), t('saved'))) draft.clear()
  }
  return { draft, refused, isRunning, problem, bind, submit }
}

const ownPicturesOf = (node: NodeDetail, settings: Site['settings']) =>
  Object.fromEntries(
    Object.values(pictureFields).flatMap((field) => {
      const address = node[field] ?? ''
      return isOwnPicture(address, settings) ? [[field, address]] : []
    }),
  )

function CategoryField(field: Omit<Parameters<typeof Field>[0], 'label'>) {
  const t = useText('manage')
  const listId = useId()
  return (
    <>
      <Field label={t('category')} list={listId} dir="auto" maxLength={limits.nameLength} {...field} />
      <datalist id={listId}>
        {categories.map((category) => (
          <option key={category} value={category} />
        ))}
      </datalist>
    </>
  )
}

/** Lets the publisher prove that a repository of another node is theirs. */
function ProofLink({ node, repository }: { node: NodeDetail; repository: string }) {
  const t = useText('manage')
  return (
    <Link
      to={memberLinks.claimMyNode(node.publisher.id, {
        nodeId: node.id,
        repository,
      })}
      className="justify-self-start text-sm text-accent underline underline-offset-4"
    >
      {t('prove_repository')}
    </Link>
  )
}

function Address(field: Parameters<typeof Field>[0]) {
  return <Field type="url" dir="ltr" maxLength={limits.urlLength} {...field} />
}

function savedDetails(node: Node): Details {
  return {
    name: node.name,
    description: node.description,
    author: node.author ?? '',
    category: node.category ?? '',
    license: licenseText(node.license),
    repository: node.repository ?? '',
    icon: node.icon ?? '',
    banner_url: node.banner_url ?? '',
    tags: node.tags.join(', '),
  }
}

function tagsIn(text: string): string[] {
  const tags = text.split(/[,،、，]/).map((tag) => tag.trim())
  return [...new Set(tags)].filter(Boolean)
}

function problemsOf(details: Details): Partial<Record<DetailsName, 'address_problem' | 'tags_problem'>> {
  const wrong = addresses.filter((field) => details[field] && !httpAddress(details[field]))
  const tags = tagsIn(details.tags)
  const isTooMany = tags.length > limits.listItems || tags.some((tag) => tag.length > limits.listItemLength)
  return {
    ...Object.fromEntries(wrong.map((field) => [field, 'address_problem'] as const)),
    ...(isTooMany ? { tags: 'tags_problem' as const } : {}),
  }
}

/** Existing clients rely on this sentence, where other errors have a code. */
const isDuplicate = (problem: unknown) =>
  problem instanceof RegistryRefusal && problem.problem.error.startsWith('duplicate:')

/** Returns the field that the registry rejected, with its message. */
function fieldOf(problem: unknown): { field: string; message: string } | undefined {
  if (!(problem instanceof RegistryRefusal)) return undefined
  const { field, message, details } = problem.problem
  if (isDuplicate(problem)) return { field: 'repository', message: details?.[0] ?? message }
  const name = /^body\.(\w+)/.exec(field ?? '')?.[1]
  return name === undefined ? undefined : { field: name, message }
}
