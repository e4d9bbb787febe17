import { isHeldVersion } from '@nodeyard/contract/packs'
import { isCommit } from '../../ground/paths/commit.ts'
import { links } from '../../ground/paths/links.ts'
import { useProgram, useText } from '../../ground/site/site.ts'
import { ButtonAnchor, ButtonLink } from '../../ground/ui/button.tsx'
import { httpAddress } from '../../ground/ui/http-address.ts'
import { Icon } from '../../ground/ui/icon.tsx'
import { CloneWays } from './clone-ways.tsx'
import { type Install, installOf } from './install-commands.ts'
import { InstallWays } from './install-ways.tsx'
import { OpenTool } from './open-tool.tsx'
import { isOffered, type NodeView, type VersionView } from './queries.ts'

/** Instructions to install a node or a version of it. */
export function InstallBox({ node, version: asked }: { node: NodeView; version?: VersionView }) {
  // A reading is not a version: its commit is cloned from the repository.
  const version = asked && !isCommit(asked.version) ? asked : undefined
  const t = useText('nodes')
  const program = useProgram()
  const downloadUrl = (version ?? node.latest)?.downloadUrl
  const isInstallable = !version || isOffered(node, version)
  const install =
    version && !node.isUnclaimed
      ? installOfVersion(node, program, version)
      : installOf({ ...node, downloadUrl }, program)
  const download = install.way === 'client' ? httpAddress(downloadUrl) : undefined
  return (
    <section aria-label={t('install')} className="card grid grid-cols-1 gap-3 p-4 print:break-inside-avoid">
      <h2 className="text-lg">{t('install')}</h2>
      {isInstallable ? (
        <Commands install={install} needsPackages={(node.shown?.dependencies.length ?? 0) > 0} />
      ) : (
        <p className="text-sm text-muted">{t(isHeldVersion(version) ? 'held_version' : 'not_installable')}</p>
      )}
      {isInstallable && download && (
        <ButtonAnchor href={download} download rel="nofollow" className="print:hidden">
          <Icon name="download" />
          {version ? t('download') : t('download_latest')}
        </ButtonAnchor>
      )}
      {isInstallable && install.way === 'client' && <OpenTool pack={offeredPack(node, version)} />}
      {node.isUnclaimed && node.status !== 'NodeStatusBanned' && (
        <ButtonLink to={links.claimNode(node.id)} rel="nofollow">
          {t('claim_this')}
        </ButtonLink>
      )}
    </section>
  )
}

function offeredPack(node: NodeView, version: VersionView | undefined): string {
  const number = (version ?? node.latest)?.version
  return number === undefined ? node.id : `${node.id}@${number}`
}

/** Yanked versions can still be installed by number. */
function installOfVersion({ id }: NodeView, program: string, { version, downloadUrl }: VersionView): Install {
  return installOf({ id, install: { state: 'installable' }, downloadUrl }, program, version)
}

function Commands({ install, needsPackages }: { install: Install; needsPackages: boolean }) {
  const t = useText('nodes')
  if (install.way === 'client') return <InstallWays commands={install.commands} />
  if (install.way === 'none') {
    const reason = install.reason === 'held_back' ? t('held_back') : t('no_way_to_install')
    return <p className="text-sm text-muted">{reason}</p>
  }
  return (
    <>
      <p className="text-sm text-muted">
        {install.reason === 'unclaimed' ? t('clone_unclaimed') : t('clone_no_version')}
      </p>
      <CloneWays packs={[install.pack]} />
      {/* Packages that only a project file names are listed with the dependencies, because clients do not install them. */}
      {install.pack.has_requirements === false && !needsPackages && (
        <p className="text-sm text-muted">{t('requirements_none')}</p>
      )}
    </>
  )
}
