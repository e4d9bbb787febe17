import type { Plugin } from 'vite'

const contractModule = /\/contract\/src\/[\w-]+\.ts$/

/** Marks the part of a module that holds the calls of signed-in people. */
const forMembers = '?members'

/**
 * In the browser a route is its method, its path, and what tells who may call it. The schemas, and the library that
 * makes them, stay on the server: they would be a third of the site's code. Calls that only signed-in people make are a
 * module of their own, so that readers do not load them.
 */
export function contractInBrowser(): Plugin {
  return {
    name: 'contract-in-browser',
    enforce: 'pre',
    resolveId: (id) => (id.endsWith(forMembers) ? { id, moduleSideEffects: false } : null),
    async load(id) {
      if (!id.endsWith(forMembers)) return null
      const module: Record<string, unknown> = await import(id.slice(0, -forMembers.length))
      const routes = Object.entries(module).filter(([, value]) => isOfMembers(value))
      return { code: routes.map(exported).join('\n'), map: null }
    },
    async transform(code, id) {
      const isSchemas = contractModule.test(id) && /from 'typebox'/.test(code)
      if (this.environment.name !== 'client' || !isSchemas) return null
      const module: Record<string, unknown> = await import(id)
      const [ofMembers, others] = parted(Object.entries(module), ([, value]) => isOfMembers(value))
      const names = ofMembers.map(([name]) => name).join(', ')
      const lines = others.map(exported)
      if (names) lines.push(`export { ${names} } from ${JSON.stringify(id + forMembers)}`)
      return { code: lines.join('\n'), map: null, moduleSideEffects: false }
    },
  }
}

function parted<One>(all: One[], isFirst: (one: One) => boolean): [One[], One[]] {
  return [all.filter(isFirst), all.filter((one) => !isFirst(one))]
}

const isOfMembers = (value: unknown) => isRoute(value) && value.access !== 'public'

function exported([name, value]: [string, unknown]): string {
  return isPlain(value) ? `export const ${name} = ${JSON.stringify(forBrowser(value))}` : ''
}

/** Texts, numbers, lists of them, and routes; not schemas and not functions. */
function isPlain(value: unknown): boolean {
  if (Array.isArray(value)) return value.every(isPlain)
  return isRoute(value) || ['string', 'number', 'boolean'].includes(typeof value)
}

interface WholeRoute {
  method: string
  path: string
  access: string
  right?: string
  errors: string[]
}

function isRoute(value: unknown): value is WholeRoute {
  return typeof value === 'object' && value !== null && 'method' in value && 'path' in value
}

function forBrowser(value: unknown): unknown {
  if (!isRoute(value)) return value
  const { method, path, access, right, errors } = value
  return { method, path, access, right, errors: errors.filter((code) => code === 'user_banned') }
}
