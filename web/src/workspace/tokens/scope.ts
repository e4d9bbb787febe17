import type { TokenAction } from '@nodeyard/contract/tokens'
import type { TextKey } from '../../ground/texts/texts.ts'

/** What tokens are made for, by the acts that each is allowed. */
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

export const scopeNames = Object.keys(scopes) as ScopeName[]

export const nameOfScope = (scope: ScopeName): TextKey<'tokens'> => names[scope]

/** Of a token that some program made with other acts: the narrowest of ours that allows them all. */
export function actsName(actions: readonly TokenAction[]): TextKey<'tokens'> {
  const narrowest = scopeNames
    .filter((name) => actions.every((action) => (scopes[name] as readonly TokenAction[]).includes(action)))
    .at(-1)
  return names[narrowest ?? 'everything']
}

/** Ids that somebody typed, by blanks, commas or lines. */
export function idsIn(text: string): string[] {
  return [...new Set(text.split(/[\s,;]+/).filter(Boolean))]
}
