import { isHeldVersion } from '@nodeyard/contract/held-back'
import type { ReactNode } from 'react'
import { isCommit } from '../../ground/paths/commit.ts'
import { links } from '../../ground/paths/links.ts'
import { useProgram, useText } from '../../ground/site/site.ts'
import { ButtonAnchor, ButtonLink } from '../../ground/ui/button.tsx'
import { Command } from '../../ground/ui/command.tsx'
import { FoldMark } from '../../ground/ui/fold-mark.tsx'
import { httpAddress } from '../../ground/ui/http-address.ts'
import { Icon } from '../../ground/ui/icon.tsx'
import { type CloneCommands, type Install, installOf } from './install-commands.ts'
import { InstallWays } from './install-ways.tsx'
import { OpenTool } from './open-tool.tsx'
import type { NodeView, VersionView } from './queries.ts'

/** Instructions to install a node or a version of it. */
export function InstallBox({ node, version: asked }: { node: NodeView; version?: VersionView }) {
  // A reading is not a version: its commit is cloned from the repository.
  const version = asked && !isCommit(asked.version) ? asked : undefined
  const t = useText('nodes')
  const program = useProgram()
  const downloadUrl = (version ?? node.latest)?.downloadUrl
  const isInstallable = !version || isOffered(node, version)
  const install =
    version && !node.isUnclaimed ? installOfVersion(node, program, version) : installOf(node, program)
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

/** Offers only versions that passed the checks and are not blocked by an advisory or a ban. */
export function isOffered({ install }: NodeView, { status, downloadUrl }: VersionView): boolean {
  return downloadUrl !== undefined && status === 'NodeVersionStatusActive' && install.state !== 'banned'
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
      <Clone commands={install.commands} needsPackages={needsPackages} />
    </>
  )
}

/** Packages that only a project file names are listed with the dependencies, because clients do not install them. */
function Clone({
  commands: { usual, venv, portable },
  needsPackages,
}: {
  commands: CloneCommands
  needsPackages: boolean
}) {
  const t = useText('nodes')
  return (
    <>
      <Command text={usual} copyLabel={t('copy_command')} />
      {venv && portable ? (
        <>
          <p className="text-sm text-muted">{t('requirements_text')}</p>
          <div className="divide-y divide-line border-y border-line text-sm print:hidden">
            <Client name={t('requirements_venv')} text={t('requirements_venv_text')}>
              <Command text={venv} copyLabel={t('copy_command')} />
            </Client>
            <Client name={t('requirements_portable')}>
              <Command text={portable} copyLabel={t('copy_command')} />
            </Client>
          </div>
        </>
      ) : (
        !needsPackages && <p className="text-sm text-muted">{t('requirements_none')}</p>
      )}
    </>
  )
}

function Client({ name, text, children }: { name: string; text?: string; children: ReactNode }) {
  return (
    <details name="install-client" className="group">
      <summary className="flex items-center gap-2 py-2 text-muted hover:text-ink">
        <FoldMark />
        {name}
      </summary>
      <div className="grid gap-2 pb-3">
        {text && <p className="text-muted">{text}</p>}
        {children}
      </div>
    </details>
  )
}
