import { textsOfProblem } from '@nodeyard/planning/problem-texts'
import { nameOfFolder, type Resolved } from '@nodeyard/planning/resolve'
import { Link } from 'react-router'
import { links } from '../../ground/paths/links.ts'
import { useText } from '../../ground/site/site.ts'
import { Notice } from '../../ground/ui/notice.tsx'
import { Section } from '../../ground/ui/section.tsx'
import { PipCommand, PlaceFields } from '../nodes/clone-ways.tsx'

/** Packs that a text names. */
export function NamedPacks({ resolved: { packs } }: { resolved: Resolved }) {
  const t = useText('resolve')
  if (packs.length === 0) return null
  return (
    <Section title={t('named_title')}>
      <ul className="divide-y divide-line rounded-lg border border-line bg-surface text-sm">
        {packs.map(({ named, node }) => (
          <li key={named} className="flex flex-wrap gap-x-3 px-4 py-2">
            <bdi className="font-mono wrap-anywhere">{named}</bdi>
            {node.status === 'found' && node.node_id ? (
              <Link to={links.node(node.node_id)} className="text-accent underline-offset-4 hover:underline">
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
  )
}

/** Problems that a text states, each with its remedy. */
export function Problems({ resolved: { packs, problems } }: { resolved: Resolved }) {
  const t = useText('resolve')
  if (problems.length === 0) return null
  const nameOf = (folder: string) => nameOfFolder(packs, folder)
  const hasCommands = problems.some((stated) => textsOfProblem(stated, nameOf).remedy?.pip)
  return (
    <Notice tone="warn" title={t('stated_title')}>
      {hasCommands && <PlaceFields />}
      <ul className="grid gap-3">
        {problems.map((stated) => {
          const { pack, problem, remedy } = textsOfProblem(stated, nameOf)
          return (
            <li key={JSON.stringify(stated)} className="grid gap-1 wrap-anywhere">
              <p>
                {pack !== undefined && (
                  <>
                    <bdi className="font-mono">{pack}</bdi>:{' '}
                  </>
                )}
                {t(problem.key, problem.values)}
              </p>
              {remedy && <p className="text-muted">{t(remedy.key, remedy.values)}</p>}
              {remedy?.pip && <PipCommand runs={remedy.pip} />}
            </li>
          )
        })}
      </ul>
    </Notice>
  )
}
