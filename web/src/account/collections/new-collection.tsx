import { createCollection } from '@nodeyard/contract/discovery'
import { limits } from '@nodeyard/contract/limits'
import { useState } from 'react'
import { Form } from '../../ground/forms/form.tsx'
import { useSite, useText } from '../../ground/site/site.ts'
import { Button } from '../../ground/ui/button.tsx'
import { RefusalNote } from '../../ground/ui/refusal-note.tsx'
import { useAction } from '../../ground/ui/use-action.ts'
import { useMay } from '../access/use-may.ts'
import { refreshCollections } from './queries.ts'

interface NewCollection {
  /** The pack to begin with. */
  nodeId?: string
  submitText: string
  onCreated(collection: { id: string; title: string }): void
}

/** Creates a private collection from a title alone. */
export function NewCollection({ nodeId, submitText, onCreated }: NewCollection) {
  const t = useText('collections')
  const { registry, queries } = useSite()
  const { run, isRunning, problem } = useAction()
  const may = useMay()
  const [title, setTitle] = useState('')
  if (!may(createCollection)) return null
  const submit = async () => {
    const body = { title: title.trim(), ...(nodeId === undefined ? {} : { node_ids: [nodeId] }) }
    await run(async () => {
      const created = await registry.call(createCollection, { body })
      await refreshCollections(queries)
      setTitle('')
      onCreated(created)
    })
  }
  return (
    <Form onSubmit={submit} className="grid gap-2">
      <div className="flex gap-2">
        <input
          value={title}
          required
          maxLength={limits.collectionTitleLength}
          aria-label={t('title_label')}
          placeholder={t('title_example')}
          onChange={({ target }) => setTitle(target.value)}
          className="own-direction h-9 min-w-0 flex-1 rounded-md border border-edge bg-surface px-3 text-sm placeholder:text-muted"
        />
        <Button type="submit" look="primary" disabled={isRunning || title.trim() === ''}>
          {submitText}
        </Button>
      </div>
      <RefusalNote problem={problem} />
    </Form>
  )
}
