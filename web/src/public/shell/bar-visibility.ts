const hiddenStarts = ['auth', 'api', '_error', '_app', '_document']

/** The top bar is not shown on some paths. Source: specification 2. */
export function hasTopBar(path: string): boolean {
  return !hiddenStarts.some((start) => path.startsWith(`/${start}`))
}
