/** A file that a finding misses in the archive. The folder of the pack tells why. */
export interface MissingFile {
  rule: string
  /** Where it is named. */
  file: string
  line?: number
  /** Files or folders. One of them is enough. */
  paths: string[]
}

/** Whether a text in quotes ends in the name of a file or folder, as the target of a download does. */
export function namesFile(text: string, name: string): boolean {
  for (let at = text.indexOf(name); at >= 0; at = text.indexOf(name, at + 1)) {
    const [before = '', after = ''] = [text[at - 1], text[at + name.length]]
    if (/["'/\\]/.test(before) && /["'/\\.]/.test(after)) return true
  }
  return false
}
