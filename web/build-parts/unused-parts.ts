import type { Plugin } from 'vite'

const router = 'react-router/dist/production/lib/'
const queries = '@tanstack/query-core/build/modern/'

/**
 * Parts of libraries that this site uses nothing of: the router's framework and instruments, lists without an end,
 * writes that wait for the network.
 * Other parts import them by name, so a bundler cannot tell. Here they are as they behave when nobody uses them.
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

/** What the router tells developers in long sentences about mistakes that the tests of the pages find. */
const advice = /\b((?:invariant|warning|warnOnce)\([^"'`\n]*, )(?:"[^"\n]*"|`[^\n]*`)(\);?)$/gm

/**
 * Keeps out of the first load what libraries bring for others. For browsers only. When a library no longer has one of
 * these parts the build fails, so that somebody looks.
 */
export function unusedParts(): Plugin {
  const left = new Set(Object.keys(unused))
  return {
    name: 'unused-parts',
    enforce: 'pre',
    apply: 'build',
    applyToEnvironment: ({ name }) => name === 'client',
    load(id) {
      const part = Object.keys(unused).find((name) => id.endsWith(name))
      if (!part) return null
      left.delete(part)
      return { code: unused[part] ?? '', moduleSideEffects: false }
    },
    /** Components that are named for developers' tools would be kept whether they are used or not. */
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
      if (!error && left.size > 0) this.error(`Not found: ${[...left].join(', ')}. See unused-parts.ts.`)
    },
  }
}
