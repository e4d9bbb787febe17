/** What the site gives at an address that is no page. */
export interface SiteFile {
  contentType: string
  body: string | Uint8Array
  /** What it was made from; see `Changes`. */
  tags: string[]
  /** 200 unless stated. */
  status?: number
  /** For how long it may be kept here; some minutes unless stated. */
  keptSeconds?: number
  /** For how long readers show it without asking again; as long as it is kept here unless stated. */
  readersSeconds?: number
}

export function xml(text: string): string {
  // Control characters stand in no XML, not even escaped.
  const clean = text.toWellFormed().replace(/[\0-\x08\x0b\x0c\x0e-\x1f\ufffe\uffff]/g, '')
  return clean.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`)
}
