import type { IdentityConfig } from '@nodeyard/contract/people'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
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
  const parts = usePartsOf(user, config)
  if (!config) return null
  return (
    <ProofProvider user={user} config={config}>
      <Main className="grid max-w-5xl! content-start gap-6 lg:grid-cols-[12rem_minmax(0,1fr)] lg:gap-x-10">
        <div className="lg:col-span-2">
          <PageTitle title={t('title')} />
        </div>
        <nav aria-label={t('title')} className="sticky top-20 -mx-2.5 grid self-start text-sm max-lg:hidden">
          {parts.map(({ id, title }) => (
            <a
              key={id}
              href={`#${id}`}
              className="rounded-md px-2.5 py-1.5 text-muted hover:bg-sunken hover:text-ink"
            >
              {title}
            </a>
          ))}
        </nav>
        <div className="grid min-w-0 gap-6">
          {parts.map(({ id, part }) => (
            <div key={id} id={id} className="scroll-mt-20">
              {part}
            </div>
          ))}
        </div>
      </Main>
    </ProofProvider>
  )
}

/** The parts that the registry offers, in order. Their ids are fragments of the page. */
function usePartsOf(
  user: SignedInUser,
  config: IdentityConfig | undefined,
): { id: string; title: string; part: ReactNode }[] {
  const t = useText('account')
  const mail = useText('notifications')('mail')
  if (!config) return []
  return [
    { id: 'profile', title: t('profile'), part: <Profile user={user} /> },
    { id: 'email', title: t('email'), part: <EmailAddress user={user} config={config} /> },
    ...(config.methods.includes('password')
      ? [{ id: 'password', title: t('password'), part: <Password user={user} /> }]
      : []),
    { id: 'logins', title: t('sign_ins'), part: <LinkedSignIns user={user} config={config} /> },
    ...(config.secondFactors.length > 0
      ? [{ id: 'two-step', title: t('second_factors'), part: <SecondFactors user={user} config={config} /> }]
      : []),
    { id: 'following', title: t('following'), part: <Following /> },
    { id: 'notifications', title: mail, part: <MailSettings /> },
    { id: 'sessions', title: t('sessions'), part: <Sessions /> },
    { id: 'delete', title: t('delete'), part: <DeleteAccount user={user} /> },
  ]
}
