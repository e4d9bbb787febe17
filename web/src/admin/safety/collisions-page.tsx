import { limits } from '@nodeyard/contract/limits'
import { listCollisions, type NameClaim, type NameCollision } from '@nodeyard/contract/packs'
import { Link } from 'react-router'
import { links } from '../../ground/paths/links.ts'
import { flagField, pageField, textField } from '../../ground/paths/search-params.ts'
import { useFormats, useText } from '../../ground/site/site.ts'
import type { Column } from '../../ground/tables/data-table.tsx'
import { Badge } from '../../ground/ui/badge.tsx'
import { ButtonLink } from '../../ground/ui/button.tsx'
import { AdminList } from '../kit/admin-list.tsx'
import { adminPage } from '../kit/admin-page.tsx'
import { adminPaths } from '../kit/admin-paths.ts'
import { useList } from '../kit/use-list.ts'
import { useRead } from '../kit/use-read.ts'

const collisionsSearch = {
  name: textField(limits.bulkIdentifierLength),
  node: textField(limits.bulkIdentifierLength),
  undecided: flagField,
  page: pageField,
}

const namesOnPage = 30

export const { handle, loader, Component } = adminPage({
  path: adminPaths.collisions,
  title: 'nav_collisions',
  namespaces: ['admin-safety'],
  lead: (texts) => texts.of('admin-safety')('collisions_lead'),
  Content: Collisions,
})

function Collisions() {
  const t = useText('admin-safety')
  const list = useList(adminPaths.collisions, collisionsSearch)
  const { node, ...chosen } = list.search
  const read = useRead(listCollisions, { ...chosen, node_id: node, limit: namesOnPage })
  return (
    <AdminList
      list={list}
      read={read}
      rows={read.data?.collisions}
      keyOf={({ comfy_node_name }) => comfy_node_name}
      caption={useText('admin')('nav_collisions')}
      empty={t('no_collisions')}
      filters={[
        { label: t('comfy_node'), text: 'name' },
        { label: t('node'), text: 'node' },
        { label: t('decision'), flag: 'undecided', choice: t('undecided') },
      ]}
      columns={useColumns()}
    />
  )
}

function useColumns(): Column<NameCollision>[] {
  const t = useText('admin-safety')
  return [
    {
      id: 'name',
      title: t('comfy_node'),
      isHead: true,
      cell: ({ comfy_node_name: name }) => <bdi>{name}</bdi>,
    },
    {
      id: 'claims',
      title: t('claimed_by'),
      cell: ({ claims, total }) => (
        <ol className="grid gap-2">
          {claims.map((claim) => (
            <Claim key={claim.node_id} claim={claim} />
          ))}
          {total > claims.length && (
            <li className="text-muted">{t('more_reports', { number: total - claims.length })}</li>
          )}
        </ol>
      ),
    },
  ]
}

function Claim({ claim }: { claim: NameClaim }) {
  const t = useText('admin-safety')
  const formats = useFormats()
  const { node_id: nodeId, since, version, preempts, search_ranking: ranking, downloads } = claim
  return (
    <li className="grid gap-1">
      <span className="flex flex-wrap items-center gap-2">
        <Link to={links.node(nodeId)} className="text-accent underline underline-offset-4">
          <bdi>{nodeId}</bdi>
        </Link>
        {preempts && <Badge tone="accent">{t('preempts')}</Badge>}
      </span>
      <span className="flex flex-wrap gap-x-3 text-muted tabular-nums">
        <span>{t('claim_since', { date: formats.date(since) })}</span>
        {version && <span>{t('claim_evidence', { version })}</span>}
        {ranking !== undefined && <span>{t('claim_rank', { number: ranking })}</span>}
        <span>{t('claim_installs', { number: downloads })}</span>
        <ButtonLink
          look="quiet"
          className="h-auto! px-0! underline underline-offset-4"
          to={`/admin/preempted-comfy-node-names?${new URLSearchParams({ q: nodeId })}`}
        >
          {t('decide')}
        </ButtonLink>
      </span>
    </li>
  )
}
