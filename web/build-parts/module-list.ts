import { relative } from 'node:path'
import type { Plugin } from 'vite'

/** Lists the source modules of each chunk, for the check of what a first page loads. */
export function moduleList(): Plugin {
  let root = ''
  return {
    name: 'module-list',
    configResolved(config) {
      root = config.root
    },
    generateBundle(_options, bundle) {
      if (this.environment.name !== 'client') return
      const chunks = Object.values(bundle).filter((output) => output.type === 'chunk')
      const sources = chunks.map(({ fileName, moduleIds }) => [
        fileName,
        moduleIds.map((id) => relative(root, id)),
      ])
      this.emitFile({
        type: 'asset',
        fileName: '.vite/modules.json',
        source: JSON.stringify(Object.fromEntries(sources)),
      })
    },
  }
}
