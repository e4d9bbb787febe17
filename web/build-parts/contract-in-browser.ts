import type { Plugin } from 'vite'

const contractModule = /\/contract\/src\/[\w-]+\.ts$/

/**
 * In the browser a route is its method, its path, and what tells who may call it. The schemas, and the library that makes them, stay on
 * the server: they would be a third of the site's code.
 */
export function contractInBrowser(): Plugin {
  return {
    name: 'contract-in-browser',
    enforce: 'pre',
    async transform(code, id) {
      const isSchemas = contractModule.test(id) && /from 'typebox'/.test(code)
      if (this.environment.name !== 'client' || !isSchemas) return null
      const module: Record<string, unknown> = await import(id)
      return { code: Object.entries(module).map(exported).join('\n'), map: null }
    },
  }
}

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
