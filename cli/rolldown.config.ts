import { readdirSync, readFileSync } from 'node:fs'
import { copyFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { defineConfig } from 'rolldown'

const dist = join(import.meta.dirname, 'dist')
const { resolve } = createRequire(join(import.meta.dirname, '../analysis/package.json'))
const binaries = ['web-tree-sitter/web-tree-sitter.wasm', 'tree-sitter-python/tree-sitter-python.wasm']

/** Returns the names, versions and licenses of the libraries that these modules belong to. */
function noticesOf(modules: readonly string[]): string {
  const within = /^.*\/node_modules\/(?:@[^/]+\/)?[^/]+(?=\/)/
  const all = [...modules, ...binaries.map((file) => resolve(file))]
  const folders = new Set(all.flatMap((id) => within.exec(id.replaceAll('\\', '/'))?.[0] ?? []))
  const notices = [...folders].map((folder) => {
    const { name, version, license } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'))
    const files = readdirSync(folder).filter((file) => /^(licen[cs]e|notice|copying)/i.test(file))
    const texts = files.map((file) => readFileSync(join(folder, file), 'utf8').trim())
    return [`${name} ${version} (${license})`, ...texts].join('\n\n')
  })
  return `${notices.sort().join(`\n\n${'-'.repeat(80)}\n\n`)}\n`
}

export default defineConfig({
  input: join(import.meta.dirname, 'src/nodeyard.ts'),
  platform: 'node',
  logLevel: 'warn',
  external: ['@napi-rs/keyring'],
  output: { dir: dist, format: 'es', minify: true, cleanDir: true, chunkFileNames: '[name]-[hash].js' },
  plugins: [
    {
      name: 'licenses-of-libraries',
      generateBundle() {
        const source = noticesOf([...this.getModuleIds()])
        this.emitFile({ type: 'asset', fileName: 'THIRD-PARTY-LICENSES.txt', source })
      },
    },
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
