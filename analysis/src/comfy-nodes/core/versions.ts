const shape = /^\d{1,6}(\.\d{1,6}){1,3}$/

/** Whether the text is the number of a release, and not a commit or `nightly`. */
export function isToolVersion(text: string): boolean {
  return shape.test(text)
}

/** Compares two release numbers. */
export function compareToolVersions(a: string, b: string): number {
  const [left, right] = [a.split('.').map(Number), b.split('.').map(Number)]
  for (let at = 0; at < Math.max(left.length, right.length); at++) {
    const difference = (left[at] ?? 0) - (right[at] ?? 0)
    if (difference !== 0) return difference
  }
  return 0
}
