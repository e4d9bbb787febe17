import { useSuspenseQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { Main } from '../../ground/page/main.tsx'
import { type PageHandle, pageLoader } from '../../ground/page/page.ts'
import { links } from '../../ground/paths/links.ts'
import { paths } from '../../ground/paths/paths.ts'
import { useFormats, useSite, useText } from '../../ground/site/site.ts'
import { PageHead } from '../../ground/ui/page-head.tsx'
import { PageTitle } from '../../ground/ui/page-title.tsx'
import { NothingHere, Section } from '../../ground/ui/section.tsx'
import { CategoryLinks } from './category-links.tsx'
import { tagsQuery } from './queries.ts'

export const handle: PageHandle = { namespaces: ['home'] }

export const loader = pageLoader(paths.tags, handle, ({ site }) =>
  site.queries.ensureQueryData(tagsQuery(site)),
)

export function Component() {
  const t = useText('home')
  const { data } = useSuspenseQuery(tagsQuery(useSite()))
  return (
    <Main className="grid content-start gap-8">
      <PageHead title={t('tags_title')} description={t('tags_text')} path={links.tags()} />
      <PageTitle title={t('tags_title')} lead={t('tags_text')} />
      <Section title={t('section_categories')}>
        <CategoryLinks categories={data.categories} />
      </Section>
      <Section title={t('section_tags')}>
        <TagLinks tags={data.tags} />
      </Section>
    </Main>
  )
}

function TagLinks({ tags }: { tags: { value: string; count: number }[] }) {
  const t = useText('home')
  const formats = useFormats()
  if (tags.length === 0) return <NothingHere icon="list">{t('no_tags')}</NothingHere>
  return (
    <ul className="flex flex-wrap gap-2">
      {tags.map(({ value, count }) => (
        <li key={value} className="max-w-full">
          <Link
            to={links.home({ tag: value })}
            className="flex min-h-9 items-center gap-2 rounded-md border border-line bg-surface px-3 text-sm hover:border-edge"
          >
            <span className="truncate" dir="auto">
              {value}
            </span>
            <span className="text-xs text-muted tabular-nums">{formats.number(count)}</span>
          </Link>
        </li>
      ))}
    </ul>
  )
}
