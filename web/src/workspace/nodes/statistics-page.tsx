import type { ResponseOf } from '@nodeyard/contract/ground'
import type { getVersionDownloads } from '@nodeyard/contract/packs'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { pageLoader, usePageParams } from '../../ground/page/page.ts'
import {
  manageLinks,
  managePaths,
  statisticsDays,
  statisticsSearch,
} from '../../ground/paths/manage-links.ts'
import { useSearch } from '../../ground/paths/search-params.ts'
import { useFormats, useSite, useText } from '../../ground/site/site.ts'
import { Fold } from '../../ground/ui/fold.tsx'
import { Loading } from '../../ground/ui/loading.tsx'
import { NothingHere, Section } from '../../ground/ui/section.tsx'
import { ManageNodeLayout, manageHandle } from './node-layout.tsx'
import { versionDownloadsQuery } from './queries.ts'
import { type Series, StackedBars } from './stacked-bars.tsx'

export const handle = manageHandle
export const loader = pageLoader(managePaths.statistics, handle, async () => {})

export function Component() {
  const { nodeId } = usePageParams(managePaths.statistics)
  const t = useText('manage')
  return (
    <ManageNodeLayout nodeId={nodeId} title={t('statistics')}>
      {({ node }) => <Statistics nodeId={node.id} />}
    </ManageNodeLayout>
  )
}

type Downloads = ResponseOf<typeof getVersionDownloads>

function Statistics({ nodeId }: { nodeId: string }) {
  const t = useText('manage')
  const { days } = useSearch(statisticsSearch)
  const query = versionDownloadsQuery(useSite(), nodeId, Number(days))
  const { data, error, refetch, isPlaceholderData } = useQuery({
    ...query,
    placeholderData: keepPreviousData,
  })
  return (
    <Section title={t('statistics')}>
      <nav aria-label={t('range')} className="flex flex-wrap gap-2">
        {[...statisticsDays]
          .sort((a, b) => Number(a) - Number(b))
          .map((range) => (
            <Link
              key={range}
              to={manageLinks.statistics(nodeId, { days: range })}
              aria-current={range === days ? 'page' : undefined}
              preventScrollReset
              className={`rounded-md border px-3 py-1.5 text-sm ${range === days ? 'border-accent bg-accent-soft text-accent-strong' : 'border-line hover:border-edge'}`}
            >
              {t('range_days', { count: Number(range) })}
            </Link>
          ))}
      </nav>
      {data ? (
        <div aria-busy={isPlaceholderData} className={isPlaceholderData ? 'opacity-60' : ''}>
          <Chart downloads={data} />
        </div>
      ) : (
        <Loading error={error} retry={refetch} />
      )}
    </Section>
  )
}

function Chart({ downloads }: { downloads: Downloads }) {
  const t = useText('manage')
  const series = seriesOf(downloads, t('other_versions'))
  if (series.length === 0) return <NothingHere>{t('no_installs')}</NothingHere>
  const total = series.reduce((sum, one) => sum + one.total, 0)
  return (
    <div className="grid grid-cols-1 gap-5">
      <p className="text-2xl font-bold tabular-nums">{t('install_count', { count: total })}</p>
      <StackedBars from={downloads.from} series={series} />
      <VersionTable series={series} total={total} />
      <DayTable from={downloads.from} series={series} />
    </div>
  )
}

function seriesOf({ versions, others }: Downloads, otherName: string): Series[] {
  const other = others.reduce((sum, count) => sum + count, 0)
  return [
    ...versions.map(({ version, total, counts }) => ({ name: version, total, counts })),
    ...(other > 0 ? [{ name: otherName, total: other, counts: others }] : []),
  ]
}

function VersionTable({ series, total }: { series: Series[]; total: number }) {
  const t = useText('manage')
  const formats = useFormats()
  return (
    <table className="w-full max-w-md text-sm">
      <caption className="pb-2 text-start font-semibold">{t('installs_by_version')}</caption>
      <thead>
        <tr className="border-b border-line text-start text-xs text-muted">
          <th scope="col" className="py-1.5 text-start font-medium">
            {t('version')}
          </th>
          <th scope="col" className="py-1.5 text-end font-medium">
            {t('installs')}
          </th>
          <th scope="col" className="py-1.5 text-end font-medium">
            {t('share')}
          </th>
        </tr>
      </thead>
      <tbody className="tabular-nums">
        {series.map((one, index) => (
          <tr key={one.name} className="border-b border-line">
            <th scope="row" className="flex items-center gap-2 py-1.5 text-start font-mono font-normal">
              <span aria-hidden="true" className={`series-${index} size-3 rounded-sm bg-current`} />
              <bdi>{one.name}</bdi>
            </th>
            <td className="py-1.5 text-end">{formats.number(one.total)}</td>
            <td className="py-1.5 text-end">{formats.percent(one.total / total)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

const dayMs = 86_400_000

/** The data of the chart as a table, latest day first, which also serves screen readers. */
function DayTable({ from, series }: { from: string; series: Series[] }) {
  const t = useText('manage')
  const formats = useFormats()
  const days = (series[0]?.counts ?? []).map((_, day) => day).toReversed()
  return (
    <Fold className="group" look="text-sm font-medium text-accent" title={t('as_table')}>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a wide table must scroll by keyboard too */}
      <section aria-label={t('installs_by_day')} tabIndex={0} className="mt-3 max-h-96 overflow-auto">
        <table className="text-sm tabular-nums">
          <thead>
            <tr className="sticky top-0 bg-surface">
              <th scope="col" className="px-3 py-1.5 text-start font-medium">
                {t('day')}
              </th>
              {series.map(({ name }) => (
                <th key={name} scope="col" className="px-3 py-1.5 text-end font-medium">
                  <bdi>{name}</bdi>
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {days.map((day) => (
              <tr key={day} className="border-t border-line">
                <th scope="row" className="px-3 py-1 text-start font-normal whitespace-nowrap">
                  {formats.date(new Date(Date.parse(from) + day * dayMs).toISOString())}
                </th>
                {series.map(({ name, counts }) => (
                  <td key={name} className="px-3 py-1 text-end">
                    {formats.number(counts[day] ?? 0)}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </section>
    </Fold>
  )
}
