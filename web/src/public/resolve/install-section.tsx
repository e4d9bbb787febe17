import { isUnavailable, neededNodes } from '@nodeyard/planning/needed'
import type { ResolvedComfyNode } from '@nodeyard/planning/resolve'
import { Link } from 'react-router'
import { links } from '../../ground/paths/links.ts'
import { useProgram, useText } from '../../ground/site/site.ts'
import { Command } from '../../ground/ui/command.tsx'
import { Notice } from '../../ground/ui/notice.tsx'
import { Section } from '../../ground/ui/section.tsx'
import { CloneWays } from '../nodes/clone-ways.tsx'
import { archivesCommand, clonedPacks } from './commands.ts'

/** Commands that install every node of a workflow. */
export function InstallSection({ comfyNodes }: { comfyNodes: readonly ResolvedComfyNode[] }) {
  const t = useText('resolve')
  const needed = neededNodes(comfyNodes)
  const command = archivesCommand(needed, useProgram())
  const clones = clonedPacks(needed)
  const unavailable = needed.filter(isUnavailable)
  if (needed.length === 0) return null
  return (
    <Section title={t('install_title')}>
      {command && <Command text={command} copyLabel={t('copy_command')} />}
      {clones.length > 0 && (
        <>
          <p className="text-sm text-muted">{t('clone_text')}</p>
          <CloneWays packs={clones} />
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
    </Section>
  )
}
