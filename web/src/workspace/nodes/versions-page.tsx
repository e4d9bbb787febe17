import type { PublishSummary } from '@nodeyard/contract/packs'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Link } from 'react-router'
import { Field } from '../../ground/forms/field.tsx'
import { pageLoader, usePageParams } from '../../ground/page/page.ts'
import { manageLinks, managePaths } from '../../ground/paths/manage-links.ts'
import { useFormats, useSite, useText } from '../../ground/site/site.ts'
import { Badge, type Tone } from '../../ground/ui/badge.tsx'
import { Button, ButtonLink } from '../../ground/ui/button.tsx'
import { Loading } from '../../ground/ui/loading.tsx'
import { Timestamp } from '../../ground/ui/timestamp.tsx'
import { useSome } from '../../ground/ui/use-some.ts'
import { VersionMarks } from '../../public/nodes/version-marks.tsx'
import { ManageNodeLayout, manageHandle } from './node-layout.tsx'
import { reportsQuery } from './queries.ts'
import { RenamedNodes } from './renamed-nodes.tsx'
import { useLiveReport } from './use-live-report.ts'
import { waitText } from './wait-text.ts'

export const handle = manageHandle
export const loader = pageLoader(managePaths.versions, handle, async () => {})

export function Component() {
  const { nodeId } = usePageParams(managePaths.versions)
  const t = useText('manage')
  return (
    <ManageNodeLayout nodeId={nodeId} title={t('versions')}>
      {(managed) => (
        <>
          <AllVersions nodeId={managed.node.id} publisherId={managed.node.publisher.id} />
          <RenamedNodes managed={managed} />
        </>
      )}
    </ManageNodeLayout>
  )
}

function AllVersions({ nodeId, publisherId }: { nodeId: string; publisherId: string }) {
  const t = useText('manage')
  const { data: versions, error, refetch } = useQuery(reportsQuery(useSite(), nodeId))
  if (!versions) {
    return <Loading error={error} retry={refetch} />
  }
  if (versions.length === 0) {
    return (
      <div className="grid justify-items-start gap-3 rounded-lg border border-dashed border-line p-6">
        <p>{t('no_versions')}</p>
        <ButtonLink look="primary" to={manageLinks.howToPublish({ publisher: publisherId })}>
          {t('how_to_publish')}
        </ButtonLink>
      </div>
    )
  }
  const underWay = versions.find(({ version }) => version.status === 'NodeVersionStatusPending')
  return (
    <>
      {underWay && <Following nodeId={nodeId} version={underWay.version.version} />}
      <VersionList nodeId={nodeId} versions={versions} />
    </>
  )
}

/** Lists up to this length have no search. */
const maxWithoutSearch = 20

/** Lists versions, newest first, with a search in long lists. */
export function VersionList({ nodeId, versions }: { nodeId: string; versions: readonly PublishSummary[] }) {
  const t = useText('manage')
  const [text, setText] = useState('')
  const found = versions.filter(({ version }) => version.version.includes(text.trim()))
  const { some, next, more } = useSome(found)
  return (
    <>
      {versions.length > maxWithoutSearch && (
        <Field
          className="max-w-sm"
          type="search"
          label={t('find_version')}
          dir="ltr"
          value={text}
          onChange={({ target }) => setText(target.value)}
        />
      )}
      {found.length === 0 ? (
        <p role="status" className="text-sm text-muted">
          {t('no_such_version')}
        </p>
      ) : (
        <ol className="divide-y divide-line overflow-hidden rounded-lg border border-line bg-surface">
          {some.map((summary) => (
            <Row key={summary.version.id} nodeId={nodeId} summary={summary} />
          ))}
        </ol>
      )}
      {next > 0 && (
        <Button className="justify-self-start" onClick={more}>
          {t('show_more', { count: next })}
        </Button>
      )}
    </>
  )
}

/** Follows a version until it is settled, to keep the list current. */
function Following({ nodeId, version }: { nodeId: string; version: string }) {
  useLiveReport(nodeId, version)
  return null
}

function Row({ nodeId, summary }: { nodeId: string; summary: PublishSummary }) {
  const t = useText('manage')
  const formats = useFormats()
  const { version, downloads, appeal } = summary
  const waits = summary.waits_for === 'nothing' ? undefined : waitText[summary.waits_for]
  return (
    <li className="flex flex-wrap items-center gap-x-3 gap-y-1.5 px-4 py-3 text-sm">
      <Link
        to={manageLinks.version(nodeId, version.version)}
        className="font-mono font-semibold text-accent underline-offset-4 hover:underline"
      >
        <bdi>{version.version}</bdi>
      </Link>
      <VersionMarks
        status={version.status}
        deprecated={version.deprecated}
        isYanked={version.yankedAt !== undefined}
        isUnloadable={version.load_failures !== undefined}
      />
      {waits && <Badge tone={summary.waits_for === 'publisher' ? 'danger' : 'info'}>{t(waits)}</Badge>}
      {appeal && <Badge>{appeal === 'waiting' ? t('appeal_waiting') : t('appeal_answered')}</Badge>}
      <span className="ms-auto flex flex-wrap items-center gap-x-4 gap-y-1 text-xs text-muted tabular-nums">
        <FindingCount summary={summary} />
        <span>{t('install_count', { count: downloads })}</span>
        {version.size !== undefined && <span>{formats.bytes(version.size)}</span>}
        <Timestamp iso={version.createdAt} />
      </span>
    </li>
  )
}

function FindingCount({ summary: { findings, is_read } }: { summary: PublishSummary }) {
  const t = useText('manage')
  const total = Object.values(findings).reduce((sum, count) => sum + count, 0)
  if (!is_read && total === 0) return null
  if (total === 0) return <span>{t('no_findings')}</span>
  const tone: Tone = findings.critical + findings.high > 0 ? 'danger' : 'plain'
  return <Badge tone={tone}>{t('finding_count', { count: total })}</Badge>
}
