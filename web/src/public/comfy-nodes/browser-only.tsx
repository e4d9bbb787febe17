import { useText } from '../../ground/site/site.ts'
import { Badge } from '../../ground/ui/badge.tsx'

/** Marks a comfy-node that a script adds to the tool's page. */
export function BrowserOnly({ script }: { script: string }) {
  const t = useText('nodes')
  return (
    <Badge tone="info" title={t('browser_only_hint', { script })}>
      {t('browser_only')}
    </Badge>
  )
}
