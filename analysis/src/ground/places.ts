/** Converts an offset in a text to its line, counted from 1. */
export class LineNumbers {
  readonly #starts: number[] = [0]
  /** The last result: most calls are about the same line, or the next. */
  #last = 1

  constructor(text: string) {
    for (let at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', at + 1)) this.#starts.push(at + 1)
  }

  at(offset: number): number {
    if (!this.#isIn(this.#last, offset))
      this.#last = this.#isIn(this.#last + 1, offset) ? this.#last + 1 : this.#find(offset)
    return this.#last
  }

  #isIn(line: number, offset: number): boolean {
    return (this.#starts[line - 1] ?? Infinity) <= offset && offset < (this.#starts[line] ?? Infinity)
  }

  #find(offset: number): number {
    let low = 0
    let high = this.#starts.length
    while (low < high) {
      const middle = (low + high) >> 1
      if ((this.#starts[middle] ?? 0) <= offset) low = middle + 1
      else high = middle
    }
    return low
  }
}

/** Whether one of these offsets, in ascending order, is between the two. */
export function hasMark(offsets: readonly number[] | undefined, start: number, end: number): boolean {
  if (!offsets) return false
  let low = 0
  let high = offsets.length
  while (low < high) {
    const middle = (low + high) >> 1
    if ((offsets[middle] ?? 0) < start) low = middle + 1
    else high = middle
  }
  return (offsets[low] ?? end) < end
}
