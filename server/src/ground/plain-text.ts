/** Reduces foreign text to one line without control, direction and invisible characters. */
export const plainText = (text: string, characters: number): string =>
  text
    .replace(/[\p{Cc}\p{Cf}\p{Default_Ignorable_Code_Point}\p{Zl}\p{Zp}\s]+/gu, ' ')
    .trim()
    .slice(0, characters)
    .toWellFormed()
