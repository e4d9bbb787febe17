import { useLogOut } from '../account/use-log-out.ts'
import { type PageHandle, pageLoader } from '../page.ts'
import { paths } from '../paths.ts'
import { useText } from '../site.ts'
import { Button } from '../ui/button.tsx'
import { useHydrated } from '../ui/hydrated.ts'
import { AuthFrame } from './frame.tsx'

export const handle: PageHandle = { namespaces: ['auth'] }
export const loader = pageLoader(paths.logout, handle, async () => {})

export function Component() {
  const t = useText('common')
  const isReady = useHydrated()
  const { logOut, isRunning } = useLogOut()
  return (
    <AuthFrame title={t('log_out')} lead={t('log_out_lead')}>
      <Button look="primary" className="h-11!" disabled={!isReady || isRunning} onClick={() => void logOut()}>
        {isRunning ? t('logging_out') : t('log_out')}
      </Button>
    </AuthFrame>
  )
}
