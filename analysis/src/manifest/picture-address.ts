const onTheWeb = /^https?:\/\/\S+$/i
const pictureFile = /\.(png|jpe?g|gif|webp)$/i
const emoji =
  /^(?:\p{Extended_Pictographic}|\p{Regional_Indicator}|\p{Emoji_Modifier}|[\u200d\ufe0f\u20e3\s])+$/u

export const isEmoji = (text: string): boolean => text.trim() !== '' && emoji.test(text.trim())

/**
 * Returns the address of an icon or a banner as the registry stores it, or the path of a file in the archive: empty for none,
 * and for an emoji, which existing clients send and no page shows. Returns undefined for other texts, which the registry
 * refuses. SVG files are none, because they can contain scripts.
 */
export function pictureAddress(text: string): string | undefined {
  const address = text.trim()
  if (address === '' || emoji.test(address)) return ''
  return onTheWeb.test(address) ? address : archiveFile(address)
}

function archiveFile(text: string): string | undefined {
  const path = text.replaceAll('\\', '/')
  const parts = path.split('/').filter((part) => part !== '.')
  const isInside = !parts.includes('') && !parts.includes('..') && !/[:?#\0]/.test(path)
  return isInside && pictureFile.test(path) ? parts.join('/') : undefined
}
