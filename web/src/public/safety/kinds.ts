import type { ReportKind } from '@nodeyard/contract/safety'
import type { TextKey } from '../../ground/texts/texts.ts'

export const kindTexts: Record<ReportKind, TextKey<'safety'>> = {
  malware: 'kind_malware',
  stolen: 'kind_stolen',
  secrets: 'kind_secrets',
  broken: 'kind_broken',
  impersonation: 'kind_impersonation',
  other: 'kind_else',
}
