import { copyFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { defineConfig } from 'rolldown'

const dist = join(import.meta.dirname, 'dist')
const { resolve } = createRequire(join(import.meta.dirname, '../analysis/package.json'))
const binaries = ['web-tree-sitter/web-tree-sitter.wasm', 'tree-sitter-python/tree-sitter-python.wasm']

export default defineConfig({
  input: join(import.meta.dirname, 'src/nodeyard.ts'),
  platform: 'node',
  logLevel: 'warn',
  external: ['@napi-rs/keyring'],
  output: { dir: dist, format: 'es', minify: true, cleanDir: true, chunkFileNames: '[name]-[hash].js' },
  plugins: [
    {
      name: 'binaries-of-the-parser',
      transform(code, id) {
        if (!id.endsWith('cli/src/pack/open-pack.ts')) return undefined
        return code.replace('import.meta.resolve(file)', "file.replace(/^.*\\//, './'), import.meta.url")
      },
      async writeBundle() {
        for (const file of binaries) await copyFile(resolve(file), join(dist, file.replace(/^.*\//, '')))
      },
    },
  ],
})
