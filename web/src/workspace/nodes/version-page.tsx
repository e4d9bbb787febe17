import type { PublishReport } from '@nodeyard/contract/packs'
import { Link } from 'react-router'
import { type PageHandle, pageLoader, usePageParams } from '../../ground/page/page.ts'
import { links } from '../../ground/paths/links.ts'
import { managePaths } from '../../ground/paths/manage-links.ts'
import { useText } from '../../ground/site/site.ts'
import { Loading } from '../../ground/ui/loading.tsx'
import { Notice } from '../../ground/ui/notice.tsx'
import { VersionMarks } from '../../public/nodes/version-marks.tsx'
import { WorksWith } from '../../public/nodes/works-with.tsx'
import { AppealThread } from './appeal-thread.tsx'
import { Findings } from './findings.tsx'
import { type ManagedNode, ManageNodeLayout, manageHandle } from './node-layout.tsx'
import { Timeline } from './timeline.tsx'
import { useLiveReport } from './use-live-report.ts'
import { VersionActions } from './version-actions.tsx'

export const handle: PageHandle = { ...manageHandle, namespaces: [...manageHandle.namespaces, 'paths'] }
export const loader = pageLoader(managePaths.version, handle, async () => {})

export function Component() {
  const { nodeId, version } = usePageParams(managePaths.version)
  return (
    <ManageNodeLayout nodeId={nodeId} title={version}>
      {(managed) => <Version key={version} managed={managed} version={version} />}
    </ManageNodeLayout>
  )
}

function Version({ managed, version }: { managed: ManagedNode; version: string }) {
  const { data: report, error, refetch } = useLiveReport(managed.node.id, version)
  if (report) return <Report managed={managed} report={report} />
  return <Loading error={error} retry={refetch} />
}

function Report({ managed, report }: { managed: ManagedNode; report: PublishReport }) {
  const t = useText('manage')
  const { node, may } = managed
  const { version, decision } = report
  return (
    <div className="grid grid-cols-1 gap-8">
      <div className="flex flex-wrap items-center gap-3">
        <h2 className="text-xl tabular-nums">
          <bdi>{version.version}</bdi>
        </h2>
        <VersionMarks
          status={version.status}
          deprecated={version.deprecated}
          isYanked={version.yankedAt !== undefined}
          isUnloadable={version.load_failures !== undefined}
        />
        {version.sha256 && version.status !== 'NodeVersionStatusDeleted' && (
          <Link
            to={links.version(node.id, version.version)}
            className="ms-auto text-sm text-accent underline-offset-4 hover:underline"
          >
            {t('public_page')}
          </Link>
        )}
      </div>
      <Timeline report={report} />
      {decision && (
        <Notice tone={version.status === 'NodeVersionStatusBanned' ? 'danger' : 'info'} title={t('decision')}>
          <p dir="auto" className="whitespace-pre-line wrap-anywhere">
            {decision.message}
          </p>
        </Notice>
      )}
      <Findings nodeId={node.id} report={report} />
      <AppealThread node={node} report={report} may={may} />
      {version.status !== 'NodeVersionStatusDeleted' && report.is_read && (
        <WorksWith nodeId={node.id} version={version.version} />
      )}
      <VersionActions node={node} report={report} may={may} />
    </div>
  )
}
