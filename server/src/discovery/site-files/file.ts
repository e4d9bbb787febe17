/** A file of the site that is created on demand. */
export interface SiteFile {
  contentType: string
  body: string | Uint8Array
  /** The data it depends on; see `Changes`. */
  tags: string[]
  /** 200 unless stated. */
  status?: number
  /** Lifetime in the response cache; five minutes unless stated. */
  cachedSeconds?: number
  /** How long clients do not revalidate it; as long as `cachedSeconds` unless stated. */
  clientSeconds?: number
}

export function xml(text: string): string {
  // Control characters stand in no XML, not even escaped.
  const clean = text.toWellFormed().replace(/[\0-\x08\x0b\x0c\x0e-\x1f\ufffe\uffff]/g, '')
  return clean.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`)
}
