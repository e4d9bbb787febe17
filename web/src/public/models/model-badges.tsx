import { useText } from '../../ground/site/site.ts'
import { Badge } from '../../ground/ui/badge.tsx'

interface Facts {
  license: string | undefined
  isGated: boolean | undefined
  sha256: string | undefined
  canRunCode: boolean
}

/** Terms of a model, whether its bytes can be verified, and whether its format can run code. */
export function ModelBadges({ model: { license, isGated, sha256, canRunCode } }: { model: Facts }) {
  const t = useText('models')
  return (
    <>
      {license && <Badge>{t('license', { license })}</Badge>}
      {isGated && <Badge tone="warn">{t('gated')}</Badge>}
      {sha256 && <Badge>{t('has_hash')}</Badge>}
      {canRunCode && <Badge tone="warn">{t('runs_code')}</Badge>}
    </>
  )
}
