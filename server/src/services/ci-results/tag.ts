/** What answers about a repository's results are made from. A name may hold what no tag may. */
export function tagOfResults(repository: string): string {
  return `ci-results:${encodeURIComponent(repository)}`
}
