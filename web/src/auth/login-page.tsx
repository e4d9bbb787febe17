import { type PageHandle, pageLoader } from '../page.ts'
import { paths } from '../paths.ts'
import { identityConfigQuery } from '../session/identity-config.ts'
import { SignInPage } from './sign-in-page.tsx'

export const handle: PageHandle = { namespaces: ['auth'] }
export const loader = pageLoader(paths.login, handle, ({ site }) =>
  site.queries.ensureQueryData(identityConfigQuery(site)),
)

export function Component() {
  return <SignInPage kind="login" />
}
