import type { PackFiles } from '@nodeyard/analysis/pack-files'
import { imageSize } from 'image-size'
import { pictureTypeOf } from './picture-type.ts'
import { archivePath, mapPictures, picturesIn } from './pictures-in.ts'

/** Where formats have their size; photos may have a preview before it. */
const headBytes = 128 * 1024
const mostPictures = 100

interface Size {
  width: number
  height: number
}

/** Says how large the pictures of the archive are, so that a page keeps room for them before they arrive. */
export async function withPictureSizes(html: string, pack: PackFiles): Promise<string> {
  const sizes = new Map<string, Size>()
  const paths = new Set(picturesIn(html).flatMap((address) => archivePath(address) ?? []))
  for (const path of [...paths].slice(0, mostPictures)) {
    const size = sizeOf(await pack.readStart(path, headBytes))
    if (size) sizes.set(path, size)
  }
  if (sizes.size === 0) return html
  return mapPictures(html, (tag, address) => {
    const size = sizes.get(archivePath(address) ?? '')
    return size ? sized(tag, size) : tag
  })
}

function sizeOf(head: Uint8Array): Size | undefined {
  if (!pictureTypeOf(head)) return undefined
  try {
    const { width, height, orientation = 1 } = imageSize(head)
    if (!(width > 0 && height > 0)) return undefined
    // From 5 on, a photo is shown lying on its side.
    return orientation >= 5 ? { width: height, height: width } : { width, height }
  } catch {
    return undefined
  }
}

/** What the author says counts, and a part that is not said follows from it. */
function sized(tag: string, { width, height }: Size): string {
  const ownWidth = / width="([^"]*)"/.exec(tag)?.[1]
  const ownHeight = / height="([^"]*)"/.exec(tag)?.[1]
  if (ownHeight !== undefined || (ownWidth !== undefined && !/^\d{1,5}(px)?$/.test(ownWidth))) return tag
  const shown = ownWidth === undefined ? width : Number.parseInt(ownWidth, 10)
  const widthAttribute = ownWidth === undefined ? ` width="${width}"` : ''
  const attributes = `${widthAttribute} height="${Math.round((shown * height) / width)}"`
  return tag.replace(/ ?\/?>$/, (end) => `${attributes}${end}`)
}
