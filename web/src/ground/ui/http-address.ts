/**
 * Returns the address if it is http or https, which are safe to link to. Other input of authors renders as
 * text.
 */
export function httpAddress(text: string | undefined): string | undefined {
  if (!text || !/^https?:\/\//i.test(text.trim())) return undefined
  try {
    return new URL(text.trim()).href
  } catch {
    return undefined
  }
}

/** Shortens an address for display: no scheme, no `www.`, no trailing slash. */
export function readableAddress(address: string): string {
  return address.replace(/^https?:\/\/(www\.)?/i, '').replace(/\/$/, '')
}
