import { readFileSync } from 'node:fs'
import { join } from 'node:path'

const containerfile = join(import.meta.dirname, '../deploy/Containerfile')

/** Returns the container's memory settings, so that the benchmark measures the same configuration. */
export function memorySettings(): Record<string, string> {
  const settings = [...readFileSync(containerfile, 'utf8').matchAll(/^ENV (MALLOC_\w+)=(\S+)$/gm)]
  return Object.fromEntries(settings.map(([, name = '', value = '']) => [name, value]))
}
