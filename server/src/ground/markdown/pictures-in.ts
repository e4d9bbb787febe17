import { archivePrefix } from './addresses.ts'
import { unescapeHtml } from './escape.ts'

/**
 * An image in a text that this registry rendered: quotes and angle brackets in its attributes are escaped.
 */
const picture = /<img\b[^<>]*>/g
const source = /\ssrc="([^"]*)"/

const sourceOf = (tag: string) => source.exec(tag)?.[1]

/** Lists the addresses of images in a rendered text in order. The site counts them in the same way. */
export function picturesIn(html: string): string[] {
  return [...html.matchAll(picture)].flatMap(([tag]) => {
    const address = sourceOf(tag)
    return address === undefined ? [] : [unescapeHtml(address)]
  })
}

/** Changes image tags one by one. */
export function mapPictures(
  html: string,
  change: (tag: string, address: string, place: number) => string,
): string {
  let place = 0
  return html.replace(picture, (tag) => {
    const address = sourceOf(tag)
    return address === undefined ? tag : change(tag, unescapeHtml(address), place++)
  })
}

/** Returns the archive file of an address; undefined for any other address. */
export function archivePath(address: string): string | undefined {
  if (!address.startsWith(archivePrefix)) return undefined
  return decodeURIComponent(address.slice(archivePrefix.length).split(/[?#]/)[0] ?? '')
}
