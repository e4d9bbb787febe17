/** A piece of code, or a file, that a finding rests on, as people see it. */
export interface GroundPart {
  file: string
  /** The function, class or variable; empty for a whole file. */
  name: string
  line: number
  /** Readable code without comments. Very long code and files other than texts have none. */
  text?: string
}

/** A part with what counts of it: its code without comments, blanks and line breaks, or the digest of a file. */
export interface CountedPart extends GroundPart {
  counts: string
}

/** Longer code is compared but not kept. */
const longestText = 20_000

export function partOf({ text, ...part }: CountedPart & { text: string }): CountedPart {
  return text.length > longestText ? part : { ...part, text }
}
