import { Link } from 'react-router'
import { links } from '../../ground/paths/links.ts'
import { useText } from '../../ground/site/site.ts'
import { Notice } from '../../ground/ui/notice.tsx'
import type { AdvisoryView } from './node-advisories.ts'

const maxVersions = 8

export function AdvisoryNotice({
  advisory: { id, title, isRefused, versions },
  namesVersions,
}: {
  advisory: AdvisoryView
  namesVersions: boolean
}) {
  const t = useText('nodes')
  return (
    <Notice tone={isRefused ? 'danger' : 'warn'} title={t('advisory', { title })}>
      <p className="text-pretty">
        {isRefused && t('advisory_refused')}{' '}
        {namesVersions && versions.length > 0 && (
          <span className="wrap-anywhere">
            {t('advisory_versions', { versions: versions.slice(0, maxVersions).join(', ') })}
          </span>
        )}
      </p>
      <Link to={links.advisory(id)} className="font-medium underline underline-offset-4">
        <bdi>{id}</bdi>
      </Link>
    </Notice>
  )
}
