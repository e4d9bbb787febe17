import { links } from '../../ground/paths/links.ts'
import { useSite, useText } from '../../ground/site/site.ts'
import { Command } from '../../ground/ui/command.tsx'
import { Part } from '../../ground/ui/part.tsx'

const kinds = ['version', 'downloads'] as const

const pictureOf = (nodeId: string, kind: (typeof kinds)[number]) =>
  `/badges/${encodeURIComponent(nodeId)}/${kind}.svg`

/** Markdown of a badge that links to the node. */
export const badgeMarkdown = (siteUrl: string, nodeId: string, kind: (typeof kinds)[number]) =>
  `[![${kind}](${siteUrl}${pictureOf(nodeId, kind)})](${siteUrl}${links.node(nodeId)})`

/** Previews the badges of a node, with their Markdown. */
export function Badges({ nodeId }: { nodeId: string }) {
  const t = useText('manage')
  const { siteUrl } = useSite().settings
  return (
    <Part title={t('badges')} lead={t('badges_lead')}>
      <ul className="grid gap-4">
        {kinds.map((kind) => {
          const picture = pictureOf(nodeId, kind)
          return (
            <li key={kind} className="grid min-w-0 gap-2">
              <img src={picture} alt="" height="20" className="h-5" />
              <Command text={badgeMarkdown(siteUrl, nodeId, kind)} copyLabel={t('copy_badge')} />
            </li>
          )
        })}
      </ul>
    </Part>
  )
}
