import { parse } from 'smol-toml'
import { readManifest } from './read.ts'

interface Leaf {
  table: string
  key: string
  value: unknown
}

/** All values below a table, with the keys that lead to them. */
function leavesOf(value: unknown, table: string, key: string): Leaf[] {
  if (Array.isArray(value)) return value.flatMap((item) => leavesOf(item, table, key))
  if (typeof value !== 'object' || value === null || value instanceof Date) return [{ table, key, value }]
  const below = key === '' ? table : `${table}.${key}`
  return Object.entries(value).flatMap(([name, item]) => leavesOf(item, below, name))
}

/**
 * Lists the values of a project file that are neither among the facts nor named in a note: the value itself, its key, or a table
 * above it.
 */
export function silentValues(text: string): string[] {
  const root = parse(text) as { project?: unknown; tool?: { comfy?: unknown } }
  const { manifest, readme, problems } = readManifest(new TextEncoder().encode(text))
  const facts = textsIn({ manifest, readme })
  const notes = problems.map(({ message, fix = '' }) => `${message} ${fix}`)
  // Why a dynamic version is not known is said where the version is needed.
  const leaves = [
    ...leavesOf(root.project ?? {}, 'project', ''),
    ...leavesOf(root.tool?.comfy ?? {}, 'tool.comfy', ''),
  ]
  const isNamed = ({ table, key, value }: Leaf) => {
    const names = [...table.split('.').slice(table.startsWith('tool') ? 2 : 1), key]
    const ofList = ['classifiers', 'dependencies', 'dynamic'].includes(key) ? [String(value)] : []
    const wanted = [
      `\`${table}\``,
      `\`${table}.${key}\``,
      ...names.filter((one) => one !== 'urls' || table.startsWith('tool')).map((one) => `\`${one}\``),
      ...ofList,
    ]
    return notes.some((note) => wanted.some((one) => note.includes(one)))
  }
  return leaves
    .filter((leaf) => {
      const value = String(leaf.value).trim()
      const isEmpty = value === ''
      const isFact =
        typeof leaf.value === 'string' && facts.some((fact) => fact === value || meansSame(leaf, value, fact))
      const isOfVersion = leaf.table.endsWith('.version') || (leaf.key === 'dynamic' && value === 'version')
      return !isEmpty && !isFact && !isOfVersion && !isNamed(leaf)
    })
    .map(({ table, key, value }) => `${table}.${key} = ${String(value)}`)
}

/** Facts have parts of some values. */
function meansSame({ key }: Leaf, value: string, fact: string): boolean {
  if (key === 'classifiers') return value.endsWith(`:: ${fact}`) || value.startsWith('License ::')
  if (key === 'dependencies') return value.startsWith('comfyui-frontend-package')
  if (key === 'content-type') return fact === 'markdown' || fact === 'plain'
  return (key === 'license-files' || key === 'file') && fact === value.replace(/^\.?\/+/, '')
}

function textsIn(value: unknown): string[] {
  if (typeof value === 'string') {
    const own = value.startsWith('{') ? textsIn(JSON.parse(value)) : []
    return [value.trim(), ...own]
  }
  if (typeof value !== 'object' || value === null) return []
  return Object.values(value).flatMap(textsIn)
}
