import type { Provenance } from '@nodeyard/contract/packs'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { isCommit } from '../../ground/paths/commit.ts'
import { links } from '../../ground/paths/links.ts'
import { useFormats, useText } from '../../ground/site/site.ts'
import { CopyButton } from '../../ground/ui/copy-button.tsx'
import { httpAddress, readableAddress } from '../../ground/ui/http-address.ts'
import { Timestamp } from '../../ground/ui/timestamp.tsx'
import { commercialTexts, licenceName, licenceOf } from './licence.ts'
import type { NodeView, SingleVersionView, VersionView } from './queries.ts'

export function NodeFacts({ node }: { node: NodeView }) {
  const t = useText('nodes')
  return (
    <Facts label={t('about_node')}>
      <RepositoryFact address={node.repository} />
      <WebsiteFact address={node.isUnclaimed ? undefined : node.publisher.website} />
      {node.provenance && <ProvenanceFact provenance={node.provenance} />}
      <LicenceFact node={node} />
      {node.forked_from && (
        <Fact name={t('forked_from')}>
          <bdi>{node.forked_from}</bdi>
        </Fact>
      )}
      {node.author && (
        <Fact name={t('author')}>
          <span dir="auto">{node.author}</span>
        </Fact>
      )}
      {/* Nothing is known about the systems of an imported node. */}
      {!node.isUnclaimed && <CompatibilityFacts of={node} />}
      {node.reading && <ReadingFacts reading={node.reading} />}
      {node.latest && <ArchiveFacts version={node.latest} />}
      <Fact name={t('node_id')}>
        <bdi className="font-mono text-xs">{node.id}</bdi>
      </Fact>
      <DateFacts node={node} />
    </Facts>
  )
}

export function VersionFacts({ node, version }: { node: NodeView; version: SingleVersionView }) {
  const t = useText('nodes')
  const formats = useFormats()
  return (
    <Facts label={t(isCommit(version.version) ? 'about_commit' : 'about_version')}>
      <Fact name={t(isCommit(version.version) ? 'read_date' : 'published')}>
        <time dateTime={version.createdAt}>{`${formats.dateTime(version.createdAt)} UTC`}</time>
      </Fact>
      {version.publishedBy && <PublishedByFact by={version.publishedBy} />}
      {version.provenance && <ProvenanceFact provenance={version.provenance} />}
      <ArchiveFacts version={version} />
      <CompatibilityFacts of={version} />
      <LicenceFact node={node} />
      <RepositoryFact address={node.repository} />
      {version.sha256 && <DigestFact digest={version.sha256} />}
    </Facts>
  )
}

/** A pack is as new as its newest version, and an imported one as the last change of its repository. */
function DateFacts({
  node: { isUnclaimed, latest, created_at, updated_at, repository_changed_at },
}: {
  node: NodeView
}) {
  const t = useText('nodes')
  return (
    <>
      {!isUnclaimed && (
        <Fact name={t('created')}>
          <Timestamp iso={created_at} />
        </Fact>
      )}
      {repository_changed_at && (
        <Fact name={t('last_commit')}>
          <Timestamp iso={repository_changed_at} />
        </Fact>
      )}
      {!(isUnclaimed && repository_changed_at) && (
        <Fact name={t('updated')}>
          <Timestamp iso={isUnclaimed ? created_at : (latest?.createdAt ?? updated_at)} />
        </Fact>
      )}
    </>
  )
}

function Facts({ label, children }: { label: string; children: ReactNode }) {
  return (
    <section aria-label={label} className="rounded-lg border border-line bg-surface p-4">
      <dl className="grid gap-x-4 gap-y-3.5 text-sm sm:grid-cols-2 lg:grid-cols-1">{children}</dl>
    </section>
  )
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className="min-w-0">
      <dt className="text-xs text-muted">{name}</dt>
      <dd className="min-w-0 break-words">{children}</dd>
    </div>
  )
}

function RepositoryFact({ address }: { address: string | undefined }) {
  const t = useText('nodes')
  if (!address) return null
  return (
    <Fact name={t('repository')}>
      <OutsideLink address={address} />
    </Fact>
  )
}

function WebsiteFact({ address }: { address: string | undefined }) {
  const t = useText('nodes')
  if (!httpAddress(address)) return null
  return (
    <Fact name={t('website')}>
      <OutsideLink address={address ?? ''} />
    </Fact>
  )
}

const shownCommitCharacters = 10

/** Explains who vouches for the build. */
function ProvenanceFact({ provenance }: { provenance: Provenance }) {
  const t = useText('nodes')
  const { issuer, repository_url, commit, commit_url, ref, run_url, workflow } = provenance
  return (
    <Fact name={t('provenance')}>
      <p className="text-pretty">{t('provenance_text', { host: readableAddress(issuer) })}</p>
      <p>
        <OutsideLink address={repository_url} />
      </p>
      <p>
        <OutsideLink address={commit_url}>
          {t('provenance_commit', { text: commit.slice(0, shownCommitCharacters), name: refName(ref) })}
        </OutsideLink>
      </p>
      <p>
        <OutsideLink address={run_url}>{t('provenance_run', { file: workflow })}</OutsideLink>
      </p>
    </Fact>
  )
}

/** Shortens `refs/tags/v1.2.0` to `v1.2.0`. */
const refName = (ref: string) => ref.replace(/^refs\/(heads|tags)\//, '')

/** Links http and https addresses only; others render as text. */
function OutsideLink({ address, children }: { address: string; children?: ReactNode }) {
  const href = httpAddress(address)
  if (!href) return <bdi>{children ?? address}</bdi>
  return (
    <a
      href={href}
      rel="nofollow noopener ugc"
      className="text-accent underline-offset-4 hover:underline"
      {...(children ? {} : { dir: 'ltr' })}
    >
      {children ?? readableAddress(href)}
    </a>
  )
}

function LicenceFact({
  node: { license: sent, license_name: found, commercial_use: use },
}: {
  node: Pick<NodeView, 'license' | 'license_name' | 'commercial_use'>
}) {
  const t = useText('nodes')
  const licence = licenceOf(sent, found)
  return (
    <Fact name={t('licence')}>
      {licence === undefined ? (
        <span className="text-muted">{t('no_licence')}</span>
      ) : (
        <span dir="auto">{licenceName(licence)}</span>
      )}
      {licence !== undefined && (
        <span className="block text-xs text-muted">{t(commercialTexts[use ?? 'unknown'])}</span>
      )}
    </Fact>
  )
}

type Compatibility = Pick<
  VersionView,
  | 'supported_os'
  | 'supported_accelerators'
  | 'supported_comfyui_version'
  | 'supported_comfyui_frontend_version'
>

/** Python classifier for every operating system. */
const everywhere = 'OS Independent'

function CompatibilityFacts({ of }: { of: Compatibility }) {
  const t = useText('nodes')
  const formats = useFormats()
  const listed = (items: string[]) => {
    if (items.length === 0) return <span className="text-muted">{t('not_stated')}</span>
    return items.includes(everywhere) ? t('all_declared') : formats.list(items)
  }
  return (
    <>
      <Fact name={t('operating_systems')}>{listed(of.supported_os)}</Fact>
      <Fact name={t('accelerators')}>{listed(of.supported_accelerators)}</Fact>
      <Range name={t('tool_version')} range={of.supported_comfyui_version} />
      <Range name={t('frontend_version')} range={of.supported_comfyui_frontend_version} />
    </>
  )
}

/** Needs that were found in its files. */
function ReadingFacts({ reading }: { reading: NonNullable<NodeView['reading']> }) {
  const t = useText('nodes')
  const formats = useFormats()
  const { needs_os, needs_accelerators, python_versions, requires_python } = reading
  return (
    <>
      {needs_os.length > 0 && <Fact name={t('needs_os')}>{formats.list(needs_os)}</Fact>}
      {needs_accelerators.length > 0 && (
        <Fact name={t('needs_accelerators')}>{formats.list(needs_accelerators)}</Fact>
      )}
      <Range name={t('python_range')} range={requires_python} />
      {python_versions.length > 0 && (
        <Fact name={t('python_wheels')}>
          <bdi className="font-mono text-xs">{formats.list(python_versions)}</bdi>
        </Fact>
      )}
      <Fact name={t('repository_size')}>
        {t('archive_facts', { size: formats.bytes(reading.unpacked_bytes), count: reading.file_count })}
      </Fact>
    </>
  )
}

function Range({ name, range }: { name: string; range: string | undefined }) {
  if (!range) return null
  return (
    <Fact name={name}>
      <bdi className="font-mono text-xs">{range}</bdi>
    </Fact>
  )
}

function ArchiveFacts({ version: { size, file_count: files } }: { version: VersionView }) {
  const t = useText('nodes')
  const formats = useFormats()
  if (size === undefined) return null
  return (
    <Fact name={t('archive')}>
      {files === undefined
        ? formats.bytes(size)
        : t('archive_facts', { size: formats.bytes(size), count: files })}
    </Fact>
  )
}

function PublishedByFact({ by }: { by: NonNullable<SingleVersionView['publishedBy']> }) {
  const t = useText('nodes')
  return (
    <Fact name={t('published_by')}>
      <Link to={links.publisher(by.publisher_id)} className="text-accent underline-offset-4 hover:underline">
        <bdi>@{by.publisher_id}</bdi>
      </Link>
      {by.name && (
        <>
          {' · '}
          <bdi>{by.name}</bdi>
        </>
      )}
    </Fact>
  )
}

function DigestFact({ digest }: { digest: string }) {
  const t = useText('nodes')
  return (
    <div className="min-w-0 sm:col-span-full">
      <dt className="text-xs text-muted">{t('digest')}</dt>
      <dd className="flex items-center gap-1" dir="ltr">
        <code className="min-w-0 flex-1 font-mono text-xs break-all">{digest}</code>
        <CopyButton text={digest} label={t('copy_digest')} />
      </dd>
    </div>
  )
}
