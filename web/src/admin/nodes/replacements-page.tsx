import { keysOf } from '@nodeyard/contract/ground'
import {
  createReplacement,
  deleteReplacement,
  listAllReplacements,
  type StoredReplacement,
} from '@nodeyard/contract/packs'
import { useState } from 'react'
import { Link } from 'react-router'
import { useMay } from '../../account/access/use-may.ts'
import { links } from '../../ground/paths/links.ts'
import { useText } from '../../ground/site/site.ts'
import type { Column } from '../../ground/tables/data-table.tsx'
import type { TextKey } from '../../ground/texts/texts.ts'
import { Badge, type Tone } from '../../ground/ui/badge.tsx'
import { Button } from '../../ground/ui/button.tsx'
import { Timestamp } from '../../ground/ui/timestamp.tsx'
import { AdminList } from '../kit/admin-list.tsx'
import { adminPage } from '../kit/admin-page.tsx'
import { adminPaths } from '../kit/admin-paths.ts'
import { ConfirmDialog } from '../kit/confirm-dialog.tsx'
import { replacementsSearch } from '../kit/registry-searches.ts'
import { useAdminToken } from '../kit/use-admin-token.ts'
import { useChange } from '../kit/use-change.ts'
import { useList } from '../kit/use-list.ts'
import { useRead } from '../kit/use-read.ts'
import { ReplacementDialog } from './replacement-dialog.tsx'

export const { handle, loader, Component } = adminPage({
  path: adminPaths.replacements,
  title: 'nav_replacements',
  namespaces: ['admin-registry', 'forms'],
  lead: (texts) => texts.of('admin-registry')('replacements_lead'),
  Content: Replacements,
})

const pageSize = 50

type Status = StoredReplacement['status']
const statusTexts: Record<Status, TextKey<'admin-registry'>> = {
  proposed: 'replacement_proposed',
  confirmed: 'replacement_confirmed',
  refused: 'replacement_refused',
}
const tones: Record<Status, Tone> = { proposed: 'warn', confirmed: 'accent', refused: 'plain' }
const origins: Record<StoredReplacement['origin'], TextKey<'admin-registry'>> = {
  inferred: 'replacement_inferred',
  moderator: 'replacement_by_moderator',
  tool: 'replacement_by_tool',
}

function Replacements() {
  const t = useText('admin-registry')
  const may = useMay()
  const list = useList(adminPaths.replacements, replacementsSearch)
  const { q, status, page } = list.search
  const read = useRead(listAllReplacements, { name: q.trim(), status, page, limit: pageSize })
  const [isNaming, setNaming] = useState(false)
  return (
    <>
      <AdminList
        list={list}
        read={read}
        rows={read.data?.replacements}
        keyOf={({ id }) => id}
        caption={t('replacements')}
        empty={t('no_replacements')}
        filters={[
          { label: t('replacement_name'), text: 'q' },
          {
            label: t('status'),
            oneOf: 'status',
            choices: [
              { value: '', label: t('all') },
              ...keysOf(statusTexts).map((value) => ({
                value,
                label: t(statusTexts[value]),
              })),
            ],
          },
        ]}
        besideFilters={
          may(createReplacement) && <Button onClick={() => setNaming(true)}>{t('name_successor')}</Button>
        }
        columns={useColumns()}
        nameOf={nameOf}
        actions={[
          {
            text: t('confirm_replacement'),
            route: createReplacement,
            isFor: ({ status }) => status !== 'confirmed',
            dialog: (row, close) => <ConfirmReplacement row={row} onClose={close} />,
          },
          {
            text: t('delete_replacement'),
            route: deleteReplacement,
            look: 'risky',
            dialog: (row, close) => <DeleteReplacement row={row} onClose={close} />,
          },
        ]}
      />
      {isNaming && <ReplacementDialog onClose={() => setNaming(false)} />}
    </>
  )
}

const nameOf = ({ old_node_id: old, new_node_id: now }: StoredReplacement) => `${old} → ${now}`

function useColumns(): Column<StoredReplacement>[] {
  const t = useText('admin-registry')
  return [
    {
      id: 'names',
      title: t('replacement'),
      isHead: true,
      cell: ({ old_node_id: old, new_node_id: now }) => (
        <span className="grid min-w-40 justify-items-start font-mono text-xs wrap-anywhere">
          <bdi>{old}</bdi>
          <bdi>→ {now}</bdi>
        </span>
      ),
    },
    {
      id: 'node',
      title: t('node'),
      cell: ({ provider_id: id }) =>
        id ? (
          <Link to={links.node(id)} className="text-accent underline-offset-4 hover:underline">
            <bdi className="wrap-anywhere">{id}</bdi>
          </Link>
        ) : (
          t('replacement_of_tool')
        ),
    },
    {
      id: 'status',
      title: t('status'),
      cell: ({ status, origin }) => (
        <span className="grid justify-items-start gap-1">
          <Badge tone={tones[status]}>{t(statusTexts[status])}</Badge>
          <span className="text-xs text-muted">{t(origins[origin])}</span>
        </span>
      ),
    },
    { id: 'since', title: t('since'), cell: ({ createdAt }) => <Timestamp iso={createdAt} /> },
  ]
}

interface Asked {
  row: StoredReplacement
  onClose(): void
}

/** A moderator's decision takes the place of the proposal. */
function ConfirmReplacement({ row, onClose }: Asked) {
  const t = useText('admin-registry')
  const { call } = useAdminToken()
  const changed = useChange(['admin', 'replacements'])
  const { old_node_id, new_node_id, provider_id } = row
  return (
    <ConfirmDialog
      title={t('confirm_replacement')}
      lead={t('confirm_replacement_lead')}
      things={[nameOf(row)]}
      action={t('confirm_replacement')}
      onConfirm={async () => {
        await call(createReplacement, {
          body: { old_node_id, new_node_id, ...(provider_id ? { provider_id } : {}) },
        })
        await changed(t('node_saved', { name: nameOf(row) }))
        onClose()
      }}
      onClose={onClose}
    />
  )
}

function DeleteReplacement({ row, onClose }: Asked) {
  const t = useText('admin-registry')
  const { call } = useAdminToken()
  const changed = useChange(['admin', 'replacements'])
  return (
    <ConfirmDialog
      title={t('delete_replacement')}
      lead={t('delete_replacement_lead')}
      things={[nameOf(row)]}
      isDestructive
      action={t('delete_replacement')}
      onConfirm={async () => {
        await call(deleteReplacement, { params: { replacementId: row.id } })
        await changed(t('replacement_deleted', { name: nameOf(row) }))
        onClose()
      }}
      onClose={onClose}
    />
  )
}
