import type { Plugin } from 'vite'

const router = 'react-router/dist/production/lib/'
const queries = '@tanstack/query-core/build/modern/'

/**
 * Parts of libraries that this site never uses: the router's framework mode and instrumentation, infinite
 * queries and the mutation cache. Other modules import them by name, so that tree shaking keeps them. These
 * stubs behave like the unused original.
 */
const unused: Readonly<Record<string, string>> = {
  [`${router}dom/ssr/components.js`]: `
    import { createContext } from 'react'
    export const FrameworkContext = createContext(undefined)
    export const usePrefetchBehavior = () => [false, { current: null }, {}]
    export const mergeRefs = (ref) => ref
    const none = () => null
    export { none as Links, none as Meta, none as PrefetchPageLinks, none as Scripts }
    export { none as setIsHydrated, none as useFrameworkContext }
    export const CRITICAL_CSS_DATA_ATTRIBUTE = ''
  `,
  [`${router}router/instrumentation.js`]: `
    export const consumeInstrumentationClientResultMetaReceiver = () => undefined
    export const getRouteInstrumentationUpdates = () => ({})
    export const instrumentClientSideRouter = (router) => router
    export const instrumentHandler = (handler) => handler
    export const instrumentationResultMetaContext = undefined
  `,
  [`${queries}infiniteQueryBehavior.js`]: `
    export const infiniteQueryBehavior = () => undefined
    export const hasNextPage = () => false
    export const hasPreviousPage = () => false
  `,
  [`${queries}mutationCache.js`]: `
    export class MutationCache {
      getAll = () => []
      findAll = () => []
      subscribe = () => () => {}
      clear() {}
      resumePausedMutations = async () => undefined
    }
  `,
}

/** Developer advice in the router's error messages. The page tests find such mistakes. */
const advice = /\b((?:invariant|warning|warnOnce)\([^"'`\n]*, )(?:"[^"\n]*"|`[^\n]*`)(\);?)$/gm

/**
 * Replaces unused library code in browser builds. The build fails when a library no longer contains one of
 * these parts.
 */
export function unusedParts(): Plugin {
  const missing = new Set(Object.keys(unused))
  return {
    name: 'unused-parts',
    enforce: 'pre',
    apply: 'build',
    applyToEnvironment: ({ name }) => name === 'client',
    load(id) {
      const part = Object.keys(unused).find((name) => id.endsWith(name))
      if (!part) return null
      missing.delete(part)
      return { code: unused[part] ?? '', moduleSideEffects: false }
    },
    /** Tree shaking keeps every component with a `displayName`. */
    transform(code, id) {
      if (!id.includes(router)) return null
      const withoutNames = code.replaceAll(/^\w+\.displayName = .*$/gm, '')
      const withoutAdvice = withoutNames.replaceAll(advice, '$1"react-router"$2')
      return {
        code: withoutAdvice.replaceAll('= React$1.forwardRef(', '= /* @__PURE__ */ React$1.forwardRef('),
        map: null,
      }
    },
    buildEnd(error) {
      if (!error && missing.size > 0)
        this.error(`Not found: ${[...missing].join(', ')}. See unused-parts.ts.`)
    },
  }
}
