import { Part } from '../account/part.tsx'
import { links } from '../links.ts'
import { useSite, useText } from '../site.ts'
import { Command } from '../ui/command.tsx'

const kinds = ['version', 'downloads'] as const

/** The pictures that a readme can show of a node, and the Markdown for them. */
export function Badges({ nodeId }: { nodeId: string }) {
  const t = useText('manage')
  const { siteUrl } = useSite().settings
  return (
    <Part title={t('badges')} lead={t('badges_lead')}>
      <ul className="grid gap-4">
        {kinds.map((kind) => {
          const picture = `/badges/${encodeURIComponent(nodeId)}/${kind}.svg`
          const markdown = `[![${kind}](${siteUrl}${picture})](${siteUrl}${links.node(nodeId)})`
          return (
            <li key={kind} className="grid min-w-0 gap-2">
              <img src={picture} alt="" height="20" className="h-5" />
              <Command text={markdown} copyLabel={t('copy_badge')} />
            </li>
          )
        })}
      </ul>
    </Part>
  )
}
