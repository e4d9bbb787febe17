import { type PageHandle, pageLoader } from '../../ground/page/page.ts'
import { paths } from '../../ground/paths/paths.ts'
import { useText } from '../../ground/site/site.ts'
import { AdminPage } from '../kit/admin-layout.tsx'
import { Duties } from './duties.tsx'
import { Quick } from './quick.tsx'
import { Trends } from './trends.tsx'

export const handle: PageHandle = { namespaces: ['admin', 'admin-oversight', 'forms'] }
export const loader = pageLoader(paths.admin, handle, async () => {})

export function Component() {
  const t = useText('common')
  return (
    <AdminPage title={t('admin_dashboard')}>
      <Duties />
      <Trends />
      <Quick />
    </AdminPage>
  )
}
