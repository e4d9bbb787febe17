import { useSuspenseQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { links } from '../../ground/paths/links.ts'
import { useSite, useText } from '../../ground/site/site.ts'
import { formatsOf } from '../../ground/texts/formats.ts'
import { Icon } from '../../ground/ui/icon.tsx'
import { Section } from '../../ground/ui/section.tsx'
import { type Used, usesQuery } from './uses-query.ts'
import { WorkflowList } from './workflow-list.tsx'

/** The first workflows of any pack that use a comfy-node, or of other packs that use a pack; nothing without one. */
export function Uses({ of }: { of: Used }) {
  const t = useText('nodes')
  const site = useSite()
  const { data } = useSuspenseQuery(usesQuery(site, of))
  if (data.total === 0) return null
  return (
    <Section
      title={t('used_in')}
      count={formatsOf(site.settings.locale).number(data.total)}
      wayOn={
        data.total > data.workflows.length && (
          <Link
            to={links.workflows(of)}
            className="inline-flex items-center gap-1 py-1 text-sm font-medium text-accent underline-offset-4 hover:underline"
          >
            {t('all_workflows', { count: data.total })}
            <Icon name="next" className="mirrored size-3.5" />
          </Link>
        )
      }
    >
      <WorkflowList workflows={data.workflows} />
    </Section>
  )
}
