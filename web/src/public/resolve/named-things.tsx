import { textsOfProblem } from '@nodeyard/planning/problem-texts'
import { nameOfFolder, type Resolved } from '@nodeyard/planning/resolve'
import { Link } from 'react-router'
import { links } from '../../ground/paths/links.ts'
import { useText } from '../../ground/site/site.ts'
import { Notice } from '../../ground/ui/notice.tsx'
import { Section } from '../../ground/ui/section.tsx'

/** Packs that a text names, and the problems that it states. */
export function NamedThings({ resolved: { packs, problems } }: { resolved: Resolved }) {
  const t = useText('resolve')
  return (
    <>
      {packs.length > 0 && (
        <Section title={t('named_title')}>
          <ul className="divide-y divide-line rounded-lg border border-line bg-surface text-sm">
            {packs.map(({ named, node }) => (
              <li key={named} className="flex flex-wrap gap-x-3 px-4 py-2">
                <bdi className="font-mono wrap-anywhere">{named}</bdi>
                {node.status === 'found' && node.node_id ? (
                  <Link
                    to={links.node(node.node_id)}
                    className="text-accent underline-offset-4 hover:underline"
                  >
                    <bdi>{node.node_id}</bdi>
                  </Link>
                ) : (
                  <span className="text-muted">
                    {t(node.status === 'banned' ? 'named_banned' : 'named_unknown')}
                  </span>
                )}
              </li>
            ))}
          </ul>
        </Section>
      )}
      {problems.length > 0 && (
        <Notice tone="warn" title={t('stated_title')}>
          <ul className="grid gap-2">
            {problems.map((stated) => {
              const { problem, remedy } = textsOfProblem(stated, (folder) => nameOfFolder(packs, folder))
              return (
                <li key={JSON.stringify(stated)} className="wrap-anywhere">
                  {stated.kind === 'module_missing' && stated.folder && (
                    <bdi className="font-mono">{nameOfFolder(packs, stated.folder)}: </bdi>
                  )}
                  {t(problem.key, problem.values)}
                  {remedy && <p className="text-muted">{t(remedy.key, remedy.values)}</p>}
                </li>
              )
            })}
          </ul>
        </Notice>
      )}
    </>
  )
}
