import type { Change, ChangeKind } from '@nodeyard/analysis/comfy-nodes'
import type { Text, TextKey } from '../../ground/texts/texts.ts'

/** A sentence about one change. */
export const changeText = (t: Text<'source'>, change: Change): string =>
  t(sentences[change.kind], valuesOf(change))

/** A sentence for each kind of change. Kinds that users need not distinguish share one. */
const sentences: Record<ChangeKind, TextKey<'source'>> = {
  node_added: 'added',
  node_removed: 'removed',
  node_not_found: 'removed',
  node_renamed: 'node_renamed',
  node_deprecated: 'node_deprecated',
  node_not_deprecated: 'marks_changed',
  node_experimental: 'marks_changed',
  node_not_experimental: 'marks_changed',
  node_conditional: 'marks_changed',
  node_not_conditional: 'marks_changed',
  output_node_lost: 'output_node_lost',
  output_node_gained: 'marks_changed',
  category_changed: 'texts_changed',
  display_name_changed: 'texts_changed',
  description_changed: 'texts_changed',
  required_input_added: 'required_input_added',
  required_input_with_default_added: 'input_added',
  optional_input_added: 'input_added',
  input_removed: 'input_removed',
  input_renamed: 'input_renamed',
  input_retyped: 'input_retyped',
  input_widened: 'input_retyped',
  input_made_required: 'input_required',
  input_made_optional: 'input_optional',
  choices_removed: 'choices_removed',
  choices_added: 'choices_added',
  range_narrowed: 'range_changed',
  range_widened: 'range_changed',
  default_changed: 'default_changed',
  widgets_moved: 'widgets_moved',
  inputs_reordered: 'inputs_reordered',
  output_added: 'output_added',
  output_removed: 'output_removed',
  output_retyped: 'output_retyped',
  output_renamed: 'output_renamed',
  outputs_reordered: 'outputs_reordered',
  output_list_changed: 'output_list_changed',
}

const maxValueLength = 200

function valuesOf({ part = '', before, after }: Change): { name: string; before: string; after: string } {
  return { name: part, before: written(before), after: written(after) }
}

function written(value: Change['before']): string {
  if (value === undefined || value === null) return '?'
  const text = Array.isArray(value) ? value.map(writtenItem).join(', ') : writtenItem(value)
  return text.length > maxValueLength ? `${text.slice(0, maxValueLength).toWellFormed()}…` : text
}

function writtenItem(value: Change['before']): string {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return String(value)
  return Object.entries(value)
    .map(([key, item]) => `${key} ${item}`)
    .join(', ')
}
