import { type ComponentType, useState } from 'react'
import { useSite, useText } from '../../ground/site/site.ts'
import { Icon } from '../../ground/ui/icon.tsx'
import type { ReportedThing } from '../safety/reported-thing.ts'

interface Dialog extends ReportedThing {
  onClose(): void
}

/** Opens the report form, which loads on demand. */
export function ReportButton(thing: ReportedThing) {
  const t = useText('nodes')
  const site = useSite()
  const [shown, setShown] = useState<{ Form: ComponentType<Dialog> }>()
  const open = async () => {
    const [{ ReportDialog }] = await Promise.all([
      import('../safety/report-dialog.tsx'),
      site.prepareTexts(['safety', 'forms']),
    ])
    setShown({ Form: ReportDialog })
  }
  return (
    <>
      <button
        type="button"
        aria-haspopup="dialog"
        onClick={open}
        className="needs-script inline-flex h-9 items-center gap-2 justify-self-start rounded-md px-2 text-sm text-muted hover:bg-sunken hover:text-ink print:hidden"
      >
        <Icon name="warning" className="size-4" />
        {t('report')}
      </button>
      {shown && <shown.Form {...thing} onClose={() => setShown(undefined)} />}
    </>
  )
}
