import type { WorkflowKind } from '@nodeyard/contract/packs'
import type { TextKey } from '../../ground/texts/texts.ts'

export const kindNames: Record<WorkflowKind, TextKey<'nodes'>> = {
  example: 'kind_example',
  template: 'kind_template',
  blueprint: 'kind_blueprint',
}
