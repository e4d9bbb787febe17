import { useState } from 'react'
import { Link } from 'react-router'
import { links, sections } from '../../ground/paths/links.ts'
import { useFormats, useText } from '../../ground/site/site.ts'
import { Button } from '../../ground/ui/button.tsx'
import { FilterField } from '../../ground/ui/filter-field.tsx'
import { Notice } from '../../ground/ui/notice.tsx'
import { NothingHere, Section } from '../../ground/ui/section.tsx'
import { groupsByPrefix } from './groups.ts'

const shownAtFirst = 60

/** Imported names, which no scan has verified. The page says so. */
export function UnverifiedComfyNodes({ names, isHeldBack }: { names: string[]; isHeldBack: boolean }) {
  const t = useText('nodes')
  const formats = useFormats()
  return (
    <Section
      id={sections.comfyNodes}
      title={t('comfy_nodes')}
      count={names.length > 0 ? `≈${formats.number(names.length)}` : undefined}
    >
      {names.length === 0 ? (
        <NothingHere>{isHeldBack ? t('no_comfy_nodes_listed') : t('no_comfy_nodes_known')}</NothingHere>
      ) : (
        <>
          <Notice tone="info" title={t('unverified_title')}>
            {t('unverified_text')}
          </Notice>
          <Names names={names} />
        </>
      )}
    </Section>
  )
}

function Names({ names }: { names: string[] }) {
  const t = useText('nodes')
  const [typed, setTyped] = useState('')
  const [isWhole, setWhole] = useState(names.length <= shownAtFirst)
  const found = names.filter((name) => name.toLowerCase().includes(typed.trim().toLowerCase()))
  const shown = isWhole || typed !== '' ? found : found.slice(0, shownAtFirst)
  return (
    <>
      {names.length > shownAtFirst && (
        <FilterField
          label={t('filter_nodes')}
          text={typed}
          onType={setTyped}
          status={t('comfy_node_count', { count: found.length })}
        />
      )}
      {groupsByPrefix(shown, t('other_names')).map(({ name, nodes }) => (
        <div key={name} className="grid gap-2">
          {name !== '' && (
            <h3 className="text-sm font-semibold text-muted">
              <bdi>{name}</bdi>
            </h3>
          )}
          <ul className="flex flex-wrap gap-1.5">
            {nodes.map((one) => (
              <li key={one} className="max-w-full">
                <Link
                  to={links.home({ q: `node:"${one.replaceAll('"', '')}"` })}
                  rel="nofollow"
                  dir="auto"
                  className="block rounded-md border border-dashed border-line bg-surface px-2 py-1 font-mono text-xs wrap-anywhere hover:border-edge"
                >
                  {one}
                </Link>
              </li>
            ))}
          </ul>
        </div>
      ))}
      {shown.length < found.length && (
        <Button className="needs-script justify-self-start" onClick={() => setWhole(true)}>
          {t('show_all_names', { count: names.length })}
        </Button>
      )}
    </>
  )
}
