/** A file of the site that is created on demand. */
export interface SiteFile {
  contentType: string
  body: string | Uint8Array
  /** The data it depends on; see `Changes`. */
  tags: string[]
  /** Default: 200. */
  status?: number
  /** Lifetime in the response cache. Default: five minutes. */
  cachedSeconds?: number
  /** How long clients use it without revalidation. Default: `cachedSeconds`. */
  clientSeconds?: number
}

export function xml(text: string): string {
  // XML does not allow control characters, not even escaped.
  const clean = text.toWellFormed().replace(/[\0-\x08\x0b\x0c\x0e-\x1f\ufffe\uffff]/g, '')
  return clean.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`)
}
