import { archivePrefix } from './addresses.ts'
import { unescapeHtml } from './escape.ts'

/** A picture of a text that this registry rendered: quotes and angle brackets in its attributes are escaped. */
const picture = /<img\b[^<>]*>/g
const source = /\ssrc="([^"]*)"/

const sourceOf = (tag: string) => source.exec(tag)?.[1]

/** Addresses of the pictures in a rendered text, in their order. The site counts them in the same way. */
export function picturesIn(html: string): string[] {
  return [...html.matchAll(picture)].flatMap(([tag]) => {
    const address = sourceOf(tag)
    return address === undefined ? [] : [unescapeHtml(address)]
  })
}

/** Changes the tags of pictures one by one. */
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

/** The file of the archive that an address stands for; undefined for any other. */
export function archivePath(address: string): string | undefined {
  if (!address.startsWith(archivePrefix)) return undefined
  return decodeURIComponent(address.slice(archivePrefix.length).split(/[?#]/)[0] ?? '')
}
