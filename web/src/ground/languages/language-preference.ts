import { isLocale, type Locale } from '@nodeyard/contract/locales'

const storageKey = 'nodeyard-language'
const declinedKey = 'nodeyard-language-declined'

/** The language that this browser's owner last picked. It is offered, never forced. */
export function preferredLocale(): Locale | undefined {
  const stored = read(storageKey)
  return isLocale(stored) ? stored : undefined
}

export function preferLocale(locale: Locale): void {
  write(storageKey, locale)
}

/** Whether the owner already said no to going from one language to the preferred one. */
export function hasDeclined(): boolean {
  return read(declinedKey) === preferredLocale()
}

export function declineOffer(): void {
  write(declinedKey, preferredLocale() ?? '')
}

function read(key: string): string | undefined {
  try {
    return localStorage.getItem(key) ?? undefined
  } catch {
    return undefined
  }
}

function write(key: string, value: string): void {
  try {
    localStorage.setItem(key, value)
  } catch {
    // Without storage there is nothing to remember, and nothing else depends on it.
  }
}
