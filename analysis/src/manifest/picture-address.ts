const onTheWeb = /^https?:\/\/\S+$/i
const emoji =
  /^(?:\p{Extended_Pictographic}|\p{Regional_Indicator}|\p{Emoji_Modifier}|[\u200d\ufe0f\u20e3\s])+$/u

/**
 * Returns the address of an icon or a banner as the registry stores it: empty for none, and for an emoji, which existing clients
 * send and no page shows. Returns undefined for other texts, which the registry refuses.
 */
export function pictureAddress(text: string): string | undefined {
  const address = text.trim()
  if (address === '' || emoji.test(address)) return ''
  return onTheWeb.test(address) ? address : undefined
}
