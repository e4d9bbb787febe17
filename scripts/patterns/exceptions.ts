/** Patterns that take more than linear time, by their source, with the reason why that is harmless. */
export const superlinearPatterns: Readonly<Record<string, string>> = {}

/**
 * Code that creates a pattern from parts known only at run time, with the reason why it takes linear time.
 */
export const dynamicPatterns: Readonly<Record<string, string>> = {
  "new RegExp(longestFirst.join('|') || '$^', 'giu')":
    'A choice of words, which have letters and digits only.',
  'new RegExp(`^>=\\\\s*(${number})(?:[\\\\s,]+(<=?)\\\\s*(${number}))?$`)':
    'Made of the pattern of version numbers, for lines that an admin types.',
  'new RegExp(`^${number}$`)': 'The pattern of version numbers, which is checked where it is written.',
  "new RegExp(pattern, 'g')":
    'The pattern of a pack: at most 100 letters, two repetitions and a text of 200; each use is charged for.',
  "new RegExp(`(?<![\\\\w-])${prefix.replaceAll('.', String.raw`\\.`)}${rest}(?![\\\\w])`, 'y')":
    'Made of fixed prefixes and counted repetitions only, and tried only where a prefix is.',
  "new RegExp(\n  signs\n    .filter(({ text, shape }) => shape.pattern.sticky && (text.length > 3 || text === 'hf_'))\n    .map(({ text }) => text.replace(/[.$/]/g, '\\\\$&'))\n    .join('|'),\n  'g',\n)":
    'A choice of fixed texts.',
  "new RegExp(`c(${pairs('\\\\n')})\\\\n`)": 'Made of names and counted repetitions only.',
  "new RegExp(`${shortText}(${pairs(`\\u201d?${shortText}`)})\\u201d?\\u201c`, 's')":
    'Made of names and counted repetitions only.',
  "new RegExp(pattern, `${pattern.flags.replace('g', '')}g`)":
    'The part of a sequence, which is checked where it is written.',
  'new RegExp(`<script[^>]* nonce="${RegExp.escape(nonce)}"[^>]*>([^]*?)</script>`, \'g\')':
    'Reads pages that the renderer made, in which each `<script` is closed.',
  "new RegExp(`[${Object.keys(letters).join('')}]`)": 'One letter.',
  "new RegExp(foldedLetters, 'g')": 'One letter.',
  'new RegExp(`^(${choice})$`)': 'A table, whose pattern is checked on its own.',
  "new RegExp([`\\\\b(?:${[...words].join('|')})\\\\b`, ...signs].join('|'), 'g')":
    'A table, whose pattern is checked on its own.',
  "new RegExp([`\\\\b(${words.join('|')})\\\\b`, ...signs].join('|'), 'g')":
    'A table, whose pattern is checked on its own.',
  "new RegExp(pattern, 'i')": 'The words of a fixed vocabulary.',
  "new RegExp(patternOfCounterparts(word, vocabulary), 'i')": 'The words of a fixed vocabulary.',
}
