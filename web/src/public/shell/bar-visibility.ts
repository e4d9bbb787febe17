const hiddenStarts = ['auth', 'api', '_error', '_app', '_document']

/** Whether the top bar shows on a path. Source: specification 2. */
export function hasTopBar(path: string): boolean {
  return !hiddenStarts.some((start) => path.startsWith(`/${start}`))
}
