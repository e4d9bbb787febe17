/** The address if it is one that may be linked to: http or https. Anything else that authors wrote is text. */
export function httpAddress(text: string | undefined): string | undefined {
  if (!text || !/^https?:\/\//i.test(text.trim())) return undefined
  try {
    return new URL(text.trim()).href
  } catch {
    return undefined
  }
}

/** An address as people read it: without the scheme, `www.` and a last slash. */
export function readableAddress(address: string): string {
  return address.replace(/^https?:\/\/(www\.)?/i, '').replace(/\/$/, '')
}
