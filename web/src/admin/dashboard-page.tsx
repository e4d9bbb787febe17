import { type PageHandle, pageLoader } from '../page.ts'
import { paths } from '../paths.ts'
import { useText } from '../site.ts'
import { AdminPage } from './admin-layout.tsx'
import { Duties } from './oversight/duties.tsx'
import { Quick } from './quick.tsx'

export const handle: PageHandle = { namespaces: ['admin', 'admin-oversight', 'forms'] }
export const loader = pageLoader(paths.admin, handle, async () => {})

export function Component() {
  const t = useText('common')
  return (
    <AdminPage title={t('admin_dashboard')}>
      <Duties />
      <Quick />
    </AdminPage>
  )
}
