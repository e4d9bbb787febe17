import { installLine } from '@nodeyard/contract/discovery'
import type { ReactNode } from 'react'
import { links } from '../../ground/paths/links.ts'
import { useProgram, useSite, useText } from '../../ground/site/site.ts'
import { Command } from '../../ground/ui/command.tsx'
import { Icon } from '../../ground/ui/icon.tsx'
import { badgeMarkdown } from './badges.tsx'

/** Last step of the guide: the public page, the install command, and a badge for the README. */
export function LivePack({ nodeId }: { nodeId: string }) {
  const t = useText('manage')
  const { siteUrl } = useSite().settings
  const program = useProgram()
  return (
    <div className="grid grid-cols-1 gap-4 rounded-md bg-accent-soft p-4">
      <p role="status" className="flex items-center gap-2 text-lg font-semibold text-accent-strong">
        <Icon name="check" />
        {t('live_title')}
      </p>
      <LiveLine title={t('live_page')}>
        <a
          href={siteUrl + links.node(nodeId)}
          className="justify-self-start font-medium text-accent underline wrap-anywhere"
        >
          <bdi>{siteUrl + links.node(nodeId)}</bdi>
        </a>
      </LiveLine>
      <LiveLine title={t('live_install')}>
        <Command text={installLine(program, [nodeId])} copyLabel={t('copy')} />
      </LiveLine>
      <LiveLine title={t('live_badge')}>
        <Command text={badgeMarkdown(siteUrl, nodeId, 'version')} copyLabel={t('copy_badge')} />
      </LiveLine>
    </div>
  )
}

function LiveLine({ title, children }: { title: string; children: ReactNode }) {
  return (
    <div className="grid grid-cols-1 gap-1.5">
      <p className="text-sm text-ink">{title}</p>
      {children}
    </div>
  )
}
