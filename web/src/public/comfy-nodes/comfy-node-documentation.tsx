import { lazy, Suspense, useState } from 'react'
import { useText } from '../../ground/site/site.ts'
import { Icon } from '../../ground/ui/icon.tsx'
import type { ComfyNodePath } from './comfy-node.ts'

const DocumentationText = lazy(() =>
  import('./comfy-node-documentation-text.tsx').then(({ DocumentationText }) => ({
    default: DocumentationText,
  })),
)

/** Documentation of a comfy-node from its pack, loaded when opened. */
export function Documentation({ of }: { of: ComfyNodePath }) {
  const t = useText('nodes')
  const [isOpen, setOpen] = useState(false)
  return (
    <details
      className="needs-script group border-t border-line pt-2"
      onToggle={(event) => setOpen(event.currentTarget.open)}
    >
      <summary className="flex items-center gap-1.5 text-xs font-medium text-accent">
        <Icon name="down" className="size-4 group-open:rotate-180" />
        {t('documentation')}
      </summary>
      {isOpen && (
        <Suspense>
          <DocumentationText of={of} />
        </Suspense>
      )}
    </details>
  )
}
