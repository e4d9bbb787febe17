/**
 * Letters of other scripts that look like Latin ones, in small letters where there are such. From the confusable
 * characters of Unicode Technical Standard 39, those of scripts that fonts draw alike.
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

/** A name as a hurried reader takes it in: without case, width, accents, separators and invisible letters. */
export function spelling(name: string): string {
  return name
    .toWellFormed()
    .normalize('NFKD')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}+#]/gu, '')
}

/** The same for two spellings that look the same in common fonts. Nothing to be shown: it makes `1` and `l` one. */
export function appearance(spelled: string): string {
  return [...spelled]
    .map((letter) => latinOf.get(letter) ?? letter)
    .join('')
    .replaceAll('rn', 'm')
    .replaceAll('vv', 'w')
    .replaceAll('0', 'o')
    .replace(/[1i|]/g, 'l')
}
