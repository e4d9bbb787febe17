import { readFileSync } from 'node:fs'
import { join } from 'node:path'

const containerfile = join(import.meta.dirname, '../deploy/Containerfile')

/** Returns the container's flags of Node, so that benchmarks measure the same configuration. */
export function memoryFlags(): string[] {
  const command = /^CMD (\[.*\])$/m.exec(readFileSync(containerfile, 'utf8'))
  const words: string[] = JSON.parse(command?.[1] ?? '[]')
  return words.filter((word) => word.startsWith('--'))
}

/** Returns the container's memory settings, so that the benchmark measures the same configuration. */
export function memorySettings(): Record<string, string> {
  const settings = [...readFileSync(containerfile, 'utf8').matchAll(/^ENV (MALLOC_\w+)=(\S+)$/gm)]
  return Object.fromEntries(settings.map(([, name = '', value = '']) => [name, value]))
}
