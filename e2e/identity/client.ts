// The script of the test page: the unmodified sign-in client, configured as the contract requires, and
// available to `page.evaluate`.
import { initializeApp } from '@firebase/app'
import * as auth from '@firebase/auth'

const config = await (await fetch('/api/identity-config')).json()
const app = initializeApp({
  apiKey: config.apiKey,
  projectId: config.projectId,
  authDomain: config.authDomain,
})
const current = auth.getAuth(app)
const service = new URLSearchParams(location.search).get('service') ?? location.origin
auth.connectAuthEmulator(current, service, { disableWarnings: true })
await current.authStateReady()

/** Returns the error code of a call in a form that can leave the page. */
async function codeOf(call: Promise<unknown>): Promise<string> {
  try {
    await call
    return 'ok'
  } catch (error) {
    return (error as { code?: string }).code ?? String(error)
  }
}

Object.assign(window, {
  sdk: {
    ...auth,
    auth: current,
    codeOf,
    /**
     * The client requests a captcha before it sends a message; when captchas are off, any result is accepted.
     */
    verifier: { type: 'recaptcha', verify: async () => 'none', _reset() {} },
    google: new auth.GoogleAuthProvider(),
    github: new auth.GithubAuthProvider(),
  },
})
