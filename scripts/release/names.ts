import { execFile } from 'node:child_process'
import { promisify } from 'node:util'

/** Returns a problem for each package name that `owner` does not maintain on npm. A name that cannot be checked is a problem, too. */
export async function findForeignNames(
  names: readonly string[],
  owner: string,
  npm = 'npm',
): Promise<string[]> {
  const problems: string[] = []
  for (const name of names) {
    try {
      const { stdout } = await promisify(execFile)(npm, ['view', name, 'maintainers', '--json'])
      const maintainers = [JSON.parse(stdout)].flat().map((one) => String(one).split(' ')[0])
      if (!maintainers.includes(owner))
        problems.push(`${name} on npm belongs to ${maintainers.join(', ')}, not to ${owner}.`)
    } catch (error) {
      const isFree = /\bE404\b/.test((error as { stderr?: string }).stderr ?? '')
      problems.push(
        isFree ? `${name} is not registered on npm.` : `The owner of ${name} on npm could not be checked.`,
      )
    }
  }
  return problems
}
