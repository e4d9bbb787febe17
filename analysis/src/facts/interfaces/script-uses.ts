import { changedInterfaces } from './changed-interfaces.ts'
import type { InterfaceUse } from './interface-use.ts'

const names = changedInterfaces.filter(({ language }) => language === 'script').map(({ name }) => name)
const specifier = /\b(?:from|import)[\s(]*['"]([^'"\s]{1,200})['"]/g

/**
 * Finds the scripts of the tool that a pack's script imports, by the text of its import statements.
 * `isInPack` tells whether the pack has a script of this path.
 */
export function scriptUses(file: string, text: string, isInPack: (path: string) => boolean): InterfaceUse[] {
  const found = new Map<string, InterfaceUse>()
  for (const [at, line] of text.split('\n').entries()) {
    if (isRemark(line)) continue
    for (const [, imported = ''] of line.matchAll(specifier)) {
      const path = pathInTool(imported, file, isInPack)
      const name = path && names.find((one) => path === one || (one.endsWith('/') && path.startsWith(one)))
      if (name && !found.has(name)) found.set(name, { name, file, line: at + 1 })
    }
  }
  return [...found.values()]
}

const isRemark = (line: string) => /^\s*(?:\/\/|\*|\/\*)/.test(line)

/** Scripts of packs are served at least two folders below the tool's own. */
function pathInTool(imported: string, file: string, isInPack: (path: string) => boolean): string | undefined {
  const [path = ''] = imported.split(/[?#]/, 1)
  if (path.startsWith('/')) return path
  if (!path.startsWith('../../') || isInPack(resolve(file, path))) return undefined
  return `/${path
    .split('/')
    .filter((part) => part !== '..')
    .join('/')}`
}

function resolve(file: string, relative: string): string {
  const parts = file.split('/').slice(0, -1)
  for (const part of relative.split('/')) {
    if (part === '..') parts.pop()
    else if (part !== '.') parts.push(part)
  }
  return parts.join('/')
}
