import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { defineConfig } from 'vitest/config'

const signInClient = dirname(createRequire(import.meta.url).resolve('@firebase/auth/package.json'))

export default defineConfig({
  // Its build for servers, which Node would take, leaves out what the site uses.
  resolve: { alias: { '@firebase/auth': join(signInClient, 'dist/esm/index.js') } },
  test: { include: ['src/**/*.test.{ts,tsx}'], environment: 'node', testTimeout: 60_000 },
})
