/** Longer texts are not names, and the time of a pattern can grow with a power of the length. */
const longestText = 200

/** Syntax that means the same in Python and JavaScript, for ASCII texts. */
const plainPattern = /^(?:[A-Za-z0-9_ \-^$.|[\]()+*?,]|\\[swdSWDbB.\-\\()[\]/]|\(\?(?:<?[=!]|:))*$/

/**
 * `re.sub(pattern, replacement, text)`, which packs use to make display names. Returns undefined for patterns
 * that may mean something else here, or take long: at most two of their parts may repeat, and no group,
 * because a repeated group can match in exponentially many ways.
 */
export function substitute(pattern: string, replacement: string, text: string): string | undefined {
  if (text.length > longestText || pattern.length > 100 || replacement.length > 20) return undefined
  if (!/^[\x20-\x7e]*$/.test(text) || !plainPattern.test(pattern) || takesLong(pattern)) return undefined
  try {
    const template = replacement.replaceAll('$', '$$$$').replace(/\\(\d)/g, '$$$1')
    return template.includes('\\') ? undefined : text.replace(new RegExp(pattern, 'g'), template)
  } catch {
    return undefined
  }
}

/** Cost in evaluation steps: two repeated parts can start and end at each character. */
export function substitutionSteps(text: string): number {
  return text.length > longestText ? 1 : Math.ceil(text.length ** 3 / 1024)
}

function takesLong(pattern: string): boolean {
  const withoutGroupMarks = pattern.replace(/\(\?(<?[=!]|:)/g, '(')
  return /(?<!\\)\)[*+]/.test(withoutGroupMarks) || (withoutGroupMarks.match(/[+*?]/g)?.length ?? 0) > 2
}
