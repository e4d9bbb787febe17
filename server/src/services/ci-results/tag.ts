/** Returns the cache tag of a repository's results. The name is encoded, because tags allow fewer characters. */
export function tagOfResults(repository: string): string {
  return `ci-results:${encodeURIComponent(repository)}`
}
