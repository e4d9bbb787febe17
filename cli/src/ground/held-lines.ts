import { type HeldGroup, heldGroups } from '@nodeyard/contract/packs'
import type { Texts } from './texts.ts'

/** Says why a version is held, in at most one line. Skips groups that this program does not know. */
export function heldLines(groups: readonly string[], text: Texts): string[] {
  const known = heldGroups.filter((group): group is HeldGroup => groups.includes(group))
  const list = known.map((group) => text(`held_for_${group}`)).join('; ')
  return list === '' ? [] : [text('held_for', { list })]
}
