import type { PackFiles } from '@nodeyard/analysis/archive'
import { imageSize } from 'image-size'
import { pictureTypeOf } from '../pictures/picture-type.ts'
import { archivePath, mapPictures, picturesIn } from './pictures-in.ts'

/** Formats store the size in this part; photos can have a preview before it. */
const headBytes = 128 * 1024
const maxPictures = 100

interface Size {
  width: number
  height: number
}

/** Adds the sizes of archive images, so that a page reserves their space while they load. */
export async function withPictureSizes(html: string, pack: PackFiles): Promise<string> {
  const sizes = new Map<string, Size>()
  const paths = new Set(picturesIn(html).flatMap((address) => archivePath(address) ?? []))
  for (const path of [...paths].slice(0, maxPictures)) {
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
    // Orientations from 5 on rotate the photo by 90 degrees.
    return orientation >= 5 ? { width: height, height: width } : { width, height }
  } catch {
    return undefined
  }
}

/** The author's values win, and a missing one follows from the aspect ratio. */
function sized(tag: string, { width, height }: Size): string {
  const ownWidth = / width="([^"]*)"/.exec(tag)?.[1]
  const ownHeight = / height="([^"]*)"/.exec(tag)?.[1]
  if (ownHeight !== undefined || (ownWidth !== undefined && !/^\d{1,5}(px)?$/.test(ownWidth))) return tag
  const shown = ownWidth === undefined ? width : Number.parseInt(ownWidth, 10)
  const widthAttribute = ownWidth === undefined ? ` width="${width}"` : ''
  const attributes = `${widthAttribute} height="${Math.round((shown * height) / width)}"`
  return tag.replace(/ ?\/?>$/, (end) => `${attributes}${end}`)
}
