import { Link } from 'react-router'
import { links } from '../../ground/paths/links.ts'
import { useSite, useText } from '../../ground/site/site.ts'
import { Button } from '../../ground/ui/button.tsx'
import { Command } from '../../ground/ui/command.tsx'
import { Icon } from '../../ground/ui/icon.tsx'
import { Notice } from '../../ground/ui/notice.tsx'
import { Section } from '../../ground/ui/section.tsx'
import { saveText } from '../plan/save-text.ts'
import {
  installCommand,
  isUnavailable,
  lockFile,
  type NeededNode,
  neededNodes,
  repositoryCommands,
} from './lock-file.ts'
import type { ResolvedComfyNode } from './resolve-workflow.ts'

/** Commands that install every node of a workflow. */
export function InstallSection({ comfyNodes }: { comfyNodes: readonly ResolvedComfyNode[] }) {
  const t = useText('resolve')
  const { apiUrl } = useSite().settings
  const needed = neededNodes(comfyNodes)
  const command = installCommand(needed)
  const clones = repositoryCommands(needed)
  const unavailable = needed.filter(isUnavailable)
  const download = () => saveText('workflow-lock.json', lockFile(comfyNodes, apiUrl))
  if (needed.length === 0) return null
  return (
    <Section title={t('install_title')}>
      {idsWithTwoVersions(needed).map((id) => (
        <Notice key={id} tone="warn" title={t('two_versions', { id })} />
      ))}
      {command && <Command text={command} copyLabel={t('copy_command')} />}
      {clones.length > 0 && (
        <>
          <p className="text-sm text-muted">{t('clone_text')}</p>
          <Command text={clones.join('\n')} copyLabel={t('copy_command')} />
          <p className="text-sm text-muted">{t('requirements_text')}</p>
        </>
      )}
      {unavailable.length > 0 && (
        <Notice tone="warn" title={t('held_title')}>
          <ul>
            {unavailable.map(({ provider: { node_id: id, version } }) => (
              <li key={`${id} ${version?.version}`}>
                <Link to={links.node(id)} className="underline underline-offset-4">
                  <bdi className="wrap-anywhere">{id}</bdi>
                </Link>
              </li>
            ))}
          </ul>
        </Notice>
      )}
      <Button onClick={download} className="justify-self-start">
        <Icon name="download" />
        {t('lock_file')}
      </Button>
    </Section>
  )
}

function idsWithTwoVersions(needed: NeededNode<ResolvedComfyNode>[]): string[] {
  const ids = needed.map(({ provider }) => provider.node_id)
  return [...new Set(ids.filter((id, at) => ids.indexOf(id) !== at))]
}
