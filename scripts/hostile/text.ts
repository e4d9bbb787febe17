/** Repeats a part up to this many characters. */
export const filled = (part: string) => (size: number) =>
  part.repeat(Math.max(1, Math.floor(size / part.length)))

/** Like {@link filled}, with numbered parts. */
export const numbered = (part: (index: number) => string) => (size: number) => {
  const parts: string[] = []
  for (let length = 0, index = 0; length < size; index++) {
    const text = part(index)
    parts.push(text)
    length += text.length
  }
  return parts.join('')
}
