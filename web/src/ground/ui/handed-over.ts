let handed: File | string | undefined

/** Keeps a workflow for the page that the reader is about to see. */
export function handOver(given: File | string): void {
  handed = given
}

/** Gives it once. */
export function takeHandedOver(): File | string | undefined {
  const given = handed
  handed = undefined
  return given
}
