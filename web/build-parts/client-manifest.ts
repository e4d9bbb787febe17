import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Plugin } from 'vite'

const name = 'virtual:client-manifest'
const resolved = `\0${name}`

/** Gives the renderer the manifest that the browser build has just written. */
export function clientManifest(): Plugin {
  let root = ''
  return {
    name: 'client-manifest',
    configResolved(config) {
      root = config.root
    },
    resolveId: (id) => (id === name ? resolved : null),
    load(id) {
      if (id !== resolved) return null
      const manifest = readFileSync(join(root, 'build/client/.vite/manifest.json'), 'utf8')
      const build = createHash('sha256').update(manifest).digest('base64url').slice(0, 12)
      return `export default ${manifest}\nexport const build = '${build}'`
    },
  }
}
