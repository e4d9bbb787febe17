import tailwindcss from '@tailwindcss/vite'
import { type BuildEnvironmentOptions, defineConfig } from 'vite'
import { clientManifest } from './build-parts/client-manifest.ts'
import { compiledEarly } from './build-parts/compiled-early.ts'
import { compressedFiles } from './build-parts/compressed-files.ts'
import { contractInBrowser } from './build-parts/contract-in-browser.ts'
import { inlineScripts } from './build-parts/inline-scripts.ts'
import { limitsInBrowser } from './build-parts/limits-in-browser.ts'
import { moduleList } from './build-parts/module-list.ts'
import { pageFiles } from './build-parts/page-files.ts'
import { textFiles } from './build-parts/text-files.ts'
import { unusedParts } from './build-parts/unused-parts.ts'

type BundlerOptions = NonNullable<BuildEnvironmentOptions['rolldownOptions']>

/** Silences warnings about `'use client'`: the site runs those modules on the server and in browsers. */
const onwarn: NonNullable<BundlerOptions['onwarn']> = (warning, warn) => {
  if (warning.code !== 'MODULE_LEVEL_DIRECTIVE') warn(warning)
}

/** Modules of public pages. Everything else loads only for signed-in users. */
const publicModules = [
  /node_modules\/(react|react-dom|react-router|scheduler|@tanstack\/(react-query|query-core))\//,
  /vite\/preload-helper|rolldown.runtime/,
  /\/web\/src\/[\w.-]+$/,
  /\/web\/src\/ground\/(languages|page|paths|session|site|texts)\//,
  /\/web\/src\/ground\/ui\/(badge|button|command|copy-button|glyph|http-address|hydrated|icon|loaded|logo)\./,
  /\/web\/src\/ground\/ui\/(node-icon|notice|page-head|page-numbers|paging|pictures|popover|section|timestamp|toast)\./,
  /\/web\/src\/public\/shell\//,
  /\/web\/src\/public\/(nodes\/translations|search\/(search-key|suggest-field|suggestions))\./,
  /\/analysis\/src\/ground\/defined\.ts$/,
  /\/contract\/src\/(limits|ground\/(client|defined|keys|locales|shapes)|people\/(identity|publishers|users))\.ts$/,
  /\/contract\/src\/packs\/(categories|comfy-nodes|nodes|search|search-text|versions)\.ts$/,
]
/** Modules of public pages that load on demand. */
const loadedOnDemand =
  /\/(entry\.client|queriesObserver|useQueries|useSuspenseQueries|member-routes|contribute-dialog|language-offer-box|persistence|hydration|second-look|did-you-mean|compare-links|drop-anywhere|(member|manage)-links)\.[jt]sx?$/

const isInEveryPage = (id: string) => publicModules.some((part) => part.test(id)) && !loadedOnDemand.test(id)

/**
 * Puts the code of every page into one chunk, because one file compresses better than several. Code that some
 * pages share gets chunks of its own, and each page has one.
 */
const browserFiles: BundlerOptions = {
  input: './src/entry.client.tsx',
  onwarn,
  output: {
    // Every page lists the names of all chunks; readable names would add half a kilobyte to each.
    chunkFileNames: 'assets/[hash].js',
    codeSplitting: {
      groups: [
        // Must come first: the groups below also claim the imports of their modules.
        {
          name: 'calls',
          test: /\/contract\/src\/(?!.*\/(admin|moderation|rescans|appeals))[\w/-]+\.ts\?members$/,
        },
        { name: 'base', test: isInEveryPage },
        {
          name: 'parts',
          test: /\/web\/src\/ground\/(ui\/(fold|page-title|use-media)|paths\/compare-links)\./,
        },
        { name: 'reasons', test: /\/web\/src\/(ground\/ui\/code-text|public\/nodes\/reason-lines)\./ },
        { name: 'workflows', test: /\/web\/src\/public\/workflows\/(workflow-list|kind-names)\./ },
        {
          name: 'contract',
          test: /\/contract\/src\/(?!.*\/(admin|moderation|rescans|appeals|may))[\w/-]+\.ts$/,
          minShareCount: 2,
        },
        {
          name: 'pictures',
          test: /\/web\/src\/public\/cards\/(card|pack-picture|sketch)\./,
          minShareCount: 2,
        },
        {
          name: 'kit',
          test: /\/web\/src\/ground\/(ui\/(dialog|question|part|brand-mark|tab-links|use-some|toast-list)|paths\/(manage|member)-links|tables\/use-chosen)/,
          minShareCount: 2,
        },
        {
          name: 'problems',
          test: /\/web\/src\/ground\/ui\/(problem-box|refusal|load-problem|loading|use-action)/,
          minShareCount: 2,
        },
        { name: 'signs', test: /\/web\/src\/ground\/ui\//, minShareCount: 2 },
        {
          name: 'node-queries',
          test: /\/web\/src\/public\/nodes\/(queries|readings|licence|node-advisories|trust-query|capability-names)\./,
          minShareCount: 2,
        },
        { name: 'install', test: /\/web\/src\/public\/nodes\/(install-|open-tool)/, minShareCount: 2 },
        {
          name: 'notices',
          test: /\/web\/src\/public\/nodes\/(notices|reading-notice|advisories|later-sections)/,
          minShareCount: 2,
        },
        // The head of node pages. Their lower parts load when they come near the window.
        {
          name: 'nodes',
          test: /\/web\/src\/public\/nodes\/(node-header|facts|source-links|readme|section-nav|report-button)/,
          minShareCount: 2,
        },
        { name: 'comfy-nodes', test: /\/public\/comfy-nodes\/(?!comfy-node\.|queries)/, minShareCount: 2 },
        { name: 'forms', test: /\/web\/src\/ground\/forms\//, minShareCount: 2 },
        { name: 'sign-in', test: /\/web\/src\/account\/(sign-in|settings)\//, minShareCount: 2 },
        // Keeps code for signed-in users out of the chunks that every visitor loads.
        {
          name: 'account',
          test: /\/(web\/src\/(account\/|ground\/(identity|ui|paths|tables\/use-chosen)\b)|contract\/src\/(?!safety\/(admin|rescans)))/,
          minShareCount: 2,
        },
        {
          name: 'admin',
          test: /\/(web\/src\/(admin|ground\/tables)\/|contract\/src\/safety\/(admin|rescans))/,
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

/**
 * Builds the browser bundle first, then the renderer as one file that contains the names of the browser
 * chunks.
 */
export default defineConfig(({ command }) => ({
  plugins: [
    contractInBrowser(),
    limitsInBrowser(),
    inlineScripts(),
    unusedParts(),
    textFiles(),
    pageFiles(),
    clientManifest(),
    moduleList(),
    tailwindcss(),
    compiledEarly(),
    compressedFiles(),
  ],
  // React selects its production build by this constant.
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
