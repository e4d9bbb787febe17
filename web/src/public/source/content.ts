import { type ListedFile, type Listing, readListedFile } from '@nodeyard/analysis/listing'

/** A file in displayable form. */
export type Content =
  | { kind: 'text'; text: string }
  | { kind: 'picture'; address: string }
  | { kind: 'binary' }
  | { kind: 'too_large' }

export const shownBytes = 1_000_000

const pictureTypes: Readonly<Record<string, string>> = {
  png: 'image/png',
  jpg: 'image/jpeg',
  jpeg: 'image/jpeg',
  gif: 'image/gif',
  webp: 'image/webp',
  avif: 'image/avif',
  svg: 'image/svg+xml',
  ico: 'image/x-icon',
}

export async function readContent(listing: Listing, file: ListedFile): Promise<Content> {
  if (file.size > shownBytes) return { kind: 'too_large' }
  const bytes = await readListedFile(listing, file, shownBytes)
  const picture = pictureTypes[extensionOf(file.path)]
  if (picture) return { kind: 'picture', address: `data:${picture};base64,${base64Of(bytes)}` }
  const text = textIn(bytes)
  return text === undefined ? { kind: 'binary' } : { kind: 'text', text }
}

export function extensionOf(path: string): string {
  const name = path.slice(path.lastIndexOf('/') + 1).toLowerCase()
  return name.includes('.') ? name.slice(name.lastIndexOf('.') + 1) : ''
}

/** Returns undefined for bytes that are not UTF-8 text. */
function textIn(bytes: Uint8Array): string | undefined {
  if (bytes.subarray(0, 8000).includes(0)) return undefined
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes).replace(/\r\n?/g, '\n')
  } catch {
    return undefined
  }
}

const stretch = 32_768

function base64Of(bytes: Uint8Array): string {
  let binary = ''
  for (let at = 0; at < bytes.length; at += stretch) {
    binary += String.fromCharCode(...bytes.subarray(at, at + stretch))
  }
  return btoa(binary)
}
