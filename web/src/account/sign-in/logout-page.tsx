import { hasDrafts } from '../../ground/forms/draft-store.ts'
import { type PageHandle, pageLoader } from '../../ground/page/page.ts'
import { paths } from '../../ground/paths/paths.ts'
import { useText } from '../../ground/site/site.ts'
import { useSession } from '../../ground/site/use-session.ts'
import { Button } from '../../ground/ui/button.tsx'
import { useHydrated } from '../../ground/ui/hydrated.ts'
import { Notice } from '../../ground/ui/notice.tsx'
import { AuthFrame } from './frame.tsx'
import { useLogOut } from './use-log-out.ts'

export const handle: PageHandle = { namespaces: ['auth', 'forms'] }
export const loader = pageLoader(paths.logout, handle, async () => {})

export function Component() {
  const t = useText('common')
  const forms = useText('forms')
  const isReady = useHydrated()
  const session = useSession()
  const losesDrafts = session.state === 'signed-in' && hasDrafts(session.user.uid)
  const { logOut, isRunning } = useLogOut()
  return (
    <AuthFrame title={t('log_out')} lead={t('log_out_lead')} isBare>
      {losesDrafts && <Notice tone="warn" title={forms('draft_at_log_out')} />}
      <Button look="primary" className="h-11!" disabled={!isReady || isRunning} onClick={() => void logOut()}>
        {isRunning ? t('logging_out') : t('log_out')}
      </Button>
    </AuthFrame>
  )
}
