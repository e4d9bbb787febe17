import { existsSync, readFileSync } from 'node:fs'
import { programCommand } from '@nodeyard/contract/discovery'
import type { Context } from './context.ts'

/** Returns the URL of the API that served this program; undefined if it comes from elsewhere. */
export function ownRegistry(): string | undefined {
  const file = new URL('./registry.json', import.meta.url)
  return existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')).apiUrl : undefined
}

/** Whether npx started this program. Source: npm, environment of scripts. */
export const isFromNpx = ({ env }: Pick<Context, 'env'>) => env['npm_command'] === 'exec'

/** Returns what users type to start this program as they did. */
export function ownCommand(surroundings: Pick<Context, 'env'>): string {
  const own = ownRegistry()
  return own !== undefined && isFromNpx(surroundings) ? programCommand(own) : 'nodeyard'
}
