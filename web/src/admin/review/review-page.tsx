import { listReviews } from '@nodeyard/contract/safety'
import { useSearch } from '../../ground/paths/search-params.ts'
import { useText } from '../../ground/site/site.ts'
import { DataTable } from '../../ground/tables/data-table.tsx'
import { LoadProblem } from '../../ground/ui/load-problem.tsx'
import { adminPage } from '../kit/admin-page.tsx'
import { adminPaths } from '../kit/admin-paths.ts'
import { useRead } from '../kit/use-read.ts'
import { ReviewFilters } from './filters.tsx'
import { toQuery } from './queries.ts'
import { reviewSearch } from './search.ts'
import { Workplace } from './workplace.tsx'

export const { handle, loader, Component } = adminPage({
  path: adminPaths.reviewQueue,
  title: 'nav_review',
  namespaces: ['admin-review', 'forms', 'nodes', 'paths', 'source'],
  lead: (texts) => texts.of('admin-review')('lead'),
  Content: Review,
})

function Review() {
  return (
    <>
      <ReviewFilters />
      <Queue />
    </>
  )
}

function Queue() {
  const t = useText('admin')
  const search = useSearch(reviewSearch)
  const list = useRead(listReviews, toQuery(search))
  if (!list.data) {
    return (
      <DataTable
        caption={t('nav_review')}
        columns={[]}
        rows={list.data}
        keyOf={String}
        empty={null}
        query={list}
      />
    )
  }
  const readAgain = () => void list.refetch()
  return (
    <>
      {list.error && <LoadProblem problem={list.error} retry={readAgain} />}
      <Workplace
        answer={list.data}
        search={search}
        isStale={list.isPlaceholderData}
        onOutOfDate={readAgain}
      />
    </>
  )
}
