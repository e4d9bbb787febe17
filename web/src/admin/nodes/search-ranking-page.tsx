import { useText } from '../../ground/site/site.ts'
import { adminPage } from '../kit/admin-page.tsx'
import { adminPaths } from '../kit/admin-paths.ts'
import { MarkedNodes } from './marked-nodes.tsx'
import { RankingDialog } from './node-values.tsx'

export const { handle, loader, Component } = adminPage({
  path: adminPaths.ranking,
  title: 'nav_ranking',
  namespaces: ['admin-registry', 'forms'],
  lead: (texts) => texts.of('admin-registry')('ranking_hint'),
  Content: Ranked,
})

function Ranked() {
  const t = useText('admin-registry')
  return (
    <MarkedNodes
      path={adminPaths.ranking}
      mark="ranking"
      sort="ranking"
      column={t('ranking')}
      onlyText={t('only_ranked')}
      cell={({ search_ranking }) => search_ranking ?? t('not_ranked')}
      dialog={(node, onClose) => <RankingDialog key={node.id} node={node} onClose={onClose} />}
    />
  )
}
