import { deleteCollection } from '@nodeyard/contract/discovery'
import { useState } from 'react'
import { useNavigate } from 'react-router'
import { useMay } from '../../account/access/use-may.ts'
import { refreshCollections } from '../../account/collections/queries.ts'
import { links } from '../../ground/paths/links.ts'
import { useSite, useText } from '../../ground/site/site.ts'
import { Button } from '../../ground/ui/button.tsx'
import { Dialog } from '../../ground/ui/dialog.tsx'
import { RefusalNote } from '../../ground/ui/refusal-note.tsx'
import { useAction } from '../../ground/ui/use-action.ts'
import type { CollectionView } from '../../public/collections/queries.ts'

export function DeleteCollection({ collection: { id, title } }: { collection: CollectionView }) {
  const t = useText('collections')
  const cancel = useText('common')('cancel')
  const { registry, queries } = useSite()
  const navigate = useNavigate()
  const { run, isRunning, problem } = useAction()
  const may = useMay()
  const [isAsking, setAsking] = useState(false)
  if (!may(deleteCollection)) return null
  const confirm = async () => {
    const params = { collectionId: id }
    if (!(await run(() => registry.call(deleteCollection, { params }), t('deleted', { title })))) return
    await navigate(links.collections())
    queries.removeQueries({ queryKey: ['collections', id] })
    await refreshCollections(queries)
  }
  return (
    <>
      <Button look="risky" className="justify-self-start" onClick={() => setAsking(true)}>
        {t('delete')}
      </Button>
      {isAsking && (
        <Dialog title={t('delete')} onClose={() => setAsking(false)}>
          <p className="text-sm text-pretty">{t('delete_text', { title })}</p>
          <RefusalNote problem={problem} />
          <div className="flex justify-end gap-2">
            <Button onClick={() => setAsking(false)}>{cancel}</Button>
            <Button look="danger" disabled={isRunning} onClick={() => void confirm()}>
              {t('delete')}
            </Button>
          </div>
        </Dialog>
      )}
    </>
  )
}
