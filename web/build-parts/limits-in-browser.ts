import type { Plugin } from 'vite'
import { limits } from '../../contract/src/limits.ts'

const importOfLimits = /^import \{ limits \} from '(@nodeyard\/contract|\.\.?)\/limits(\.ts)?'$/m
const useOfLimits = /(?<!\/)\blimits((?:\.\w+)+)/g

/** Inlines limits in browser builds: the table of all API limits would add a kilobyte to every first load. */
export function limitsInBrowser(): Plugin {
  return {
    name: 'limits-in-browser',
    enforce: 'pre',
    transform(code) {
      if (this.environment.name !== 'client' || !importOfLimits.test(code)) return null
      return {
        code: code.replace(useOfLimits, (_, path: string) => JSON.stringify(valueAt(path))),
        map: null,
      }
    },
  }
}

/** Looks up a path such as `.pageSize.max`. */
function valueAt(path: string): unknown {
  const value = path
    .slice(1)
    .split('.')
    .reduce<unknown>((table, name) => (table as Record<string, unknown>)[name], limits)
  if (value === undefined) throw new Error(`there is no limit${path}`)
  return value
}
