import { keysOf } from '@nodeyard/contract/ground'
import type { TokenAction } from '@nodeyard/contract/people'
import type { TextKey } from '../../ground/texts/texts.ts'

/** Token purposes that users choose from, with the actions that each allows. */
export const scopes = {
  everything: ['publish-new', 'publish-update', 'yank'],
  publish: ['publish-new', 'publish-update'],
  update: ['publish-update'],
  yank: ['yank'],
} as const satisfies Record<string, readonly TokenAction[]>

export type ScopeName = keyof typeof scopes

const names = {
  everything: 'acts_everything',
  publish: 'acts_publish',
  update: 'acts_update',
  yank: 'acts_yank',
} as const satisfies Record<ScopeName, TextKey<'tokens'>>

export const scopeNames = keysOf(scopes)

export const nameOfScope = (scope: ScopeName): TextKey<'tokens'> => names[scope]

/**
 * Names the narrowest scope that covers all actions, because tokens of other clients can have any
 * combination.
 */
export function scopeNameOf(actions: readonly TokenAction[]): TextKey<'tokens'> {
  const narrowest = scopeNames
    .filter((name) => actions.every((action) => (scopes[name] as readonly TokenAction[]).includes(action)))
    .at(-1)
  return names[narrowest ?? 'everything']
}

/** Splits typed ids at whitespace, commas and semicolons. */
export function splitIds(text: string): string[] {
  return [...new Set(text.split(/[\s,;]+/).filter(Boolean))]
}
