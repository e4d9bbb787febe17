import type { Config } from '../config.ts'
import type { Deps } from '../deps.ts'
import { FakeCodeHost } from '../fakes/code-host.ts'
import type { PageAnswer, PageCall } from '../http/raw-pages.ts'
import { codeHostAt } from './client.ts'
import { codeHostSignIn } from './sign-in.ts'

/** The page of the code host on which people say who they are, where this server plays the host. */
export interface PlayedHost {
  path: string
  answer(call: PageCall): Promise<PageAnswer>
}

const path = '/auth/github/played-host'
const app = { clientId: 'nodeyard', clientSecret: 'nodeyard' }

/** For development without a network: usually every repository exists there, and people are who they say they are. */
export function playCodeHost(
  config: Pick<Config, 'codeHost' | 'siteUrl'>,
  fake = new FakeCodeHost({ isOpen: true }),
): Pick<Deps, 'codeHost' | 'codeHostSignIn' | 'playedHost'> {
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
      async answer({ query }) {
        const address = new URL('/login/oauth/authorize', codeHost.url)
        address.search = new URLSearchParams(query).toString()
        const answer = await fake.fetch(address, { redirect: 'manual' })
        const location = answer.headers.get('location')
        const body = await answer.text()
        return { status: answer.status, type: 'html', body, ...(location ? { location } : {}) }
      },
    },
  }
}
