/* Content of a repository that neither archives nor git objects contain. */

const pointerStart = 'version https://git-lfs.github.com/spec/v1\n'
const maxPointerBytes = 1024

/**
 * Returns the size of the file that a Git LFS pointer stands for; undefined for all other files. Source: Git LFS
 * Specification, "The Pointer".
 */
export function bytesOfPointer(content: Buffer): number | undefined {
  if (content.length > maxPointerBytes || !content.toString('latin1').startsWith(pointerStart))
    return undefined
  const size = /^size (\d{1,15})$/m.exec(content.toString('latin1'))?.[1]
  return size === undefined ? undefined : Number(size)
}

const maxModulesBytes = 64 * 1024
const maxModules = 20
const maxPathLength = 255

/** Reads the folders of other repositories from a `.gitmodules` file. */
export function submodulesIn(content: Buffer): string[] {
  if (content.length > maxModulesBytes) return []
  const paths = content
    .toString()
    .split('\n')
    .map((line) => line.split('='))
    .filter(([name = '']) => name.trim() === 'path')
    .map(([, ...value]) => value.join('=').trim())
  return [...new Set(paths)].filter(isPath).slice(0, maxModules)
}

const isPath = (path: string) =>
  path !== '' && path.length <= maxPathLength && path.isWellFormed() && !/\p{Cc}/u.test(path)
