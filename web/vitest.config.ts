import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { defineConfig } from 'vitest/config'
import { inlineScripts } from './build-parts/inline-scripts.ts'
import { pageFiles } from './build-parts/page-files.ts'

const signInClient = dirname(createRequire(import.meta.url).resolve('@firebase/auth/package.json'))

export default defineConfig({
  plugins: [inlineScripts(), pageFiles()],
  // Node would resolve the server build, which lacks parts that the site uses.
  resolve: { alias: { '@firebase/auth': join(signInClient, 'dist/esm/index.js') } },
  // Contexts isolate the files like processes do, and share compiled modules.
  test: { include: ['src/**/*.test.{ts,tsx}'], environment: 'node', pool: 'vmThreads', testTimeout: 60_000 },
})
