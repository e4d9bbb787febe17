import { reactRouter } from '@react-router/dev/vite'
import tailwindcss from '@tailwindcss/vite'
import { defineConfig } from 'vite'
import { contractInBrowser } from './contract-in-browser.ts'

export default defineConfig(({ command }) => ({
  plugins: [contractInBrowser(), tailwindcss(), reactRouter()],
  // The server's build is one file without dependencies; React picks its production half by this constant.
  ssr: { noExternal: true },
  define: command === 'build' ? { 'process.env.NODE_ENV': JSON.stringify('production') } : {},
  build: { target: 'es2023', assetsInlineLimit: 0 },
  environments: { ssr: { build: { rollupOptions: { input: './src/render.ts' } } } },
}))
