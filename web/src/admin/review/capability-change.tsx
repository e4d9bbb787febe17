import type { CapabilityChanges } from '@nodeyard/contract/packs'
import { useText } from '../../ground/site/site.ts'
import { Capabilities } from '../../public/nodes/capabilities.tsx'

/** Capabilities that the code gained or lost since the last approved version. */
export function CapabilityChange({ changes }: { changes: CapabilityChanges }) {
  const t = useText('admin-review')
  if (changes.gained.length === 0 && changes.lost.length === 0)
    return <p className="text-sm text-muted">{t('same_capabilities', { version: changes.since })}</p>
  return <Capabilities capabilities={changes.gained} changes={changes} />
}
