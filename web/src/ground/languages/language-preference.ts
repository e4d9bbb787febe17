import { isLocale, type Locale } from '@nodeyard/contract/ground'

const storageKey = 'nodeyard-language'
const declinedKey = 'nodeyard-language-declined'

/** The last language that was picked in this browser. The site offers it but never redirects. */
export function preferredLocale(): Locale | undefined {
  const stored = read(storageKey)
  return isLocale(stored) ? stored : undefined
}

export function preferLocale(locale: Locale): void {
  write(storageKey, locale)
}

/** Whether the user declined the offer of the preferred language on pages in another language. */
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
    // The preference is optional, so unavailable storage does not matter.
  }
}
