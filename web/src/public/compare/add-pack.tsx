import { limits } from '@nodeyard/contract/limits'
import { useState } from 'react'
import { useNavigate } from 'react-router'
import { type CompareSearch, compareLink } from '../../ground/paths/compare-links.ts'
import { useText } from '../../ground/site/site.ts'
import { useOfferedPacks } from '../search/find-pack.ts'
import { AddField } from './add-field.tsx'

export function AddPack({ search }: { search: CompareSearch }) {
  const t = useText('compare')
  const navigate = useNavigate()
  const [text, setText] = useState('')
  const offered = useOfferedPacks(text, search.packs)
  const add = (wanted: string) => {
    setText('')
    void navigate(compareLink({ ...search, add: wanted }), { preventScrollReset: true })
  }
  return (
    <AddField
      label={t('pack_id')}
      known={{ name: 'packs', value: search.packs.join(',') }}
      text={text}
      onType={setText}
      offered={offered.map(({ id, name }) => ({ value: id, label: name }))}
      maxLength={limits.nodeIdLength}
      onAdd={add}
    />
  )
}
