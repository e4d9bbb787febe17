/** Longer texts are no names, and patterns may take time that grows with a power of the length. */
const longestText = 200

/** What reads the same in Python and JavaScript, as long as the text is ASCII. */
const plainPattern = /^(?:[A-Za-z0-9_ \-^$.|[\]()+*?,]|\\[swdSWDbB.\-\\()[\]/]|\(\?(?:<?[=!]|:))*$/

/**
 * `re.sub(pattern, replacement, text)`, which packs use to make display names. Undefined for patterns that
 * might be read differently here, or take long: at most two of their parts may repeat, and no group, since a
 * repeated group can be matched in exponentially many ways.
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

/** What it may cost in steps of the evaluation: two repeated parts can start and end at each letter. */
export function substitutionSteps(text: string): number {
  return text.length > longestText ? 1 : Math.ceil(text.length ** 3 / 1024)
}

function takesLong(pattern: string): boolean {
  const withoutGroupMarks = pattern.replace(/\(\?(<?[=!]|:)/g, '(')
  return /(?<!\\)\)[*+]/.test(withoutGroupMarks) || (withoutGroupMarks.match(/[+*?]/g)?.length ?? 0) > 2
}
