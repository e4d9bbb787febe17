import tailwindcss from '@tailwindcss/vite'
import { type BuildEnvironmentOptions, defineConfig } from 'vite'
import { clientManifest } from './build-parts/client-manifest.ts'
import { compiledEarly } from './build-parts/compiled-early.ts'
import { compressedFiles } from './build-parts/compressed-files.ts'
import { contractInBrowser } from './build-parts/contract-in-browser.ts'
import { limitsInBrowser } from './build-parts/limits-in-browser.ts'
import { moduleList } from './build-parts/module-list.ts'
import { textFiles } from './build-parts/text-files.ts'
import { unusedParts } from './build-parts/unused-parts.ts'

type BundlerOptions = NonNullable<BuildEnvironmentOptions['rolldownOptions']>

/** Files marked as meant for browsers are no surprise in a site that runs them on both sides. */
const onwarn: NonNullable<BundlerOptions['onwarn']> = (warning, warn) => {
  if (warning.code !== 'MODULE_LEVEL_DIRECTIVE') warn(warning)
}

/** What public pages are made of. What is not in this list, only signed-in people load. */
const madeOf = [
  /node_modules\/(react|react-dom|react-router|scheduler|@tanstack\/(react-query|query-core))\//,
  /vite\/preload-helper|rolldown.runtime/,
  /\/web\/src\/[\w.-]+$/,
  /\/web\/src\/ground\/(languages|page|paths|session|site|texts)\//,
  /\/web\/src\/ground\/ui\/(badge|button|command|copy-button|glyph|http-address|hydrated|icon|loaded|logo)\./,
  /\/web\/src\/ground\/ui\/(node-icon|notice|page-head|page-numbers|paging|pictures|popover|section|timestamp|toast)\./,
  /\/web\/src\/public\/(cards|shell)\//,
  /\/web\/src\/public\/(nodes\/translations|search\/(search-key|suggest-field|suggestions))\./,
  /\/contract\/src\/(categories|client|comfy-nodes|identity|limits|locales|nodes|publishers)\.ts$/,
  /\/contract\/src\/(search|search-text|shapes|users|versions)\.ts$/,
]
/** Of those, what is loaded when it is needed. */
const loadedLater =
  /\/(entry\.client|member-routes|contribute-dialog|language-offer-box|persistence|hydration|second-look|drop-anywhere|(member|manage)-links)\.[jt]sx?$/

const isInEveryPage = (id: string) => madeOf.some((part) => part.test(id)) && !loadedLater.test(id)

/**
 * What every page needs in one file, since a file of its own begins with nothing to refer to when it is compressed; what
 * several pages share in others, and a file for each page.
 */
const browserFiles: BundlerOptions = {
  input: './src/entry.client.tsx',
  onwarn,
  output: {
    // Pages name the files of all others: words in the names would cost every reader half a kilobyte.
    chunkFileNames: 'assets/[hash].js',
    codeSplitting: {
      groups: [
        // Before the next groups, which would otherwise take along what their own files import.
        { name: 'calls', test: /\/contract\/src\/(?!admin|moderation|rescans|appeals)[\w-]+\.ts\?members$/ },
        { name: 'base', test: isInEveryPage },
        { name: 'workflows', test: /\/web\/src\/public\/workflows\/(workflow-list|kind-names)\./ },
        {
          name: 'nodes',
          test: /\/(web\/src\/public\/(comfy-)?nodes|analysis\/src\/preview)\/(?!load|draw|version-notices|capabilities)/,
          minShareCount: 2,
        },
        // What only signed-in people need stays out of what everybody loads.
        {
          name: 'account',
          test: /\/(web\/src\/(account\/|ground\/(identity|ui|forms|paths)\/)|contract\/src\/(?!admin|rescans))/,
          minShareCount: 2,
        },
        {
          name: 'admin',
          test: /\/(web\/src\/(admin|ground\/tables)\/|contract\/src\/(admin|rescans))/,
          minShareCount: 2,
        },
      ],
    },
  },
}

const renderer: BundlerOptions = {
  input: './src/render.tsx',
  onwarn,
  output: { entryFileNames: 'index.js', codeSplitting: false },
}

/** Two builds: what browsers load, and then the renderer as one file, which knows the names of the first. */
export default defineConfig(({ command }) => ({
  plugins: [
    contractInBrowser(),
    limitsInBrowser(),
    unusedParts(),
    textFiles(),
    clientManifest(),
    moduleList(),
    tailwindcss(),
    compiledEarly(),
    compressedFiles(),
  ],
  // React picks its production half by this constant.
  define: command === 'build' ? { 'process.env.NODE_ENV': JSON.stringify('production') } : {},
  build: { target: 'es2023', assetsInlineLimit: 0, emptyOutDir: true },
  environments: {
    client: { build: { outDir: 'build/client', manifest: true, rolldownOptions: browserFiles } },
    ssr: {
      resolve: { noExternal: true },
      build: { outDir: 'build/server', ssr: true, copyPublicDir: false, rolldownOptions: renderer },
    },
  },
  builder: {
    async buildApp({ build, environments: { client, ssr } }) {
      if (client) await build(client)
      if (ssr) await build(ssr)
    },
  },
}))
