/**
 * Letters of other scripts that look like Latin ones, in lowercase if possible. Source: the confusable
 * characters of Unicode Technical Standard 39, limited to scripts that fonts draw alike.
 */
const lookAlikes: Readonly<Record<string, string>> = {
  a: 'аɑαᴀ',
  b: 'ЬвʙВ',
  c: 'сϲᴄⅽ',
  d: 'ԁɗⅾ',
  e: 'еєҽᴇ',
  f: 'ƒϝ',
  g: 'ɡցɢ',
  h: 'һнհʜ',
  i: 'іıιɩ',
  j: 'јϳᴊ',
  k: 'кκᴋ',
  l: 'ӏاⅼ',
  m: 'мᴍⅿ',
  n: 'ոռη',
  o: 'оοσօ୦᧐ᴏ',
  p: 'рρᴘ',
  q: 'ԛգ',
  r: 'гᴦʀ',
  s: 'ѕꜱ',
  t: 'тτᴛ',
  u: 'υսᴜ',
  v: 'νѵᴠ',
  w: 'ԝшωᴡ',
  x: 'хχⅹ',
  y: 'уγүʏ',
  z: 'ᴢʐζ',
}

const latinOf = new Map(
  Object.entries(lookAlikes).flatMap(([latin, others]) =>
    [...others].map((other) => [other, latin] as const),
  ),
)

/**
 * Returns a name as a hurried reader sees it: without case, width, accents, separators and invisible
 * characters.
 */
export function spelling(name: string): string {
  return name
    .toWellFormed()
    .normalize('NFKD')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}+#]/gu, '')
}

/**
 * Returns the same text for two spellings that look the same in common fonts. Not for display: it merges `1`
 * and `l`.
 */
export function appearance(spelled: string): string {
  return [...spelled]
    .map((letter) => latinOf.get(letter) ?? letter)
    .join('')
    .replaceAll('rn', 'm')
    .replaceAll('vv', 'w')
    .replaceAll('0', 'o')
    .replace(/[1i|]/g, 'l')
}
