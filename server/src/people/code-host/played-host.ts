import type { Config } from '../../ground/settings.ts'
import { codeHostAt } from './client.ts'
import { FakeCodeHost } from './fake-code-host.ts'
import { codeHostSignIn, type OpenCodeHost } from './sign-in.ts'

const path = '/auth/github/played-host'
const app = { clientId: 'nodeyard', clientSecret: 'nodeyard' }

/** Plays the code host for development without a network. Unless told otherwise, every repository and user exists. */
export function playCodeHost(
  config: Pick<Config, 'codeHost' | 'siteUrl'>,
  fake = new FakeCodeHost({ isOpen: true }),
): OpenCodeHost {
  fake.addClient(app.clientId, app.clientSecret)
  const { codeHost } = config
  const signIn = codeHostSignIn(codeHost, app, fake.fetch)
  return {
    codeHost: codeHostAt(codeHost, fake.fetch),
    codeHostSignIn: {
      ...signIn,
      address: (ask) => `${config.siteUrl}/api${path}${new URL(signIn.address(ask)).search}`,
    },
    playedHost: {
      path,
      answer(query) {
        const address = new URL('/login/oauth/authorize', codeHost.url)
        address.search = query.toString()
        return fake.fetch(address, { redirect: 'manual' })
      },
    },
  }
}
