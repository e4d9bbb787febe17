import type { AdvisorySeverity } from '@nodeyard/contract/safety'
import { useText } from '../../ground/site/site.ts'
import type { TextKey } from '../../ground/texts/texts.ts'
import { Badge, type Tone } from '../../ground/ui/badge.tsx'

export const severityTexts: Record<AdvisorySeverity, TextKey<'safety'>> = {
  low: 'severity_low',
  medium: 'severity_medium',
  high: 'severity_high',
  critical: 'severity_critical',
}

const tones: Record<AdvisorySeverity, Tone> = {
  low: 'plain',
  medium: 'info',
  high: 'warn',
  critical: 'danger',
}

export function SeverityBadge({ severity }: { severity: AdvisorySeverity }) {
  const t = useText('safety')
  return <Badge tone={tones[severity]}>{t(severityTexts[severity])}</Badge>
}
