/** Whether a pack ships tests, or settings that run them. */
export const hasTests = (paths: readonly string[]): boolean => paths.some(isTest)

function isTest(path: string): boolean {
  const folders = path.split('/')
  const name = folders.pop() ?? ''
  return (
    /^(test_.*\.py|.*_test\.py|.*\.(test|spec)\.[cm]?[jt]s)$/i.test(name) ||
    (/\.py$/i.test(name) && folders.some((folder) => /^tests?$/i.test(folder))) ||
    (/^\.github\/workflows\//i.test(path) && /\.ya?ml$/i.test(name)) ||
    /^\.gitlab-ci\.yml$/i.test(path)
  )
}
