import { useText } from '../../ground/site/site.ts'
import { httpAddress, readableAddress } from '../../ground/ui/http-address.ts'
import { Icon } from '../../ground/ui/icon.tsx'

export function RepositoryLink({ address }: { address: string | undefined }) {
  const t = useText('workspace')
  const href = httpAddress(address)
  if (!href) return <p className="text-sm text-muted">{t('no_repository')}</p>
  return (
    <p className="text-sm">
      <a
        href={href}
        rel="nofollow noopener ugc"
        className="inline-flex items-center gap-1.5 text-accent underline-offset-4 hover:underline"
      >
        <Icon name="code" className="size-4" />
        <bdi className="wrap-anywhere">{readableAddress(href)}</bdi>
      </a>
    </p>
  )
}
