import { readFileSync } from 'node:fs'
import { join } from 'node:path'

const containerfile = join(import.meta.dirname, '../deploy/Containerfile')

/** How the container has memory given back, so that what is measured here is what runs there. */
export function memorySettings(): Record<string, string> {
  const settings = [...readFileSync(containerfile, 'utf8').matchAll(/^ENV (MALLOC_\w+)=(\S+)$/gm)]
  return Object.fromEntries(settings.map(([, name = '', value = '']) => [name, value]))
}
