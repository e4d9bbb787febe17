import type { Unit } from './values.ts'

/** Relative names from the file's folder; absolute ones from there, too, as packs put it on the path. */
export function findModule(
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
