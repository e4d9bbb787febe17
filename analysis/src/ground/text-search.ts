/** Removes these letters from the end of a text. A pattern such as `/x+$/` would restart at each of them. */
export function trimEndOf(text: string, letters: string): string {
  let end = text.length
  while (end > 0 && letters.includes(text.charAt(end - 1))) end--
  return text.slice(0, end)
}

/** Removes these letters from both ends of a text. */
export function trimOf(text: string, letters: string): string {
  let start = 0
  while (start < text.length && letters.includes(text.charAt(start))) start++
  return trimEndOf(text.slice(start), letters)
}

/** Works like the `test` method of a regular expression. */
export interface Test {
  test(text: string): boolean
}

/** A part that follows the previous one, without a match of `barrier` in between. */
interface Step {
  part: RegExp
  barrier: RegExp
}

/** Makes a part that must follow without a match of the barrier in between. */
export function notAcross(barrier: RegExp, part: RegExp): Step {
  return { part, barrier }
}

/**
 * Finds parts that follow each other in a line, or up to another barrier, as `first.*second` does. That
 * pattern searches for the second part again from each place of the first; this one reads the text once for
 * each part.
 */
export function sequence(first: RegExp, ...rest: readonly (RegExp | Step)[]): Test {
  const start = everywhere(first)
  const steps = rest.map((one) => (one instanceof RegExp ? notAcross(/\n/, one) : one))
  const following = steps.map(({ part, barrier }) => notAcross(everywhere(barrier), everywhere(part)))
  return {
    test(text) {
      let ends = endsOf(text, start)
      for (const step of following) {
        if (ends.length === 0) return false
        ends = endsAfter(text, step, ends)
      }
      return ends.length > 0
    },
  }
}

/** Makes a test that passes when any of these do. */
export function anyOf(...tests: readonly Test[]): Test {
  return { test: (text) => tests.some((one) => one.test(text)) }
}

function everywhere(pattern: RegExp): RegExp {
  return new RegExp(pattern, `${pattern.flags.replace('g', '')}g`)
}

function endsOf(text: string, pattern: RegExp): number[] {
  return [...text.matchAll(pattern)].map(({ 0: found, index }) => index + found.length)
}

/** Finds the ends of the part where it follows one of these ends, which are in ascending order. */
function endsAfter(text: string, { part, barrier }: Step, earlier: readonly number[]): number[] {
  const barriers = endsOf(text, barrier)
  let [passedEnds, passedBarriers] = [0, 0]
  return [...text.matchAll(part)].flatMap(({ 0: found, index }) => {
    while (passedEnds < earlier.length && (earlier[passedEnds] ?? 0) <= index) passedEnds++
    while (passedBarriers < barriers.length && (barriers[passedBarriers] ?? 0) <= index) passedBarriers++
    const end = earlier[passedEnds - 1]
    const barrierEnd = barriers[passedBarriers - 1] ?? 0
    return end !== undefined && barrierEnd <= end ? [index + found.length] : []
  })
}
