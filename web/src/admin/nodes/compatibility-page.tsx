import { versionStatuses } from '@nodeyard/contract/ground'
import {
  copyCompatibility,
  listCompatibility,
  moderateVersion,
  type VersionCompatibility,
} from '@nodeyard/contract/safety'
import { Link } from 'react-router'
import { useMay } from '../../account/access/use-may.ts'
import { links } from '../../ground/paths/links.ts'
import { useText } from '../../ground/site/site.ts'
import type { Column } from '../../ground/tables/data-table.tsx'
import type { TextKey } from '../../ground/texts/texts.ts'
import { Badge } from '../../ground/ui/badge.tsx'
import { Button, ButtonLink } from '../../ground/ui/button.tsx'
import { RefusalNote } from '../../ground/ui/refusal-note.tsx'
import { useAction } from '../../ground/ui/use-action.ts'
import { AdminList } from '../kit/admin-list.tsx'
import { adminPage } from '../kit/admin-page.tsx'
import { adminPaths } from '../kit/admin-paths.ts'
import { compatibilitySearch, statusPrefix, type VersionStatus } from '../kit/registry-searches.ts'
import { useAdminToken } from '../kit/use-admin-token.ts'
import { useRegistryChange } from '../kit/use-change.ts'
import { useList } from '../kit/use-list.ts'
import { useRead } from '../kit/use-read.ts'
import { CompatibilityDialog } from './compatibility-dialog.tsx'

export const { handle, loader, Component } = adminPage({
  path: adminPaths.compatibility,
  title: 'nav_compatibility',
  namespaces: ['admin-registry', 'forms'],
  lead: (texts) => texts.of('admin-registry')('compatibility_lead'),
  Content: Versions,
})

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
  const list = useList(adminPaths.compatibility, compatibilitySearch)
  const { q, status, outdated, page, editing } = list.search
  const { run, isRunning, problem } = useAction()
  const [nodeId = '', version = ''] = q.split('@')
  const chosen = { nodeId, version, statuses: [...status], outdated }
  const read = useRead(listCompatibility, { ...chosen, page, limit: pageSize })
  const edited = read.data?.versions.find((row) => keyOf(row) === editing)
  return (
    <>
      <AdminList
        list={list}
        read={read}
        rows={read.data?.versions}
        keyOf={keyOf}
        caption={t('versions')}
        empty={t('no_versions')}
        filters={[
          { label: t('node_or_version'), text: 'q' },
          {
            label: t('status'),
            anyOf: 'status',
            choices: versionStatuses.map((value) => ({
              value: value.slice(statusPrefix.length),
              label: t(statusTexts[value]),
            })),
          },
          {
            label: t('versions'),
            oneOf: 'outdated',
            choices: [
              { value: '', label: t('all') },
              { value: '1', label: t('only_outdated') },
            ],
          },
        ]}
        besideFilters={<ButtonLink to={adminPaths.compatibility}>{t('clear')}</ButtonLink>}
        summary={<RefusalNote problem={problem} />}
        columns={useColumns((act) => void run(act), isRunning)}
        actions={[
          {
            text: t('edit'),
            route: moderateVersion,
            to: (row) => list.linkTo({ editing: keyOf(row), page }),
          },
        ]}
        nameOf={keyOf}
      />
      {edited && (
        <CompatibilityDialog
          key={keyOf(edited)}
          row={edited}
          onClose={() => list.change({ editing: '', page })}
        />
      )}
    </>
  )
}

const keyOf = ({ node_id, version }: VersionCompatibility) => `${node_id}@${version}`

function useColumns(
  run: (act: () => Promise<unknown>) => void,
  isRunning: boolean,
): Column<VersionCompatibility>[] {
  const t = useText('admin-registry')
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
  ]
}

/** Shown when the node's values differ from this version, its latest. */
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
