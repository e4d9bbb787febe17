import { curateCollection } from '@nodeyard/contract/discovery'
import { refreshCollections } from '../../account/collections/queries.ts'
import { useSite, useText } from '../../ground/site/site.ts'
import { Button } from '../../ground/ui/button.tsx'
import { Part } from '../../ground/ui/part.tsx'
import { RefusalNote } from '../../ground/ui/refusal-note.tsx'
import { useAction } from '../../ground/ui/use-action.ts'
import type { CollectionView } from '../../public/collections/queries.ts'

/** Lets admins list a collection for everyone. */
export function Curation({ collection: { id, is_curated: isCurated } }: { collection: CollectionView }) {
  const t = useText('collections')
  const { registry, queries } = useSite()
  const { run, isRunning, problem } = useAction()
  const toggle = () =>
    void run(
      async () => {
        const body = { is_curated: !isCurated }
        await registry.call(curateCollection, { params: { collectionId: id }, body })
        await refreshCollections(queries)
      },
      t(isCurated ? 'uncurated' : 'curated_done'),
    )
  return (
    <Part title={t('curation')} lead={t('curation_lead')}>
      <Button className="justify-self-start" disabled={isRunning} onClick={toggle}>
        {t(isCurated ? 'uncurate' : 'curate')}
      </Button>
      <RefusalNote problem={problem} />
    </Part>
  )
}
