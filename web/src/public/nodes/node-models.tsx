import { useQuery } from '@tanstack/react-query'
import { useSite, useText } from '../../ground/site/site.ts'
import { formatsOf } from '../../ground/texts/formats.ts'
import { useHydrated } from '../../ground/ui/hydrated.ts'
import { Section } from '../../ground/ui/section.tsx'
import { PackModelList } from '../models/pack-model-list.tsx'
import { modelsQuery } from './section-queries.ts'

/** Models that the code, the workflows or the documentation of a pack name. The browser requests them. */
export function NodeModels({ nodeId }: { nodeId: string }) {
  const site = useSite()
  const t = useText('models')
  const { data = [] } = useQuery(modelsQuery(site, nodeId))
  if (!useHydrated() || data.length === 0) return null
  return (
    <Section
      id="models"
      title={t('title')}
      count={formatsOf(site.settings.locale).number(data.length)}
      lead={t('text')}
    >
      <PackModelList models={data} look="max-h-96 overflow-y-auto rounded-lg border border-line bg-surface" />
    </Section>
  )
}
