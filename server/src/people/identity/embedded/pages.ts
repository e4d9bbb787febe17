import { readFileSync } from 'node:fs'
import type { PageAnswer, PageCall } from '../../../ground/http/raw-pages.ts'
import type { Deps } from '../deps.ts'
import { clientOf, framesScriptPath, outboxPath, providersOf } from '../public-config.ts'
import { document, html } from './html.ts'
import { listOutbox, showOutbox } from './outbox-page.ts'
import { standInPath } from './provider-clients.ts'
import { callbackPath, finishFlow, startFlow } from './provider-flow.ts'
import { answerStandIn, showStandIn } from './stand-in-page.ts'
import { SignInProvider } from './stand-in-provider.ts'

type Pages = Record<string, (call: PageCall) => Promise<PageAnswer> | PageAnswer>

/** Returns the pages and files of the embedded service. */
export function pagesOf(deps: Deps): Pages {
  const { mail, sms } = deps.config
  const hasOutbox = mail.kind === 'outbox' || sms.kind === 'outbox'
  const standIn = new SignInProvider({ url: standInUrl, now: () => deps.now() })
  return {
    'GET /emulator/auth/handler': (call) => startFlow({ ...deps, standIn }, call),
    [`GET ${callbackPath}`]: (call) => finishFlow({ ...deps, standIn }, call),
    ...standInPages(deps, standIn),
    [`GET ${framesScriptPath}`]: file('script', 'frames.js'),
    'GET /emulator/auth/iframe.js': file('script', 'iframe.js'),
    'GET /emulator/auth/finish.js': file('script', 'finish.js'),
    'GET /emulator/auth/pages.css': file('style', 'pages.css'),
    // The API's own port serves these pages, too, but no files of the site.
    'GET /emulator/auth/icon.svg': file('image', 'icon.svg'),
    'GET /emulator/auth/iframe': () => framePage,
    'GET /emulator/auth/jwks.json': async () => ({
      type: 'json',
      body: JSON.stringify(await deps.identity.signer?.publicKeys()),
      headers: { 'cache-control': 'public, max-age=300' },
    }),
    ...(hasOutbox
      ? {
          [`GET ${outboxPath}`]: (call) => showOutbox(deps, call),
          [`GET ${outboxPath}.json`]: (call) => listOutbox(deps, call),
        }
      : {}),
  }
}

/** A reserved name that never resolves. Source: RFC 6761. */
const standInUrl = 'http://stand-in.invalid'

/** Returns stand-in pages for providers without a client, if the configuration allows them. */
function standInPages({ config: { identity } }: Deps, standIn: SignInProvider): Pages {
  if (identity.kind !== 'embedded') return {}
  const replaced = providersOf(identity).filter((provider) => !clientOf(identity, provider))
  return Object.fromEntries(
    replaced.flatMap((provider) => [
      [`GET ${standInPath}/${provider}`, (call: PageCall) => showStandIn(provider, call)],
      [`POST ${standInPath}/${provider}`, (call: PageCall) => answerStandIn(provider, standIn, call)],
    ]),
  )
}

function file(type: 'script' | 'style' | 'image', name: string): () => PageAnswer {
  const body = readFileSync(new URL(`browser/${name}`, import.meta.url), 'utf8')
  const headers = { 'cache-control': 'public, max-age=300', 'cross-origin-resource-policy': 'cross-origin' }
  return () => ({ type, body, headers })
}

/** Any page can frame this one, because it reveals nothing to a page that did not start the sign-in. */
const framePage: PageAnswer = {
  type: 'html',
  body: document('', html``, {
    head: html`<script src="${framesScriptPath}"></script><script src="/emulator/auth/iframe.js" defer></script>`,
  }),
  headers: {
    'content-security-policy':
      "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; base-uri 'none'",
    'x-frame-options': '',
    'cross-origin-resource-policy': 'cross-origin',
  },
}
