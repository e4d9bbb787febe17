/** Yields to the browser, so that pending input and frames run between two stretches of work. */
export function pause(): Promise<void> {
  const { scheduler } = globalThis as { scheduler?: { yield?(): Promise<void> } }
  return scheduler?.yield?.() ?? new Promise((resolve) => setTimeout(resolve))
}
