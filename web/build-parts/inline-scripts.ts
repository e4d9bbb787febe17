import { build, type Plugin } from 'vite'

const query = '?script'

/** Compiles a module that is imported with `?script`, and its imports, to the text of a classic script for the page. */
export function inlineScripts(): Plugin {
  return {
    name: 'inline-scripts',
    enforce: 'pre',
    async load(id) {
      if (!id.endsWith(query)) return null
      const input = id.slice(0, -query.length)
      const output = { format: 'iife' } as const
      const built = await build({
        configFile: false,
        logLevel: 'warn',
        build: {
          write: false,
          minify: true,
          target: 'es2023',
          modulePreload: false,
          rolldownOptions: { input, output },
        },
      })
      if (!('output' in built)) throw new Error(`${input} was not built once.`)
      this.addWatchFile(input)
      return `export default ${JSON.stringify(built.output[0].code.trim())}`
    },
  }
}
