/** Strings and comments, whose brackets do not count. */
const skipped =
  /"""(?:[^"\\]|\\[\s\S]|"(?!""))*"""|'''(?:[^']|'(?!''))*'''|"(?:[^"\\\n]|\\.)*"|'[^'\n]*'|#[^\n]*/y

/**
 * Finds the line of an inline table that contains a line break or a trailing comma: TOML 1.1 allows both, but
 * Python's reader, which knows 1.0, refuses the file. Expects valid TOML. Source: TOML 1.0.0, "Inline Table";
 * PEP 680.
 */
export function lineOfNewInlineTable(text: string): number | undefined {
  if (!text.includes('{')) return undefined
  const open: string[] = []
  let line = 1
  let last = ''
  for (let at = 0; at < text.length; ) {
    skipped.lastIndex = at
    const part = skipped.exec(text)?.[0]
    if (part !== undefined) {
      line += part.split('\n').length - 1
      at += part.length
      if (!part.startsWith('#')) last = '"'
      continue
    }
    const letter = text.charAt(at++)
    if (letter === '{' || letter === '[') open.push(letter)
    if (letter === '\n' && open.at(-1) === '{') return line
    if (letter === '}' && last === ',') return line
    if (letter === '}' || letter === ']') open.pop()
    if (letter === '\n') line++
    if (!/\s/.test(letter)) last = letter
  }
  return undefined
}
