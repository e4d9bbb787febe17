import type { ReactNode } from 'react'
import { links } from '../../ground/paths/links.ts'
import { useText } from '../../ground/site/site.ts'
import { ButtonAnchor, ButtonLink } from '../../ground/ui/button.tsx'
import { Command } from '../../ground/ui/command.tsx'
import { httpAddress } from '../../ground/ui/http-address.ts'
import { Icon } from '../../ground/ui/icon.tsx'
import { type ClientCommands, type CloneCommands, type Install, installOf } from './install-commands.ts'
import { OpenTool } from './open-tool.tsx'
import type { NodeView, VersionView } from './queries.ts'

/** Instructions to install a node or a version of it. */
export function InstallBox({ node, version }: { node: NodeView; version?: VersionView }) {
  const t = useText('nodes')
  const downloadUrl = (version ?? node.latest)?.downloadUrl
  const isInstallable = !version || isAvailable(version)
  const install = version && !node.isUnclaimed ? installOfVersion(node, version) : installOf(node)
  const download = install.way === 'client' ? httpAddress(downloadUrl) : undefined
  return (
    <section
      aria-label={t('install')}
      className="grid grid-cols-1 gap-3 rounded-lg border border-line bg-surface p-4 print:break-inside-avoid"
    >
      <h2 className="font-semibold">{t('install')}</h2>
      {isInstallable ? (
        <Commands install={install} />
      ) : (
        <p className="text-sm text-muted">{t('not_installable')}</p>
      )}
      {isInstallable && download && (
        <ButtonAnchor href={download} download rel="nofollow" className="print:hidden">
          <Icon name="download" />
          {version ? t('download') : t('download_latest')}
        </ButtonAnchor>
      )}
      {isInstallable && install.way === 'client' && <OpenTool />}
      {node.isUnclaimed && node.status !== 'NodeStatusBanned' && (
        <ButtonLink to={links.claimNode(node.id)} rel="nofollow">
          {t('claim_this')}
        </ButtonLink>
      )}
    </section>
  )
}

/** Offers only versions that passed the checks and are not blocked by an advisory. */
function isAvailable({ status, downloadUrl }: VersionView): boolean {
  return downloadUrl !== undefined && status === 'NodeVersionStatusActive'
}

/** Yanked versions can still be installed by number. */
function installOfVersion({ id }: NodeView, { version, downloadUrl }: VersionView): Install {
  return installOf({ id, install: { state: 'installable' }, downloadUrl }, version)
}

function Commands({ install }: { install: Install }) {
  const t = useText('nodes')
  if (install.way === 'client') return <Clients commands={install.commands} />
  if (install.way === 'none') {
    const reason = install.reason === 'held_back' ? t('held_back') : t('no_way_to_install')
    return <p className="text-sm text-muted">{reason}</p>
  }
  return (
    <>
      <p className="text-sm text-muted">
        {install.reason === 'unclaimed' ? t('clone_unclaimed') : t('clone_no_version')}
      </p>
      <Clone commands={install.commands} />
    </>
  )
}

function Clone({ commands: { usual, portable } }: { commands: CloneCommands }) {
  const t = useText('nodes')
  return (
    <>
      <Command text={usual} copyLabel={t('copy_command')} />
      <p className="text-sm text-muted">{t('requirements_text')}</p>
      <div className="border-y border-line text-sm print:hidden">
        <Client name={t('requirements_portable')}>
          <Command text={portable} copyLabel={t('copy_command')} />
        </Client>
      </div>
    </>
  )
}

/** Shows the default method; the others are collapsed and open without JavaScript. */
function Clients({ commands: { commandLine, manager, searched, byHand } }: { commands: ClientCommands }) {
  const t = useText('nodes')
  return (
    <>
      <Command text={commandLine} copyLabel={t('copy_command')} />
      <div className="divide-y divide-line border-y border-line text-sm print:hidden">
        <Client name={t('install_in_tool')} text={t('install_in_tool_text')}>
          <Command text={searched} copyLabel={t('copy_id')} />
        </Client>
        <Client name={t('install_manager')}>
          <Command text={manager} copyLabel={t('copy_command')} />
        </Client>
        {byHand && (
          <Client name={t('install_by_hand')} text={t('install_by_hand_text')}>
            <Command text={byHand} copyLabel={t('copy_command')} />
          </Client>
        )}
      </div>
    </>
  )
}

function Client({ name, text, children }: { name: string; text?: string; children: ReactNode }) {
  return (
    <details name="install-client" className="group">
      <summary className="flex items-center gap-2 py-2 text-muted hover:text-ink">
        <Icon name="next" className="mirrored size-4 group-open:rotate-90" />
        {name}
      </summary>
      <div className="grid gap-2 pb-3">
        {text && <p className="text-muted">{text}</p>}
        {children}
      </div>
    </details>
  )
}
