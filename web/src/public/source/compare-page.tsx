import { capabilityDifference } from '@nodeyard/analysis/facts'
import { type Capability, isHeldVersion } from '@nodeyard/contract/packs'
import { useSuspenseQuery } from '@tanstack/react-query'
import { useId } from 'react'
import { Link, useNavigate } from 'react-router'
import { Main } from '../../ground/page/main.tsx'
import { type PageHandle, pageLoader, usePageParams } from '../../ground/page/page.ts'
import { shownVersion } from '../../ground/paths/commit.ts'
import { links } from '../../ground/paths/links.ts'
import { paths } from '../../ground/paths/paths.ts'
import { useSite, useText } from '../../ground/site/site.ts'
import { Icon } from '../../ground/ui/icon.tsx'
import { PageHead } from '../../ground/ui/page-head.tsx'
import { NothingHere, Section } from '../../ground/ui/section.tsx'
import { CapabilityDifference } from '../nodes/capabilities.tsx'
import { nodeQuery, type VersionRow, versionQuery, versionsQuery } from '../nodes/queries.ts'
import { ComfyNodeChanges } from './comfy-node-changes.tsx'
import { FileChanges } from './file-changes.tsx'
import { comfyNodeChangesQuery } from './queries.ts'

export const handle: PageHandle = { namespaces: ['nodes', 'source'] }
export const loader = pageLoader(paths.compare, handle, async (visit) =>
  (await import('./load.ts')).loadComparison(visit),
)

export function Component() {
  const t = useText('source')
  const site = useSite()
  const { nodeId, version, before } = usePageParams(paths.compare)
  const { data: node } = useSuspenseQuery(nodeQuery(site, nodeId))
  const { data: versions } = useSuspenseQuery(versionsQuery(site, nodeId))
  const { data: old } = useSuspenseQuery(versionQuery(site, nodeId, before))
  const { data: current } = useSuspenseQuery(versionQuery(site, nodeId, version))
  const { data: comparison } = useSuspenseQuery(comfyNodeChangesQuery(site, nodeId, before, version))
  const title = t('compare_title', {
    name: node.name,
    before: shownVersion(before),
    after: shownVersion(version),
  })
  return (
    <Main className="grid grid-cols-1 content-start gap-8">
      <PageHead title={title} />
      <header className="grid gap-3">
        <h1 className="text-xl font-bold tracking-tight break-words sm:text-2xl">{title}</h1>
        <p className="flex flex-wrap gap-x-4 text-sm">
          {[before, version].map((one) => (
            <Link
              key={one}
              to={links.version(node.id, one)}
              className="text-accent underline-offset-4 hover:underline"
            >
              {t('about_version', { version: shownVersion(one) })}
            </Link>
          ))}
        </p>
        {versions.length > 0 && (
          <Choice nodeId={node.id} versions={versions} before={before} after={version} />
        )}
      </header>
      {comparison && <ComfyNodeChanges comparison={comparison} />}
      {old.capabilities && current.capabilities && (
        <CapabilitySection since={before} before={old.capabilities} after={current.capabilities} />
      )}
      {comparison && (
        <Section title={t('dependencies')}>
          <DependencyChanges before={old.dependencies} after={current.dependencies} />
        </Section>
      )}
      <Section title={t('files')}>
        {old.size === undefined || current.size === undefined ? (
          <NothingHere icon="package">{t('no_archive')}</NothingHere>
        ) : (
          <FileChanges
            before={{ nodeId: node.id, version: before, sizeBytes: old.size, isHeld: isHeldVersion(old) }}
            after={{ nodeId: node.id, version, sizeBytes: current.size, isHeld: isHeldVersion(current) }}
          />
        )}
      </Section>
    </Main>
  )
}

interface Choice {
  nodeId: string
  versions: VersionRow[]
  before: string
  after: string
}

/** Selects two versions to compare. */
function Choice({ nodeId, versions, before, after }: Choice) {
  const t = useText('source')
  const navigate = useNavigate()
  return (
    <div className="needs-script flex flex-wrap items-end gap-2">
      <Picker
        label={t('before')}
        versions={versions}
        picked={before}
        onPick={(version) => void navigate(links.compare(nodeId, version, after))}
      />
      <Icon name="next" className="mirrored mb-2.5 size-4 text-muted" />
      <Picker
        label={t('after')}
        versions={versions}
        picked={after}
        onPick={(version) => void navigate(links.compare(nodeId, before, version))}
      />
    </div>
  )
}

interface Picker {
  label: string
  versions: VersionRow[]
  picked: string
  onPick(version: string): void
}

function Picker({ label, versions, picked, onPick }: Picker) {
  const id = useId()
  return (
    <div className="grid gap-1">
      <label htmlFor={id} className="text-xs text-muted">
        {label}
      </label>
      <select
        id={id}
        dir="ltr"
        value={picked}
        onChange={(event) => onPick(event.target.value)}
        className="h-9 rounded-md border border-edge bg-canvas px-2 font-mono text-sm"
      >
        {/* The list leaves out the oldest of very many versions. */}
        {!versions.some(({ version }) => version === picked) && <option value={picked}>{picked}</option>}
        {versions.map(({ version }) => (
          <option key={version} value={version}>
            {version}
          </option>
        ))}
      </select>
    </div>
  )
}

interface CapabilitySection {
  since: string
  before: Capability[]
  after: Capability[]
}

/** Capabilities that the code gained or lost. */
export function CapabilitySection({ since, before, after }: CapabilitySection) {
  const t = useText('source')
  const { gained, lost } = capabilityDifference(before, after)
  return (
    <Section title={t('capabilities')}>
      {gained.length + lost.length === 0 ? (
        <NothingHere icon="check">{t('same_capabilities', { version: since })}</NothingHere>
      ) : (
        <CapabilityDifference changes={{ since, gained, lost }} />
      )}
    </Section>
  )
}

function DependencyChanges({ before, after }: { before: string[]; after: string[] }) {
  const t = useText('source')
  const gone = before.filter((line) => !after.includes(line))
  const come = after.filter((line) => !before.includes(line))
  if (gone.length + come.length === 0) return <NothingHere icon="check">{t('same_dependencies')}</NothingHere>
  return (
    <ul
      dir="ltr"
      className="divide-y divide-line rounded-lg border border-line bg-surface font-mono text-sm break-words"
    >
      {gone.map((line) => (
        <li key={line} className="bg-danger-soft px-4 py-2">
          <del className="no-underline">− {line}</del>
        </li>
      ))}
      {come.map((line) => (
        <li key={line} className="bg-accent-soft px-4 py-2">
          <ins className="no-underline">+ {line}</ins>
        </li>
      ))}
    </ul>
  )
}
