import { addToCollection, type OwnCollection, removeFromCollection } from '@nodeyard/contract/discovery'
import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { ChoiceField } from '../../ground/forms/choice-field.tsx'
import { links } from '../../ground/paths/links.ts'
import { useSite, useText } from '../../ground/site/site.ts'
import { Badge } from '../../ground/ui/badge.tsx'
import { Button } from '../../ground/ui/button.tsx'
import { Dialog } from '../../ground/ui/dialog.tsx'
import { Loading } from '../../ground/ui/loading.tsx'
import { RefusalNote } from '../../ground/ui/refusal-note.tsx'
import { showToast } from '../../ground/ui/toast.ts'
import { useAction } from '../../ground/ui/use-action.ts'
import { useMay } from '../access/use-may.ts'
import { NewCollection } from './new-collection.tsx'
import { ownCollectionsQuery, refreshCollections } from './queries.ts'

interface AddDialog {
  nodeId: string
  onClose(): void
}

/** Puts a pack into some of the user's collections, or into a new one. */
export function AddDialog({ nodeId, onClose }: AddDialog) {
  const t = useText('collections')
  const common = useText('common')
  const site = useSite()
  const { data, error, refetch } = useQuery(ownCollectionsQuery(site))
  const { run, isRunning, problem } = useAction()
  const may = useMay()
  const mayChange = may(addToCollection) && may(removeFromCollection)
  const toggle = ({ id, title, node_ids: ids }: OwnCollection) => {
    const isIn = ids.includes(nodeId)
    const params = { collectionId: id, nodeId }
    const change = async () => {
      await (isIn
        ? site.registry.call(removeFromCollection, { params })
        : site.registry.call(addToCollection, { params, body: {} }))
      await refreshCollections(site.queries)
    }
    void run(change, t(isIn ? 'removed_from' : 'added_to', { title }))
  }
  return (
    <Dialog title={t('add_title')} onClose={onClose}>
      {!data && <Loading error={error} retry={refetch} />}
      {data && data.length > 0 && (
        <ul className="grid max-h-72 gap-1 overflow-y-auto">
          {data.map((collection) => (
            <CollectionChoice
              key={collection.id}
              collection={collection}
              isIn={collection.node_ids.includes(nodeId)}
              isOpen={!isRunning && !collection.is_curated && mayChange}
              onToggle={() => toggle(collection)}
            />
          ))}
        </ul>
      )}
      <RefusalNote problem={problem} />
      {data && (
        <NewCollection
          nodeId={nodeId}
          submitText={t('create')}
          onCreated={({ title }) => showToast('success', t('added_to', { title }))}
        />
      )}
      <Button className="justify-self-end" onClick={onClose}>
        {common('close')}
      </Button>
    </Dialog>
  )
}

interface CollectionChoice {
  collection: OwnCollection
  isIn: boolean
  isOpen: boolean
  onToggle(): void
}

function CollectionChoice({
  collection: { id, title, is_public },
  isIn,
  isOpen,
  onToggle,
}: CollectionChoice) {
  const t = useText('collections')
  return (
    <li className="flex items-center gap-2">
      <ChoiceField
        checked={isIn}
        disabled={!isOpen}
        onChange={onToggle}
        className="min-h-9 min-w-0 flex-1 rounded-md px-2 hover:bg-sunken"
      >
        <span className="min-w-0 truncate" dir="auto">
          {title}
        </span>
        {!is_public && <Badge>{t('private')}</Badge>}
      </ChoiceField>
      <Link to={links.collection(id)} className="px-1 text-sm text-accent hover:underline">
        {t('open')}
      </Link>
    </li>
  )
}
