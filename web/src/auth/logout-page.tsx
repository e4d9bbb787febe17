import { useLogOut } from '../account/use-log-out.ts'
import { type PageHandle, pageLoader } from '../page.ts'
import { paths } from '../paths.ts'
import { useSession } from '../session/use-session.ts'
import { useText } from '../site.ts'
import { Button } from '../ui/button.tsx'
import { hasDrafts } from '../ui/draft-store.ts'
import { useHydrated } from '../ui/hydrated.ts'
import { Notice } from '../ui/notice.tsx'
import { AuthFrame } from './frame.tsx'

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
    <AuthFrame title={t('log_out')} lead={t('log_out_lead')}>
      {losesDrafts && <Notice tone="warn" title={forms('draft_at_log_out')} />}
      <Button look="primary" className="h-11!" disabled={!isReady || isRunning} onClick={() => void logOut()}>
        {isRunning ? t('logging_out') : t('log_out')}
      </Button>
    </AuthFrame>
  )
}
