import { type Locale, locales } from '@nodeyard/contract/ground'
import type { Chance } from './chance.ts'
import { acts, kinds, languages, syllables, things } from './vocabulary.ts'

const title = (text: string) => text.charAt(0).toUpperCase() + text.slice(1)

/** Invents a brand name, such as `Kavira`. */
export function brand(chance: Chance): string {
  return title(chance.times(chance.between(2, 4), () => chance.pick(syllables)).join(''))
}

/** Generates a node name; `own` is a word of its author's. */
export function nodeName(chance: Chance, own: string): string {
  const thing = () => title(chance.pickEarly(things))
  const act = () => title(chance.pickEarly(acts))
  const kind = () => chance.pick(kinds)
  const forms = [
    () => `ComfyUI ${thing()} ${kind()}`,
    () => `ComfyUI-${own}-${thing()}`,
    () => `${own} ${thing()} ${act()}`,
    () => `${thing()} ${act()} for ComfyUI`,
    () => `${own}'s ${kind()}`,
    () => `ComfyUI_${act()}${thing()}`,
    () => `${act()} ${thing()} ${thing()}`,
    () => `${own} ${kind()}`,
    () => `${own}${thing()}`,
    () => `${inOtherWords(chance)} ${own}`,
  ]
  return chance.pick(forms)()
}

function inOtherWords(chance: Chance): string {
  const locale = chance.pick(['zh', 'ja', 'ko', 'ru'] as const)
  const { things: ofLanguage, acts: actsOfLanguage } = languages[locale]
  const isSpaced = locale === 'ko' || locale === 'ru'
  return [chance.pickEarly(ofLanguage), chance.pickEarly(actsOfLanguage)].join(isSpaced ? ' ' : '')
}

/** Generates a description: seven of ten are in English, the others in another language of the site. */
export function describe(chance: Chance): string {
  const locale: Locale = chance.happens(0.7) ? 'en' : chance.pick(locales)
  const { things: ofLanguage, acts: actsOfLanguage, sentences } = languages[locale]
  const sentence = () =>
    title(
      chance
        .pick(sentences)
        .replace('{do}', chance.pickEarly(actsOfLanguage))
        .replace('{a}', chance.pickEarly(ofLanguage))
        .replace('{b}', chance.pick(ofLanguage)),
    )
  return chance.times(chance.between(1, 4), sentence).join(' ')
}

/** Generates distinct comfy-node names of one node, in one of the styles that authors use. */
export function comfyNodeNames(chance: Chance, own: string, count: number): string[] {
  const initials = own.slice(0, 2).toUpperCase()
  const thing = () => title(chance.pickEarly(things))
  const act = () => title(chance.pickEarly(acts))
  const manners = [
    () => `${act()}${thing()}${thing()}`,
    () => `${own}${act()}${thing()}`,
    () => `${act()} ${thing()} (${own})`,
    () => `${initials}_${act()}${thing()}`,
    () => `${thing()}${act()}|${own.toLowerCase()}`,
    () => `${own.toLowerCase()}_${act().toLowerCase()}_${thing().toLowerCase()}`,
  ]
  const manner = chance.pick(manners)
  const names = new Set<string>()
  for (let tries = 0; names.size < count; tries++) {
    const name = manner()
    names.add(tries > 2 * count || names.has(name) ? `${name} ${names.size + 1}` : name)
  }
  return [...names]
}
