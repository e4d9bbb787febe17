import { updateCollection } from '@nodeyard/contract/discovery'
import { limits } from '@nodeyard/contract/limits'
import { useState } from 'react'
import { useNavigate } from 'react-router'
import { refreshCollections } from '../../account/collections/queries.ts'
import { ChoiceField } from '../../ground/forms/choice-field.tsx'
import { Field } from '../../ground/forms/field.tsx'
import { Form, Submit } from '../../ground/forms/form.tsx'
import { TextArea } from '../../ground/forms/text-area.tsx'
import { links } from '../../ground/paths/links.ts'
import { useSite, useText } from '../../ground/site/site.ts'
import { RefusalNote } from '../../ground/ui/refusal-note.tsx'
import { NothingHere, Section } from '../../ground/ui/section.tsx'
import { useAction } from '../../ground/ui/use-action.ts'
import type { CollectionView } from '../../public/collections/queries.ts'
import { AddPack } from './add-pack.tsx'
import { type EditedPack, PackRow } from './pack-row.tsx'

/** Edits a collection as a whole: texts, packs, notes and order. */
export function CollectionForm({ collection }: { collection: CollectionView }) {
  const t = useText('collections')
  const { registry, queries } = useSite()
  const navigate = useNavigate()
  const { run, isRunning, problem } = useAction()
  const [title, setTitle] = useState(collection.title)
  const [description, setDescription] = useState(collection.description)
  const [isPublic, setPublic] = useState(collection.is_public)
  const [packs, setPacks] = useState<EditedPack[]>(() =>
    collection.entries.map(({ card: { id, name }, note }) => ({ id, name, note })),
  )
  const save = async () => {
    const nodes = packs.map(({ id, note }) => ({ node_id: id, note }))
    const body = { title, description, is_public: isPublic, nodes }
    const done = await run(async () => {
      await registry.call(updateCollection, { params: { collectionId: collection.id }, body })
      await refreshCollections(queries)
    }, t('saved'))
    if (done) await navigate(links.collection(collection.id))
  }
  return (
    <Form onSubmit={save} className="grid gap-8">
      <div className="grid gap-4">
        <Field
          label={t('title_label')}
          value={title}
          required
          maxLength={limits.collectionTitleLength}
          onChange={({ target }) => setTitle(target.value)}
          className="own-direction"
        />
        <TextArea
          label={t('description_label')}
          hint={t('description_hint')}
          value={description}
          maxLength={limits.collectionTextLength}
          onChange={({ target }) => setDescription(target.value)}
          className="own-direction"
        />
        <PublicField isPublic={isPublic} disabled={collection.is_curated} onChange={setPublic} />
      </div>
      <Packs packs={packs} change={setPacks} />
      <RefusalNote problem={problem} />
      <Submit disabled={isRunning}>{t('save')}</Submit>
    </Form>
  )
}

interface PublicField {
  isPublic: boolean
  disabled: boolean
  onChange(isPublic: boolean): void
}

function PublicField({ isPublic, disabled, onChange }: PublicField) {
  const t = useText('collections')
  return (
    <ChoiceField checked={isPublic} disabled={disabled} onChange={onChange}>
      <span className="grid gap-0.5">
        <span className="font-medium">{t('public_label')}</span>
        <span className="text-muted">{t('public_hint')}</span>
      </span>
    </ChoiceField>
  )
}

function Packs({ packs, change }: { packs: EditedPack[]; change(packs: EditedPack[]): void }) {
  const t = useText('collections')
  const move = (from: number, to: number) => {
    const moved = packs.toSpliced(from, 1)
    const pack = packs[from]
    if (pack) change(moved.toSpliced(to, 0, pack))
  }
  return (
    <Section title={t('packs')} lead={t('packs_lead')}>
      {packs.length === 0 && <NothingHere icon="package">{t('empty')}</NothingHere>}
      <ol className="grid gap-3">
        {packs.map((pack, place) => (
          <PackRow
            key={pack.id}
            pack={pack}
            number={place + 1}
            isLast={place === packs.length - 1}
            onChange={(note) => change(packs.with(place, { ...pack, note }))}
            onMove={(by) => move(place, place + by)}
            onRemove={() => change(packs.toSpliced(place, 1))}
          />
        ))}
      </ol>
      {packs.length < limits.nodesPerCollection && (
        <AddPack
          known={packs.map(({ id }) => id)}
          onAdd={(pack) => change([...packs, { ...pack, note: '' }])}
        />
      )}
    </Section>
  )
}
