import type { Json } from '../comfy-node.ts'

/**
 * Effect of an update on saved workflows: they may break, they keep working and there is something new, or
 * nothing visible changes.
 */
export type Verdict = 'major' | 'minor' | 'patch'

export const verdicts: readonly Verdict[] = ['major', 'minor', 'patch']

/** Every kind of difference, with its effect on saved workflows. */
const changeVerdicts = {
  node_added: 'minor',
  node_removed: 'major',
  /** The list of comfy-nodes is incomplete, so it may still exist. */
  node_not_found: 'minor',
  node_renamed: 'major',
  node_deprecated: 'minor',
  node_not_deprecated: 'patch',
  node_experimental: 'minor',
  node_not_experimental: 'patch',
  node_conditional: 'minor',
  node_not_conditional: 'patch',
  category_changed: 'patch',
  display_name_changed: 'patch',
  description_changed: 'patch',
  /** Workflows that end in it no longer do anything. */
  output_node_lost: 'major',
  output_node_gained: 'minor',

  required_input_added: 'major',
  /** Old workflows get its default. */
  required_input_with_default_added: 'minor',
  optional_input_added: 'minor',
  input_removed: 'major',
  input_renamed: 'major',
  input_retyped: 'major',
  /** It accepts everything that it accepted before, and more. */
  input_widened: 'minor',
  input_made_required: 'major',
  input_made_optional: 'minor',
  choices_removed: 'major',
  choices_added: 'minor',
  range_narrowed: 'major',
  range_widened: 'minor',
  default_changed: 'minor',
  /** Saved workflows store values by position, so each value would go to another input. */
  widgets_moved: 'major',
  inputs_reordered: 'patch',

  output_added: 'minor',
  output_removed: 'major',
  output_retyped: 'major',
  output_renamed: 'patch',
  /** Links are saved by position. */
  outputs_reordered: 'major',
  output_list_changed: 'major',
} as const satisfies Record<string, Verdict>

export type ChangeKind = keyof typeof changeVerdicts

/** One difference between two versions. */
export interface Change {
  kind: ChangeKind
  verdict: Verdict
  /** Its name in the older version; for an added one, in the newer. */
  comfy_node_name: string
  /** Name of the input or output. */
  part?: string
  before?: Json
  after?: Json
}

export function change(
  kind: ChangeKind,
  comfyNodeName: string,
  more: Pick<Change, 'part' | 'before' | 'after'> = {},
): Change {
  return { kind, verdict: changeVerdicts[kind], comfy_node_name: comfyNodeName, ...more }
}

/** Returns the most serious verdict; `patch` when there are no changes. */
export function worstOf(changes: readonly Change[]): Verdict {
  return verdicts.find((verdict) => changes.some((each) => each.verdict === verdict)) ?? 'patch'
}
