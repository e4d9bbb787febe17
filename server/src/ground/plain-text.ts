/** Reduces foreign text to one line without control and direction characters. */
export const plainText = (text: string, characters: number): string =>
  text
    .replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\s]+/gu, ' ')
    .trim()
    .slice(0, characters)
    .toWellFormed()
