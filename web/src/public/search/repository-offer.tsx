import { getRepositoryReading } from '@nodeyard/contract/packs'
import { useQuery } from '@tanstack/react-query'
import { links } from '../../ground/paths/links.ts'
import { routeQuery } from '../../ground/site/route-query.ts'
import { useSite, useText } from '../../ground/site/site.ts'
import { ButtonLink } from '../../ground/ui/button.tsx'
import { useHydrated } from '../../ground/ui/hydrated.ts'
import { isModelAddress } from './model-address.ts'

/** A host, an owner and a name, and no user name or password. The server reads addresses more exactly. */
const form = /^(?:https?:\/\/|(?:ssh:\/\/)?git@)?[\w-]+(?:\.[\w-]+)+[:/][\w.~+-]+\/[^\s?#]+$/i

/** Offers to read the repository whose address was searched, unless it is listed. */
export function RepositoryOffer({ q }: { q: string }) {
  const t = useText('home')
  const address = q.trim()
  const isRepository = form.test(address) && !isModelAddress(address)
  const { data } = useQuery({
    ...routeQuery(useSite(), getRepositoryReading, { query: { address } }),
    enabled: useHydrated() && isRepository,
    retry: false,
  })
  if (!data || !isRepository || data.state === 'listed') return null
  return (
    <div className="answers-alone card flex flex-wrap items-center gap-x-4 gap-y-2 border-s-4 border-s-accent px-4 py-3 text-sm">
      <p className="min-w-0 flex-1 text-pretty">
        <strong className="font-semibold">{t('repository_unlisted')}</strong>{' '}
        <bdi dir="ltr" className="font-mono text-xs wrap-anywhere">
          {data.key}
        </bdi>
      </p>
      <ButtonLink to={links.repository(data.key, data.state === 'done' ? '' : data.commit)} rel="nofollow">
        {t(data.state === 'done' ? 'repository_see' : 'repository_read')}
      </ButtonLink>
    </div>
  )
}
