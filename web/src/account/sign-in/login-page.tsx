import { type PageHandle, pageLoader } from '../../ground/page/page.ts'
import { paths } from '../../ground/paths/paths.ts'
import { identityConfigQuery } from '../../ground/site/identity-config.ts'
import { SignInPage } from './sign-in-page.tsx'

export const handle: PageHandle = { namespaces: ['auth'] }
export const loader = pageLoader(paths.login, handle, ({ site }) =>
  site.queries.ensureQueryData(identityConfigQuery(site)),
)

export function Component() {
  return <SignInPage kind="login" />
}
