import { join } from 'node:path'
import type * as firebase from '@firebase/auth'
import type { BrowserContext, Page } from 'playwright-core'
import { rolldown } from 'rolldown'
import type { Product, Visit, VisitOptions } from '../product.ts'

export interface Sdk {
  auth: firebase.Auth
  codeOf(call: Promise<unknown>): Promise<string>
  verifier: firebase.ApplicationVerifier
  google: firebase.GoogleAuthProvider
  github: firebase.GithubAuthProvider
}

declare global {
  interface Window {
    sdk: Sdk & typeof firebase
  }
}

const path = '/sdk-test'
let bundle: Promise<string> | undefined

/** Opens a page at the product's own origin that contains only the sign-in client. */
export async function visitWithSdk(product: Product, options: VisitOptions = {}): Promise<Visit> {
  // The browser also complains about responses with an error status.
  const visit = await product.visit({ expectedComplaints: /Failed to load resource/, ...options })
  await serveSdk(visit.context)
  await openSdk(visit.page)
  return visit
}

/** Opens the client at another origin; `service` is the URL of the identity service. */
export async function openSdk(page: Page, origin = '', service?: string): Promise<void> {
  await page.goto(`${origin}${path}${service ? `?service=${encodeURIComponent(service)}` : ''}`)
  await sdkReady(page)
}

/** Waits until the client is loaded. */
export async function sdkReady(page: Page): Promise<void> {
  await page.waitForFunction(() => 'sdk' in window)
}

/** Returns the page and its script. */
export async function sdkFiles(): Promise<{ html: string; script: string }> {
  bundle ??= build()
  const html = `<!doctype html><title>SDK</title><script src="/emulator/auth/frames.js"></script>
<script type="module" src="${path}.js"></script><body></body>`
  return { html, script: await bundle }
}

/** Serves the page and its script at the product's origin. */
export async function serveSdk(context: BrowserContext): Promise<void> {
  const { html, script } = await sdkFiles()
  await context.route(new RegExp(`${path}(\\?.*)?$`), (route) =>
    route.fulfill({ body: html, contentType: 'text/html' }),
  )
  await context.route(`**${path}.js`, (route) =>
    route.fulfill({ body: script, contentType: 'text/javascript' }),
  )
}

async function build(): Promise<string> {
  const built = await rolldown({ input: join(import.meta.dirname, 'client.ts'), platform: 'browser' })
  const { output } = await built.generate({ format: 'esm', codeSplitting: false })
  await built.close()
  return output[0].code
}
