import type { Unit } from './values.ts'

/** Finds the modules of a pack by the names under which its files import them. */
export class ModuleFinder {
  readonly #modules: ReadonlyMap<string, Unit>
  readonly #known = new Map<string, Map<string, Unit | undefined>>()

  constructor(modules: ReadonlyMap<string, Unit>) {
    this.#modules = modules
  }

  find(from: string, level: number, name: string): Unit | undefined {
    let known = this.#known.get(from)
    if (!known) {
      known = new Map()
      this.#known.set(from, known)
    }
    const key = level === 0 ? name : '.'.repeat(level) + name
    if (!known.has(key))
      known.set(
        key,
        name.includes('/')
          ? findScript(this.#modules, from, name)
          : findModule(this.#modules, from, level, name),
      )
    return known.get(key)
  }
}

/** Relative names start at the file's folder; absolute ones may, too, because packs add it to the path. */
function findModule(
  modules: ReadonlyMap<string, Unit>,
  from: string,
  level: number,
  name: string,
): Unit | undefined {
  const folder = from.split('/').slice(0, -Math.max(level, 1))
  if (level > from.split('/').length) return undefined
  const parts = name === '' ? [] : name.split('.')
  for (const base of level > 0 ? [folder] : [folder, []]) {
    const path = [...base, ...parts].join('/')
    const found =
      modules.get(`${path}.py`) ?? modules.get(path === '' ? '__init__.py' : `${path}/__init__.py`)
    if (found && (parts.length > 0 || level > 0)) return found
  }
  return undefined
}

/** Scripts name each other by addresses. The tool serves a pack's folder of scripts under `/extensions/NAME/`. */
export function findScript<Module>(
  modules: ReadonlyMap<string, Module>,
  from: string,
  address: string,
): Module | undefined {
  const [place = ''] = address.split(/[?#]/, 1)
  if (/^\.{1,2}\//.test(place)) {
    const parts = from.split('/').slice(0, -1)
    for (const part of place.split('/')) {
      if (part === '..') parts.pop()
      else if (part !== '.') parts.push(part)
    }
    return modules.get(parts.join('/'))
  }
  const served = /^\/extensions\/[^/]+(\/.+)$/.exec(place)?.[1]
  if (served === undefined) return undefined
  for (const [path, module] of modules) if (`/${path}`.endsWith(served)) return module
  return undefined
}
