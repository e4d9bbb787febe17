import { type PageHandle, pageLoader } from '../page.ts'
import { paths } from '../paths.ts'
import { useText } from '../site.ts'
import { NotSwitchedOn } from './not-switched-on.tsx'

export const handle: PageHandle = { namespaces: ['auth'] }
export const loader = pageLoader(paths.login, handle, async () => {})

export function Component() {
  return <NotSwitchedOn title={useText('auth')('log_in')} />
}
