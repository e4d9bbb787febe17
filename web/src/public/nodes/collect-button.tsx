import { type ComponentType, useState } from 'react'
import { useLocation } from 'react-router'
import { inLocale, links } from '../../ground/paths/links.ts'
import { useSite, useText } from '../../ground/site/site.ts'
import { useSession } from '../../ground/site/use-session.ts'
import { Button, ButtonLink } from '../../ground/ui/button.tsx'
import { Icon } from '../../ground/ui/icon.tsx'

type Dialog = ComponentType<{ nodeId: string; onClose(): void }>

/** Opens the user's collections, which load on demand. Anonymous readers log in first and come back. */
export function CollectButton({ nodeId }: { nodeId: string }) {
  const t = useText('nodes')
  const site = useSite()
  const { pathname } = useLocation()
  const [shown, setShown] = useState<{ Dialog: Dialog }>()
  const label = (
    <>
      <Icon name="list" className="size-4" />
      {t('collect')}
    </>
  )
  if (useSession().state !== 'signed-in')
    return (
      <ButtonLink look="quiet" to={links.login(inLocale(site.settings.locale, pathname))} rel="nofollow">
        {label}
      </ButtonLink>
    )
  const open = async () => {
    const [{ AddDialog }] = await Promise.all([
      import('../../account/collections/add-dialog.tsx'),
      site.prepareTexts(['collections', 'forms']),
    ])
    setShown({ Dialog: AddDialog })
  }
  return (
    <>
      <Button look="quiet" aria-haspopup="dialog" onClick={() => void open()}>
        {label}
      </Button>
      {shown && <shown.Dialog nodeId={nodeId} onClose={() => setShown(undefined)} />}
    </>
  )
}
