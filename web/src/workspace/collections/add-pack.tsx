import { limits } from '@nodeyard/contract/limits'
import { getNode } from '@nodeyard/contract/packs'
import { useId, useState } from 'react'
import { useSite, useText } from '../../ground/site/site.ts'
import { Button } from '../../ground/ui/button.tsx'
import { RefusalNote } from '../../ground/ui/refusal-note.tsx'
import { useAction } from '../../ground/ui/use-action.ts'
import { findPackId, useOfferedPacks } from '../../public/search/find-pack.ts'

interface AddPack {
  /** Ids of packs that are in the list already. */
  known: readonly string[]
  onAdd(pack: { id: string; name: string }): void
}

/** Finds a pack by its id or name, and adds it. */
export function AddPack({ known, onAdd }: AddPack) {
  const t = useText('collections')
  const site = useSite()
  const listId = useId()
  const { run, isRunning, problem } = useAction()
  const [text, setText] = useState('')
  const offered = useOfferedPacks(text, known)
  const add = (wanted: string) =>
    void run(async () => {
      const nodeId = await findPackId(site, wanted)
      const { id, name } = await site.registry.call(getNode, { params: { nodeId } })
      if (!known.includes(id)) onAdd({ id, name })
      setText('')
    })
  return (
    <div className="grid max-w-md gap-2">
      <div className="flex gap-2">
        <input
          list={listId}
          value={text}
          maxLength={limits.nodeIdLength}
          autoComplete="off"
          spellCheck={false}
          aria-label={t('pack_id')}
          placeholder={t('pack_id')}
          onChange={({ target: { value } }) =>
            offered.some(({ id }) => id === value) ? add(value) : setText(value)
          }
          onKeyDown={(event) => {
            if (event.key !== 'Enter') return
            event.preventDefault()
            if (text.trim() !== '') add(text.trim())
          }}
          className="own-direction h-9 min-w-0 flex-1 rounded-md border border-edge bg-surface px-3 text-sm placeholder:text-muted"
        />
        <datalist id={listId}>
          {offered.map(({ id, name }) => (
            <option key={id} value={id} label={name} />
          ))}
        </datalist>
        <Button disabled={isRunning || text.trim() === ''} onClick={() => add(text.trim())}>
          {t('add')}
        </Button>
      </div>
      <RefusalNote problem={problem} />
    </div>
  )
}
