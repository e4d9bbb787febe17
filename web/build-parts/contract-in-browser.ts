import type { Plugin } from 'vite'

const contractModule = /\/contract\/src\/(?:\w+\/)?[\w-]+\.ts$/

/** Marks the part of a module that holds routes for signed-in users. */
const forMembers = '?members'

/**
 * Reduces routes to method, path and access in browser builds. The schemas and the schema library would be a
 * third of the site's code. Routes for signed-in users become separate modules that other visitors never
 * load.
 */
export function contractInBrowser(): Plugin {
  return {
    name: 'contract-in-browser',
    enforce: 'pre',
    resolveId: (id) => (id.endsWith(forMembers) ? { id, moduleSideEffects: false } : null),
    async load(id) {
      if (!id.endsWith(forMembers)) return null
      const module: Record<string, unknown> = await import(id.slice(0, -forMembers.length))
      const routes = Object.entries(module).filter(([, value]) => isMemberRoute(value))
      return { code: routes.map(exported).join('\n'), map: null }
    },
    async transform(code, id) {
      const isSchemas = contractModule.test(id) && /from 'typebox'/.test(code)
      if (this.environment.name !== 'client' || !isSchemas) return null
      const module: Record<string, unknown> = await import(id)
      const [memberRoutes, others] = partition(Object.entries(module), ([, value]) => isMemberRoute(value))
      const names = memberRoutes.map(([name]) => name).join(', ')
      const lines = others.map(exported)
      if (names) lines.push(`export { ${names} } from ${JSON.stringify(id + forMembers)}`)
      return { code: lines.join('\n'), map: null, moduleSideEffects: false }
    },
  }
}

function partition<One>(all: One[], isFirst: (one: One) => boolean): [One[], One[]] {
  return [all.filter(isFirst), all.filter((one) => !isFirst(one))]
}

const isMemberRoute = (value: unknown) => isRoute(value) && !value.access.startsWith('public')

function exported([name, value]: [string, unknown]): string {
  return isPlain(value) ? `export const ${name} = ${JSON.stringify(forBrowser(value))}` : ''
}

/** Accepts strings, numbers, booleans, lists of them, and routes. */
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
