import { type PageHandle, pageLoader } from '../../ground/page/page.ts'
import { useText } from '../../ground/site/site.ts'
import { AdminPage } from '../kit/admin-layout.tsx'
import { adminPaths } from '../kit/admin-paths.ts'
import { MarkedNodes } from './marked-nodes.tsx'
import { RankingDialog } from './node-values.tsx'

export const handle: PageHandle = { namespaces: ['admin', 'admin-registry', 'forms'] }
export const loader = pageLoader(adminPaths.ranking, handle, async () => {})

export function Component() {
  const t = useText('admin-registry')
  const admin = useText('admin')
  return (
    <AdminPage title={admin('nav_ranking')} lead={t('ranking_hint')}>
      <MarkedNodes
        path={adminPaths.ranking}
        mark="ranking"
        sort="ranking"
        column={t('ranking')}
        onlyText={t('only_ranked')}
        cell={({ search_ranking }) => search_ranking ?? t('not_ranked')}
        dialog={(node, onClose) => <RankingDialog key={node.id} node={node} onClose={onClose} />}
      />
    </AdminPage>
  )
}
