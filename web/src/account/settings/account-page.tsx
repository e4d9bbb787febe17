import { useQuery } from '@tanstack/react-query'
import type { SignedInUser } from '../../ground/identity/identity.ts'
import { Main } from '../../ground/page/main.tsx'
import { type PageHandle, pageLoader } from '../../ground/page/page.ts'
import { paths } from '../../ground/paths/paths.ts'
import { identityConfigQuery } from '../../ground/site/identity-config.ts'
import { useSite, useText } from '../../ground/site/site.ts'
import { PageHead } from '../../ground/ui/page-head.tsx'
import { PageTitle } from '../../ground/ui/page-title.tsx'
import { SignedInOnly } from '../access/guards.tsx'
import { Following } from '../follows/following.tsx'
import { DeleteAccount } from './delete-account.tsx'
import { EmailAddress } from './email-address.tsx'
import { LinkedSignIns } from './linked-sign-ins.tsx'
import { MailSettings } from './mail-settings.tsx'
import { Password } from './password.tsx'
import { Profile } from './profile.tsx'
import { ProofProvider } from './proof.tsx'
import { SecondFactors } from './second-factors.tsx'
import { Sessions } from './sessions.tsx'

export const handle: PageHandle = { namespaces: ['account', 'auth', 'forms', 'notifications'] }
export const loader = pageLoader(paths.account, handle, ({ site }) =>
  site.queries.ensureQueryData(identityConfigQuery(site)),
)

export function Component() {
  const t = useText('account')
  return (
    <>
      <PageHead title={t('title')} />
      <SignedInOnly>{(user) => <AccountOf user={user} />}</SignedInOnly>
    </>
  )
}

function AccountOf({ user }: { user: SignedInUser }) {
  const t = useText('account')
  const { data: config } = useQuery(identityConfigQuery(useSite()))
  if (!config) return null
  return (
    <ProofProvider user={user} config={config}>
      <Main className="grid gap-6 max-w-3xl!">
        <PageTitle title={t('title')} />
        <Profile user={user} />
        <EmailAddress user={user} config={config} />
        {config.methods.includes('password') && <Password user={user} />}
        <LinkedSignIns user={user} config={config} />
        {config.secondFactors.length > 0 && <SecondFactors user={user} config={config} />}
        <Following />
        <MailSettings />
        <Sessions />
        <DeleteAccount user={user} />
      </Main>
    </ProofProvider>
  )
}
