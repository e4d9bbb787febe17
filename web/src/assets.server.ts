import manifest, { build } from 'virtual:client-manifest'
import { defined } from '@nodeyard/contract/ground'
import type { StaticHandlerContext } from 'react-router'
import type { PageHandle } from './ground/page/page.ts'
import { answersOf, errorFact, type PageFacts, pageFactsId } from './ground/site/page-facts.ts'
import type { Site } from './ground/site/site.ts'
import type { FormattedTexts } from './ground/texts/formats.ts'
import type { Namespace } from './ground/texts/texts.ts'
import { memberPages } from './member-routes.ts'
import type { Parts } from './public/shell/start.ts'
import start from './public/shell/start.ts?script'
import { publicPages } from './routes.tsx'

const entry = 'src/entry.client.tsx'

interface RenderedPage {
  context: StaticHandlerContext
  site: Site
  formatted: FormattedTexts
  nonce: string
}

/**
 * Adds everything to a rendered page that React does not render: style sheets, page facts, and the start
 * script. The start script lists all imported scripts, so that the browser requests them in parallel, and the
 * texts.
 */
export function withAssets(html: string, { nonce, ...page }: RenderedPage): string {
  const { context, site } = page
  const namespaces = namespacesOf(context)
  const { scripts, styles } = filesOf([entry, ...pageFilesOf(context)])
  const head = styles.map((file) => `<link rel="stylesheet" href="/${file}">`).join('')
  const facts = `<script type="application/json" id="${pageFactsId}">${json(factsOf(page, namespaces))}</script>`
  const parts: Parts = {
    entry: `/${manifest[entry]?.file}`,
    imports: scripts.map((file) => `/${file}`),
    texts: namespaces.flatMap((name) => site.textFiles[name] ?? []),
    isReadable: !context.matches.some(({ route }) => memberPages[route.id ?? '']),
  }
  const script = `<script nonce="${nonce}">{const parts=${json(parts)};${start}}</script>`
  return html
    .replace('</head>', () => `${head}</head>`)
    .replace(/<\/body><\/html>$/, () => `${facts}${script}</body></html>`)
}

function factsOf(
  { context, site, formatted }: Omit<RenderedPage, 'nonce'>,
  namespaces: Namespace[],
): PageFacts {
  const [error] = Object.values(context.errors ?? {})
  const { settings, textFiles } = site
  const fact = error === undefined ? undefined : errorFact(error)
  return {
    settings,
    build,
    textFiles,
    namespaces,
    answers: answersOf(site.queries),
    formatted,
    ...defined({ error: fact }),
  }
}

function namespacesOf({ matches }: StaticHandlerContext): Namespace[] {
  const handles = matches.map(({ route }) => route.handle as PageHandle | undefined)
  return ['common', ...handles.flatMap((handle) => handle?.namespaces ?? [])]
}

function pageFilesOf({ matches }: StaticHandlerContext): string[] {
  return matches.flatMap(({ route: { id = '' } }) => (publicPages[id] ?? memberPages[id])?.file ?? [])
}

/** Resolves sources to their built files, including all imports. */
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

/** Escapes `<`, so that no value can close the surrounding script element. */
function json(value: unknown): string {
  return JSON.stringify(value).replaceAll('<', '\\u003c')
}
