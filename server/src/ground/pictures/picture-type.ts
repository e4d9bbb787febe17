/** Detects the type of an image from its bytes, whatever its name. Excludes SVG, which can run scripts. */
export function pictureTypeOf(bytes: Uint8Array): string | undefined {
  const text = (from: number, to: number) => Buffer.from(bytes.subarray(from, to)).toString('latin1')
  if (text(0, 8) === '\x89PNG\r\n\x1a\n') return 'image/png'
  if (text(0, 3) === '\xff\xd8\xff') return 'image/jpeg'
  if (/^GIF8[79]a$/.test(text(0, 6))) return 'image/gif'
  if (text(0, 4) === 'RIFF' && text(8, 12) === 'WEBP') return 'image/webp'
  if (/^ftypavi[fs]$/.test(text(4, 12))) return 'image/avif'
  return undefined
}
