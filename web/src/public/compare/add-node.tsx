import { limits } from '@nodeyard/contract/limits'
import { useState } from 'react'
import { useNavigate } from 'react-router'
import { type CompareSearch, compareLink, nodesField } from '../../ground/paths/compare-links.ts'
import { useText } from '../../ground/site/site.ts'
import { AddField } from './add-field.tsx'
import { textOfNode, useOfferedNodes } from './find-node.ts'

/** Asks for the second of two nodes. */
export function AddNode({ search }: { search: CompareSearch }) {
  const t = useText('compare')
  const navigate = useNavigate()
  const [text, setText] = useState(search.add)
  const offered = useOfferedNodes(text, search.nodes)
  const add = (wanted: string) => {
    setText(wanted)
    void navigate(compareLink({ ...search, add: wanted }), { preventScrollReset: true })
  }
  return (
    <div className="grid gap-2">
      <AddField
        label={t('node_name')}
        known={{ name: 'nodes', value: nodesField.write(search.nodes) ?? '' }}
        text={text}
        onType={setText}
        offered={offered.map((node) => ({ value: textOfNode(node), label: node.name }))}
        maxLength={limits.nodeIdLength + 1 + limits.comfyNodeNameLength}
        onAdd={add}
      />
      {search.add !== '' && (
        <p role="status" className="text-sm text-danger">
          {t('missing_node', { name: search.add })}
        </p>
      )}
    </div>
  )
}
