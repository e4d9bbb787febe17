import { moderateVersion } from '@nodeyard/contract/admin'
import { copyCompatibility, type VersionCompatibility } from '@nodeyard/contract/admin-registry'
import { versionStatuses } from '@nodeyard/contract/shapes'
import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { useMay } from '../../account/access/use-may.ts'
import { type PageHandle, pageLoader } from '../../ground/page/page.ts'
import { links } from '../../ground/paths/links.ts'
import { useSite, useText } from '../../ground/site/site.ts'
import { type Column, DataTable } from '../../ground/tables/data-table.tsx'
import { ChoicesFilter, SelectFilter, TableFilters, TextFilter } from '../../ground/tables/table-filters.tsx'
import type { TextKey } from '../../ground/texts/texts.ts'
import { Badge } from '../../ground/ui/badge.tsx'
import { Button, ButtonLink } from '../../ground/ui/button.tsx'
import { RefusalNote } from '../../ground/ui/refusal-note.tsx'
import { useAction } from '../../ground/ui/use-action.ts'
import { AdminPage } from '../kit/admin-layout.tsx'
import { adminPaths } from '../kit/admin-paths.ts'
import { compatibilityQuery } from '../kit/registry-queries.ts'
import { compatibilitySearch, type VersionStatus } from '../kit/registry-searches.ts'
import { useAdminToken } from '../kit/use-admin-token.ts'
import { useList } from '../kit/use-list.ts'
import { useRegistryChange } from '../kit/use-registry-change.ts'
import { CompatibilityDialog } from './compatibility-dialog.tsx'

export const handle: PageHandle = { namespaces: ['admin', 'admin-registry', 'forms'] }
export const loader = pageLoader(adminPaths.compatibility, handle, async () => {})

export function Component() {
  const t = useText('admin')
  const text = useText('admin-registry')
  return (
    <AdminPage title={t('nav_compatibility')} lead={text('compatibility_lead')}>
      <Versions />
    </AdminPage>
  )
}

const pageSize = 100
const statusTexts: Record<VersionStatus, TextKey<'admin-registry'>> = {
  NodeVersionStatusActive: 'active',
  NodeVersionStatusBanned: 'banned',
  NodeVersionStatusDeleted: 'deleted',
  NodeVersionStatusFlagged: 'flagged',
  NodeVersionStatusPending: 'pending',
}

/** Source: API contract 37.8. */
function Versions() {
  const t = useText('admin-registry')
  const { search, linkTo, change } = useList(adminPaths.compatibility, compatibilitySearch)
  const { run, isRunning, problem } = useAction()
  const [nodeId = '', version = ''] = search.q.split('@')
  const list = useQuery(
    compatibilityQuery(useSite(), {
      ...(nodeId ? { nodeId } : {}),
      ...(version ? { version } : {}),
      ...(search.status.length > 0 ? { statuses: [...search.status] } : {}),
      ...(search.outdated ? { outdated: true } : {}),
      page: search.page,
      limit: pageSize,
    }),
  )
  const rows = list.data?.versions
  const columns = useColumns(
    (row) => linkTo({ editing: keyOf(row), page: search.page }),
    (act) => void run(act),
    isRunning,
  )
  const edited = rows?.find((row) => keyOf(row) === search.editing)
  return (
    <>
      <TableFilters label={t('filters')}>
        <TextFilter label={t('node_or_version')} value={search.q} onChange={(q) => change({ q })} />
        <ChoicesFilter
          label={t('status')}
          values={search.status}
          choices={versionStatuses.map((value) => ({ value, label: t(statusTexts[value]) }))}
          onChange={(status) => change({ status })}
        />
        <SelectFilter
          label={t('versions')}
          value={search.outdated ? 'outdated' : ''}
          choices={[
            { value: '', label: t('all') },
            { value: 'outdated', label: t('only_outdated') },
          ]}
          onChange={(value) => change({ outdated: value === 'outdated' })}
        />
        <ButtonLink to={adminPaths.compatibility}>{t('clear')}</ButtonLink>
      </TableFilters>
      <RefusalNote problem={problem} />
      <DataTable
        caption={t('versions')}
        columns={columns}
        rows={rows}
        keyOf={keyOf}
        empty={t('no_versions')}
        query={list}
        paging={{
          page: search.page,
          totalPages: list.data?.totalPages ?? 1,
          linkTo: (page) => linkTo({ page }),
        }}
      />
      {edited && (
        <CompatibilityDialog
          key={keyOf(edited)}
          row={edited}
          onClose={() => change({ editing: '', page: search.page })}
        />
      )}
    </>
  )
}

const keyOf = ({ node_id, version }: VersionCompatibility) => `${node_id}@${version}`

function useColumns(
  editAt: (row: VersionCompatibility) => string,
  run: (act: () => Promise<unknown>) => void,
  isRunning: boolean,
): Column<VersionCompatibility>[] {
  const t = useText('admin-registry')
  const may = useMay()
  return [
    {
      id: 'version',
      title: t('version'),
      isHead: true,
      cell: (row) => (
        <div className="grid min-w-44 justify-items-start gap-1">
          <Link
            to={links.version(row.node_id, row.version)}
            className="text-accent wrap-anywhere hover:underline"
          >
            <bdi>
              {row.node_id}@{row.version}
            </bdi>
          </Link>
          <span className="flex flex-wrap gap-1">
            <Badge>{t(statusTexts[row.status])}</Badge>
            {row.latest_version && (
              <Badge
                tone={row.isLatest ? 'accent' : 'plain'}
                title={t('latest_of', { name: row.node_id, version: row.latest_version })}
              >
                {t('latest', { version: row.latest_version })}
              </Badge>
            )}
          </span>
          {row.isOutdated && <CopyToNode row={row} run={run} isRunning={isRunning} />}
        </div>
      ),
    },
    {
      id: 'frontend',
      title: t('frontend_range'),
      cell: ({ stated }) => <Range text={stated.supported_comfyui_frontend_version} />,
    },
    {
      id: 'tool',
      title: t('tool_range'),
      cell: ({ stated }) => <Range text={stated.supported_comfyui_version} />,
    },
    {
      id: 'os',
      title: t('systems'),
      cell: ({ stated }) => <Entries entries={stated.supported_os} />,
    },
    {
      id: 'accelerators',
      title: t('accelerators'),
      cell: ({ stated }) => <Entries entries={stated.supported_accelerators} />,
    },
    {
      id: 'acts',
      title: t('acts'),
      cell: (row) =>
        may(moderateVersion) && (
          <ButtonLink
            to={editAt(row)}
            preventScrollReset
            aria-label={t('act_on', { value: t('edit'), name: keyOf(row) })}
          >
            {t('edit')}
          </ButtonLink>
        ),
    },
  ]
}

/** The node says something else than this version, its latest. */
function CopyToNode({
  row,
  run,
  isRunning,
}: {
  row: VersionCompatibility
  run: (act: () => Promise<unknown>) => void
  isRunning: boolean
}) {
  const t = useText('admin-registry')
  const may = useMay()
  const { call } = useAdminToken()
  const changed = useRegistryChange()
  if (!may(copyCompatibility)) return <Badge tone="warn">{t('outdated')}</Badge>
  const copy = async () => {
    await call(copyCompatibility, { params: { nodeId: row.node_id } })
    await changed(t('node_saved', { name: row.node_id }))
  }
  return (
    <Button
      className="justify-self-start"
      disabled={isRunning}
      title={t('outdated_hint')}
      aria-label={t('act_on', { value: t('copy_to_node'), name: keyOf(row) })}
      onClick={() => run(copy)}
    >
      <Badge tone="warn">{t('outdated')}</Badge>
      {t('copy_to_node')}
    </Button>
  )
}

function Range({ text }: { text: string }) {
  return text ? <bdi className="font-mono text-xs">{text}</bdi> : '–'
}

function Entries({ entries }: { entries: readonly string[] }) {
  if (entries.length === 0) return '–'
  return (
    <ul className="grid gap-0.5 text-xs">
      {entries.map((entry) => (
        <li key={entry}>
          <bdi>{entry}</bdi>
        </li>
      ))}
    </ul>
  )
}
