import { opendir, readFile, realpath, stat } from 'node:fs/promises'
import { join, sep } from 'node:path'
import { ReadingRefused } from '../refusal.ts'

/** The most bytes of a file that names branches. */
const maxRefBytes = 16 * 1024 * 1024
/** The most files and folders below `objects`. */
const maxObjectFiles = 1_000_000

const refuse = (detail: string) => new ReadingRefused('unreadable', detail)

/** Throws unless a folder is below another one, whatever links say. */
export async function assertBelow(folder: string, path: string): Promise<void> {
  if (!(await realpath(path)).startsWith((await realpath(folder)) + sep))
    throw refuse('It is a link out of the folder of repositories.')
}

/** Reads a file of a repository; undefined if it is missing. Throws for links, pipes and devices. */
export async function readOwn(folder: string, name: string): Promise<string | undefined> {
  const path = join(await realpath(folder), name)
  const real = await realpath(path).catch(() => undefined)
  if (real === undefined) return undefined
  if (real !== path) throw refuse(`Its ${name} is a link.`)
  const found = await stat(path)
  if (!found.isFile() || found.size > maxRefBytes) throw refuse(`Its ${name} is no file, or too large.`)
  return readFile(path, 'utf8')
}

/** Throws if git would read objects from anywhere else: it follows links, and the addresses of other object stores. */
export async function assertOwnObjects(objects: string): Promise<void> {
  if ((await realpath(objects)) !== join(await realpath(join(objects, '..')), 'objects'))
    throw refuse('Its objects are a link.')
  const folders = ['']
  let count = 0
  for (let folder = folders.pop(); folder !== undefined; folder = folders.pop()) {
    for await (const entry of await opendir(join(objects, folder))) {
      const name = join(folder, entry.name)
      if (++count > maxObjectFiles)
        throw new ReadingRefused('too_large', `It has more than ${maxObjectFiles} files of objects.`)
      if (/^info[\\/](http-)?alternates$/.test(name))
        throw refuse(
          `Its objects/${name} leads to other repositories. "git repack -a -d" copies their objects.`,
        )
      if (entry.isDirectory()) folders.push(name)
      else if (!entry.isFile()) throw refuse(`Its objects/${name} is a link or no file.`)
    }
  }
}
