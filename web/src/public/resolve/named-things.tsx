import type { Resolved } from '@nodeyard/planning/resolve'
import { Link } from 'react-router'
import { links } from '../../ground/paths/links.ts'
import { useText } from '../../ground/site/site.ts'
import { Notice } from '../../ground/ui/notice.tsx'
import { Section } from '../../ground/ui/section.tsx'

/** Packs and Python modules that an error text names. */
export function NamedThings({ resolved: { packs, modules } }: { resolved: Resolved }) {
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
      {modules.length > 0 && (
        <Notice tone="info" title={t('modules_title')}>
          <p className="font-mono wrap-anywhere" dir="ltr">
            {[
              ...new Set(modules.map(({ module, symbol }) => (symbol ? `${module}: ${symbol}` : module))),
            ].join(', ')}
          </p>
          <p>{t('modules_text')}</p>
        </Notice>
      )}
    </>
  )
}
