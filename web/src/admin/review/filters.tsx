import { limits } from '@nodeyard/contract/limits'
import { useSearch, useSearchChange } from '../../ground/paths/search-params.ts'
import { useText } from '../../ground/site/site.ts'
import { ChoicesFilter, SelectFilter, TableFilters, TextFilter } from '../../ground/tables/table-filters.tsx'
import { type ReviewStatus, reviewSearch, reviewStatuses } from './search.ts'

const days = ['0', '1', '3', '7', '14', '30'] as const
const orders = ['urgent', 'oldest', 'newest'] as const

export function ReviewFilters() {
  const t = useText('admin-review')
  const search = useSearch(reviewSearch)
  const change = useSearchChange(reviewSearch)
  const names = useStatusNames()
  return (
    <TableFilters label={t('filters')}>
      <ChoicesFilter
        label={t('status')}
        values={search.status}
        choices={reviewStatuses.map((value) => ({ value, label: names[value] }))}
        onChange={(status) => change({ status })}
      />
      <ChoicesFilter
        label={t('appeals')}
        values={search.appealed ? ['yes'] : []}
        choices={[{ value: 'yes', label: t('appeal_waiting') }]}
        onChange={(values) => change({ appealed: values.length > 0 })}
      />
      <SelectFilter
        label={t('age')}
        value={days.find((value) => value === String(search.days)) ?? '0'}
        choices={days.map((value) => ({
          value,
          label: value === '0' ? t('any_age') : t('at_least_days', { count: Number(value) }),
        }))}
        onChange={(value) => change({ days: Number(value) })}
      />
      <SelectFilter
        label={t('order')}
        value={search.order}
        choices={orders.map((value) => ({ value, label: t(value) }))}
        onChange={(order) => change({ order })}
      />
      <TextFilter label={t('node_or_version')} value={search.node} onChange={(node) => change({ node })} />
      <TextFilter
        label={t('publisher')}
        value={search.publisher}
        maxLength={limits.publisherIdLength}
        onChange={(publisher) => change({ publisher })}
      />
      <TextFilter label={t('in_reason')} value={search.reason} onChange={(reason) => change({ reason })} />
    </TableFilters>
  )
}

export function useStatusNames(): Readonly<Record<ReviewStatus, string>> {
  const t = useText('admin-review')
  return {
    flagged: t('status_flagged'),
    pending: t('status_pending'),
    banned: t('status_banned'),
    active: t('status_active'),
    deleted: t('status_deleted'),
  }
}
