import {
  commercialLicense,
  type EvidenceValue,
  type Health,
  type NodeState,
  notStated,
  otherLicense,
  type SearchFacets,
  type sizes,
} from '@nodeyard/contract/packs'
import { Link } from 'react-router'
import { type HomeSearch, links } from '../../ground/paths/links.ts'
import { useFormats, useText } from '../../ground/site/site.ts'
import type { Text, TextKey } from '../../ground/texts/texts.ts'
import { Icon } from '../../ground/ui/icon.tsx'
import { categoryName } from './category-names.ts'

type FacetName = keyof SearchFacets

/** A facet: its name, and how a value changes the address. */
interface Facet {
  name: FacetName
  title: TextKey<'home'>
  chosen(search: HomeSearch): string
  choose(value: string): Partial<HomeSearch>
  label(t: Text<'home'>, value: string): string
}

const states: Record<NodeState, TextKey<'home'>> = {
  published: 'state_published',
  unclaimed: 'state_unclaimed',
  deprecated: 'state_deprecated',
}

/** A value as it is, with a word for the missing one. */
const asWritten = (t: Text<'home'>, value: string) => (value === notStated ? t('not_stated') : value)

const asLicense = (t: Text<'home'>, value: string) =>
  value === otherLicense
    ? t('own_license')
    : value === commercialLicense
      ? t('commercial_license')
      : asWritten(t, value)

/** Values have a basis: `declared:Windows`, `detected:Windows`. */
function asStated(t: Text<'home'>, value: string): string {
  const [basis = '', name = ''] = value.split(':', 2)
  if (basis === 'declared') return t('value_declared', { value: name })
  return basis === 'detected' ? t('value_detected', { value: name }) : asWritten(t, value)
}

const healthTexts: Record<Health, TextKey<'home'>> = {
  maintained: 'health_maintained',
  quiet: 'health_quiet',
  archived: 'health_archived',
  superseded: 'health_superseded',
  not_stated: 'not_stated',
}
const sizeTexts: Record<(typeof sizes)[number], TextKey<'home'>> = {
  under_1_mb: 'size_under_1_mb',
  '1_to_10_mb': 'size_1_to_10_mb',
  '10_to_100_mb': 'size_10_to_100_mb',
  over_100_mb: 'size_over_100_mb',
  not_stated: 'not_stated',
}

const evidenceTexts: Record<EvidenceValue, TextKey<'home'>> = {
  tests_pass: 'evidence_tests_pass',
  tests_fail: 'evidence_tests_fail',
  reported_works: 'evidence_reported_works',
  reported_mixed: 'evidence_reported_mixed',
  reported_fails: 'evidence_reported_fails',
  uses_removed: 'evidence_uses_removed',
  uses_deprecated: 'evidence_uses_deprecated',
}

export const facets: readonly Facet[] = [
  {
    name: 'category',
    title: 'facet_category',
    chosen: ({ category }) => category,
    choose: (value) => ({ category: value as HomeSearch['category'] }),
    label: categoryName,
  },
  {
    name: 'updated_within_days',
    title: 'facet_updated',
    chosen: ({ days }) => (days > 0 ? String(days) : ''),
    choose: (value) => ({ days: Number(value) }),
    label: (t, value) => t('updated_days', { count: Number(value) }),
  },
  {
    name: 'state',
    title: 'facet_state',
    chosen: ({ state }) => state,
    choose: (value) => ({ state: value as HomeSearch['state'] }),
    label: (t, value) => t(states[value as NodeState] ?? 'state_published'),
  },
  {
    name: 'has_nodes',
    title: 'facet_nodes',
    chosen: ({ nodes }) => (nodes ? 'true' : ''),
    choose: (value) => ({ nodes: value === 'true' }),
    label: (t) => t('has_nodes'),
  },
  {
    name: 'has_workflows',
    title: 'facet_workflows',
    chosen: ({ examples }) => (examples ? 'true' : ''),
    choose: (value) => ({ examples: value === 'true' }),
    label: (t) => t('has_examples'),
  },
  {
    name: 'os',
    title: 'facet_os',
    chosen: ({ os }) => os,
    choose: (value) => ({ os: value }),
    label: asStated,
  },
  {
    name: 'accelerator',
    title: 'facet_accelerator',
    chosen: ({ gpu }) => gpu,
    choose: (value) => ({ gpu: value }),
    label: asStated,
  },
  {
    name: 'python',
    title: 'facet_python',
    chosen: ({ python }) => python,
    choose: (value) => ({ python: value }),
    label: asStated,
  },
  {
    name: 'tool_version',
    title: 'facet_tool',
    chosen: ({ tool }) => tool,
    choose: (value) => ({ tool: value }),
    label: (t, value) => (value === 'stated' ? t('tool_stated') : asWritten(t, value)),
  },
  {
    name: 'evidence',
    title: 'facet_evidence',
    chosen: ({ evidence }) => evidence,
    choose: (value) => ({ evidence: value as HomeSearch['evidence'] }),
    label: (t, value) => t(evidenceTexts[value as EvidenceValue] ?? 'not_stated'),
  },
  {
    name: 'health',
    title: 'facet_health',
    chosen: ({ health }) => health,
    choose: (value) => ({ health: value as HomeSearch['health'] }),
    label: (t, value) => t(healthTexts[value as Health] ?? 'not_stated'),
  },
  {
    name: 'committed_within_days',
    title: 'facet_committed',
    chosen: ({ committed }) => (committed > 0 ? String(committed) : ''),
    choose: (value) => ({ committed: Number(value) }),
    label: (t, value) => t('updated_days', { count: Number(value) }),
  },
  {
    name: 'size',
    title: 'facet_size',
    chosen: ({ size }) => size,
    choose: (value) => ({ size: value as HomeSearch['size'] }),
    label: (t, value) => t(sizeTexts[value as (typeof sizes)[number]] ?? 'not_stated'),
  },
  {
    name: 'tag',
    title: 'facet_tag',
    chosen: ({ tag }) => tag,
    choose: (value) => ({ tag: value }),
    label: asWritten,
  },
  {
    name: 'license',
    title: 'facet_license',
    chosen: ({ license }) => license,
    choose: (value) => ({ license: value }),
    label: asLicense,
  },
]

const shownValues = 10

interface FacetsProps {
  search: HomeSearch
  /** Counts among the most popular results. */
  counts: SearchFacets
  /** Number of results with all selected values. */
  total: number
}

/** The facets that can narrow the results or are in use: those with a stated value that only some results have. */
export function narrowing({ search, counts, total }: FacetsProps): Facet[] {
  return facets.filter(
    ({ name, chosen }) =>
      counts[name].some(({ value, count }) => value !== notStated && count < total) || chosen(search) !== '',
  )
}

/** Facets to narrow the results. Every value is a link, which works without JavaScript. */
export function Facets({ search, counts, total }: FacetsProps) {
  const t = useText('home')
  const shown = narrowing({ search, counts, total })
  if (shown.length === 0) return null
  return (
    <details className="facets rounded-lg border border-line bg-surface lg:border-0 lg:bg-transparent">
      <summary className="flex items-center gap-2 px-4 py-3 text-sm font-medium">
        <Icon name="menu" />
        {t('filters')}
      </summary>
      <div className="grid gap-5 p-4 pt-1 sm:grid-cols-2 lg:grid-cols-1 lg:p-0">
        {shown.map((facet) => (
          <FacetLinks
            key={facet.name}
            facet={facet}
            search={search}
            values={counts[facet.name]}
            total={total}
          />
        ))}
      </div>
    </details>
  )
}

interface FacetLinks {
  facet: Facet
  search: HomeSearch
  values: { value: string; count: number }[]
  total: number
}

/**
 * Returns the most frequent values and the selected one, which must stay visible so that it can be removed.
 */
function shownOf(values: FacetLinks['values'], chosen: string): FacetLinks['values'] {
  return values.filter(({ value }, place) => place < shownValues || value === chosen)
}

function FacetLinks({ facet, search, values, total }: FacetLinks) {
  const t = useText('home')
  const formats = useFormats()
  const chosen = facet.chosen(search)
  return (
    <nav aria-label={t(facet.title)} className="grid min-w-0 content-start gap-1.5">
      <h3 className="text-xs font-semibold text-muted">{t(facet.title)}</h3>
      <ul>
        {shownOf(values, chosen).map(({ value, count }) => {
          const isChosen = value === chosen
          return (
            <li key={value}>
              <Link
                to={links.home({ ...search, ...facet.choose(isChosen ? '' : value), page: 1 })}
                rel="nofollow"
                preventScrollReset
                aria-current={isChosen ? 'true' : undefined}
                className="-mx-2 flex min-h-8 items-center justify-between gap-3 rounded-md px-2 py-1 text-sm hover:bg-sunken aria-[current=true]:bg-accent-soft aria-[current=true]:font-medium aria-[current=true]:text-accent-strong"
              >
                <span className="min-w-0 truncate" dir="auto">
                  {facet.label(t, value)}
                </span>
                <span className="text-xs text-muted tabular-nums">
                  {formats.number(isChosen ? total : count)}
                </span>
              </Link>
            </li>
          )
        })}
      </ul>
    </nav>
  )
}

/** The active filters, each with a link to remove it. */
export function ActiveFilters({ search }: { search: HomeSearch }) {
  const t = useText('home')
  const active = facets.filter(({ chosen }) => chosen(search) !== '')
  if (active.length === 0) return null
  return (
    <ul aria-label={t('active_filters')} className="flex flex-wrap gap-2">
      {active.map((facet) => {
        const label = facet.label(t, facet.chosen(search))
        return (
          <li key={facet.name}>
            <Link
              to={links.home({ ...search, ...facet.choose(''), page: 1 })}
              preventScrollReset
              aria-label={t('remove_filter', { name: label })}
              className="inline-flex min-h-8 items-center gap-1.5 rounded-md bg-accent-soft px-2.5 text-sm text-accent-strong"
            >
              <span dir="auto">{label}</span>
              <Icon name="close" className="size-3.5" />
            </Link>
          </li>
        )
      })}
    </ul>
  )
}
