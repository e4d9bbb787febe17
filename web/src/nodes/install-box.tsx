import { useText } from '../site.ts'
import { ButtonAnchor } from '../ui/button.tsx'
import { Command } from '../ui/command.tsx'
import { httpAddress } from '../ui/http-address.ts'
import { Icon } from '../ui/icon.tsx'
import { type Install, installOf } from './install-commands.ts'
import type { NodeView, VersionView } from './queries.ts'

/** How to get the node, or this version of it. */
export function InstallBox({ node, version }: { node: NodeView; version?: VersionView }) {
  const t = useText('nodes')
  const install = installOf({ ...node, hasVersion: node.latest !== undefined }, version?.version)
  const isInstallable = !version || isGiven(version)
  const download = httpAddress((version ?? node.latest)?.downloadUrl)
  return (
    <section
      aria-label={t('install')}
      className="grid grid-cols-1 gap-3 rounded-lg border border-line bg-surface p-4"
    >
      <h2 className="font-semibold">{t('install')}</h2>
      {isInstallable ? (
        <Commands install={install} />
      ) : (
        <p className="text-sm text-muted">{t('not_installable')}</p>
      )}
      {isInstallable && download && !node.isUnclaimed && (
        <ButtonAnchor href={download} download rel="nofollow">
          <Icon name="download" />
          {version ? t('download') : t('download_latest')}
        </ButtonAnchor>
      )}
    </section>
  )
}

/** Banned and deleted versions are not given out, nor those whose archive has not arrived. */
function isGiven({ status, downloadUrl }: VersionView): boolean {
  return (
    downloadUrl !== undefined && status !== 'NodeVersionStatusBanned' && status !== 'NodeVersionStatusDeleted'
  )
}

function Commands({ install }: { install: Install }) {
  const t = useText('nodes')
  if (install.way === 'client') return <Command text={install.command} copyLabel={t('copy_command')} />
  const reason = install.reason === 'unclaimed' ? t('clone_unclaimed') : t('clone_no_version')
  return (
    <>
      <p className="text-sm text-muted">{install.way === 'clone' ? reason : t('no_way_to_install')}</p>
      {install.way === 'clone' && <Command text={install.command} copyLabel={t('copy_command')} />}
    </>
  )
}
