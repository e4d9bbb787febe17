import { useSuspenseQueries } from '@tanstack/react-query'
import { Link, redirect } from 'react-router'
import { Main } from '../../ground/page/main.tsx'
import { type PageHandle, pageLoader } from '../../ground/page/page.ts'
import {
  type ComparedNode,
  type CompareSearch,
  compareLink,
  compareSearch,
  maxNodes,
  maxPacks,
} from '../../ground/paths/compare-links.ts'
import { inLocale, links } from '../../ground/paths/links.ts'
import { paths } from '../../ground/paths/paths.ts'
import { readSearch, useSearch } from '../../ground/paths/search-params.ts'
import { useSite, useText } from '../../ground/site/site.ts'
import { PageHead } from '../../ground/ui/page-head.tsx'
import { PageTitle } from '../../ground/ui/page-title.tsx'
import { NothingHere } from '../../ground/ui/section.tsx'
import { PackPicture } from '../cards/pack-picture.tsx'
import { ComfyNodePicture, prepareDrawing } from '../comfy-nodes/comfy-node-picture.tsx'
import { findPackId } from '../search/find-pack.ts'
import { AddNode } from './add-node.tsx'
import { AddPack } from './add-pack.tsx'
import { type Column, Comparison } from './comparison.tsx'
import { comparedNodeQuery, type PackFacts, packFactsQuery } from './facts.ts'
import { findNode, textOfNode } from './find-node.ts'
import { useNodeRows, usePackRows } from './rows.ts'

export const handle: PageHandle = { namespaces: ['nodes', 'compare'] }

export const loader = pageLoader(paths.comparePacks, handle, async ({ site, url }) => {
  const { add, ...search } = readSearch(compareSearch, url.searchParams)
  if (add && search.nodes.length > 0) {
    const node = await findNode(site, add)
    if (node) throw redirect(inLocale(site.settings.locale, compareLink(withNode(search, node))))
  } else if (add) {
    const packs = [...search.packs, await findPackId(site, add)]
    throw redirect(inLocale(site.settings.locale, compareLink({ ...search, packs })))
  }
  const { queries } = site
  if (search.nodes.length > 0) {
    await prepareDrawing()
    await Promise.all(search.nodes.map((node) => queries.ensureQueryData(comparedNodeQuery(site, node))))
    return
  }
  await Promise.all(search.packs.map((id) => queries.ensureQueryData(packFactsQuery(site, id))))
})

/** The last of more than two nodes is replaced. */
const withNode = (search: Omit<CompareSearch, 'add'>, node: ComparedNode) => ({
  ...search,
  nodes: [...search.nodes.slice(0, maxNodes - 1), node],
})

export function Component() {
  const t = useText('compare')
  const search = useSearch(compareSearch)
  const isOfNodes = search.nodes.length > 0
  return (
    <Main className="grid grid-cols-1 content-start gap-6">
      <PageHead title={t('title')} description={t('lead')} path={paths.comparePacks} />
      <PageTitle title={t('title')} lead={isOfNodes ? t('lead_nodes') : t('lead')} />
      {isOfNodes ? <Nodes search={search} /> : <Packs search={search} />}
    </Main>
  )
}

function Packs({ search }: { search: CompareSearch }) {
  const t = useText('compare')
  const site = useSite()
  const read = useSuspenseQueries({ queries: search.packs.map((id) => packFactsQuery(site, id)) })
  const found = read.flatMap(({ data }) => data ?? [])
  const rows = usePackRows(found)
  const missing = search.packs.filter((_, place) => read[place]?.data === null)
  const without = (id: string) =>
    compareLink({ ...search, packs: search.packs.filter((one) => one.toLowerCase() !== id.toLowerCase()) })
  return (
    <>
      {search.packs.length < maxPacks && <AddPack search={search} />}
      {missing.map((id) => (
        <Missing key={id} to={without(id)}>
          {t('missing', { name: id })}
        </Missing>
      ))}
      {found.length === 0 ? (
        <NothingHere icon="compare">{t('nothing')}</NothingHere>
      ) : (
        <Comparison
          search={search}
          rows={rows}
          columns={found.map((pack) => toColumn(pack, without(pack.id)))}
        />
      )}
    </>
  )
}

function Missing({ to, children }: { to: string; children: string }) {
  const t = useText('compare')
  return (
    <p role="status" className="flex flex-wrap items-center gap-x-3 text-sm text-danger">
      {children}
      <Link to={to} preventScrollReset className="text-accent hover:underline">
        {t('remove')}
      </Link>
    </p>
  )
}

const toColumn = ({ id, name, hasPicture, sketches, hue }: PackFacts, without: string): Column => ({
  id,
  title: name,
  to: links.node(id),
  without,
  hue,
  picture: <PackPicture {...{ id, name, hasPicture, sketches }} className="rounded-md border border-line" />,
})

function Nodes({ search }: { search: CompareSearch }) {
  const t = useText('compare')
  const site = useSite()
  const read = useSuspenseQueries({ queries: search.nodes.map((node) => comparedNodeQuery(site, node)) })
  const found = read.flatMap(({ data }) => data ?? [])
  const rows = useNodeRows(found)
  const missing = search.nodes.filter((_, place) => read[place]?.data === null)
  const without = (left: ComparedNode) =>
    compareLink({ ...search, nodes: search.nodes.filter((node) => textOfNode(node) !== textOfNode(left)) })
  const columns = found.map(
    ({ pack, node }): Column => ({
      id: textOfNode({ nodeId: pack.id, name: node.name }),
      title: node.title,
      to: links.comfyNode(pack.id, node.name),
      without: without({ nodeId: pack.id, name: node.name }),
      hue: '',
      picture: <ComfyNodePicture box={node} />,
    }),
  )
  return (
    <>
      {search.nodes.length < maxNodes && <AddNode key={search.add} search={search} />}
      {missing.map((node) => (
        <Missing key={textOfNode(node)} to={without(node)}>
          {t('missing_node', { name: textOfNode(node) })}
        </Missing>
      ))}
      {found.length > 0 && <Comparison search={search} rows={rows} columns={columns} />}
    </>
  )
}
