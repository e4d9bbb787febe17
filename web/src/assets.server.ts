import manifest, { build } from 'virtual:client-manifest'
import type { StaticHandlerContext } from 'react-router'
import { memberPageFiles } from './member-routes.ts'
import type { PageHandle } from './page.ts'
import { answersOf, errorFact, type PageFacts, pageFactsId } from './page-facts.ts'
import { pageFiles } from './routes.tsx'
import type { Site } from './site.ts'
import type { Namespace } from './texts.ts'

const entry = 'src/entry.client.tsx'

/**
 * Adds to a rendered page what is not part of it for React: style sheets, the scripts of this page and all
 * that they import (so that no script has to be read before the next is asked for), texts and facts.
 */
export function withAssets(html: string, context: StaticHandlerContext, site: Site): string {
  const namespaces = namespacesOf(context)
  const files = filesOf([entry, ...pageFilesOf(context)])
  const head = [
    ...files.styles.map((file) => `<link rel="stylesheet" href="/${file}">`),
    // The page can be read before they run: the style sheet goes first.
    ...files.scripts.map((file) => `<link rel="modulepreload" fetchpriority="low" href="/${file}">`),
    ...namespaces.map((name) => preloadOf(site.textFiles[name] ?? '')),
    `<script type="module" src="/${manifest[entry]?.file}"></script>`,
  ]
  const facts = `<script type="application/json" id="${pageFactsId}">${json(factsOf(context, site, namespaces))}</script>`
  return html
    .replace('</head>', () => `${head.join('')}</head>`)
    .replace(/<\/body><\/html>$/, () => `${facts}</body></html>`)
}

function factsOf(context: StaticHandlerContext, site: Site, namespaces: Namespace[]): PageFacts {
  const [error] = Object.values(context.errors ?? {})
  const { settings, textFiles } = site
  const fact = error === undefined ? undefined : errorFact(error)
  return {
    settings,
    build,
    textFiles,
    namespaces,
    answers: answersOf(site.queries),
    ...(fact ? { error: fact } : {}),
  }
}

/** `common`, and what the matched pages name. */
function namespacesOf({ matches }: StaticHandlerContext): Namespace[] {
  const handles = matches.map(({ route }) => route.handle as PageHandle | undefined)
  return ['common', ...handles.flatMap((handle) => handle?.namespaces ?? [])]
}

function pageFilesOf({ matches }: StaticHandlerContext): string[] {
  return matches.flatMap(({ route }) => pageFiles[route.id ?? ''] ?? memberPageFiles[route.id ?? ''] ?? [])
}

/** The files behind some sources, with everything that they import. */
function filesOf(sources: string[]): { scripts: string[]; styles: string[] } {
  const seen = new Set<string>()
  const visit = (source: string) => {
    if (seen.has(source)) return
    seen.add(source)
    manifest[source]?.imports?.forEach(visit)
  }
  sources.forEach(visit)
  const chunks = [...seen].flatMap((source) => manifest[source] ?? [])
  return { scripts: chunks.map(({ file }) => file), styles: chunks.flatMap(({ css }) => css ?? []) }
}

function preloadOf(address: string): string {
  return `<link rel="preload" as="fetch" crossorigin="anonymous" href="${address}">`
}

/** JSON that cannot end the script element around it. */
function json(value: unknown): string {
  return JSON.stringify(value).replaceAll('<', '\\u003c')
}
