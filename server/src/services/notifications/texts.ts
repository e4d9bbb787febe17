import type { Locale } from '@nodeyard/contract/ground'
import type { HeldGroup } from '@nodeyard/contract/packs'
import type { Texts } from './letter-names.ts'
import { ar } from './texts/ar.ts'
import { en } from './texts/en.ts'
import { es } from './texts/es.ts'
import { fr } from './texts/fr.ts'
import held from './texts/held.json' with { type: 'json' }
import { ja } from './texts/ja.ts'
import { ko } from './texts/ko.ts'
import { ru } from './texts/ru.ts'
import { zh } from './texts/zh.ts'

/** The mail texts in every site language, with placeholders in braces. */
export const texts: Record<Locale, Texts> = { ar, en, es, fr, ja, ko, ru, zh }

/** Phrases about why a version is held, which are those of the site. */
export const heldTexts: Record<Locale, Record<'held' | `held_for_${HeldGroup}`, string>> = held
