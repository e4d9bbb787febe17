import type { NodeDetail } from '@nodeyard/contract/packs'
import { useText } from '../../ground/site/site.ts'
import { httpAddress } from '../../ground/ui/http-address.ts'
import { Icon } from '../../ground/ui/icon.tsx'
import { licenceName, licenceOf } from '../../public/nodes/licence.ts'
import { NodeHeader } from '../../public/nodes/node-header.tsx'
import type { Details } from './details.ts'

/**
 * Previews the top of the node's page. New pictures appear after saving, because they load through the site's
 * proxy.
 */
export function DetailsPreview({
  node,
  details,
  tags,
}: {
  node: NodeDetail
  details: Details
  tags: string[]
}) {
  const t = useText('manage')
  const licence = licenceOf(details.license, node.license_name)
  const { publisher, latest_version: _latest, ...rest } = node
  const shown = {
    ...rest,
    name: details.name.trim() || node.id,
    description: details.description,
    tags,
    isUnclaimed: false,
    publisher: { id: publisher.id, name: publisher.name, website: publisher.website },
    hasPicture: false,
    sketches: [],
  }
  const isNewPicture = details.icon !== (node.icon ?? '') || details.banner_url !== (node.banner_url ?? '')
  return (
    <aside aria-label={t('preview')} className="grid content-start gap-3 lg:sticky lg:top-4 lg:self-start">
      <h3 className="text-sm font-semibold">{t('preview')}</h3>
      <div inert className="grid gap-4 overflow-hidden rounded-lg border border-line bg-canvas p-4">
        <NodeHeader node={{ ...shown, icon: details.icon === node.icon ? details.icon : '' }} />
        <p className="flex flex-wrap gap-x-4 gap-y-1 text-sm text-muted">
          {details.author && <bdi>{details.author}</bdi>}
          {licence !== undefined && (
            <span className="flex items-center gap-1.5">
              <Icon name="licence" className="size-4" />
              {licenceName(licence)}
            </span>
          )}
          {details.repository && httpAddress(details.repository) && (
            <bdi dir="ltr" className="wrap-anywhere">
              {details.repository}
            </bdi>
          )}
        </p>
      </div>
      {isNewPicture && <p className="text-sm text-muted text-pretty">{t('preview_pictures')}</p>}
    </aside>
  )
}
