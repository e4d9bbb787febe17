// What the test page runs: the unmodified sign-in client, set up as the contract says, at hand for `page.evaluate`.
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

/** The outcome of a call that may fail, in a form that leaves the page. */
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
    /** The client asks for one before it sends a message; where nobody asks for a captcha any answer does. */
    verifier: { type: 'recaptcha', verify: async () => 'none', _reset() {} },
    google: new auth.GoogleAuthProvider(),
    github: new auth.GithubAuthProvider(),
  },
})
