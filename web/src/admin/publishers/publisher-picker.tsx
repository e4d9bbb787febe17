import { limits } from '@nodeyard/contract/limits'
import { type AdminPublisher, listPublishersForAdmins } from '@nodeyard/contract/safety'
import { useId, useState } from 'react'
import { Field } from '../../ground/forms/field.tsx'
import { useDebounced } from '../../ground/forms/use-debounced.ts'
import { useText } from '../../ground/site/site.ts'
import { Badge } from '../../ground/ui/badge.tsx'
import { LoadProblem } from '../../ground/ui/load-problem.tsx'
import { Spinner } from '../../ground/ui/spinner.tsx'
import { useRead } from '../kit/use-read.ts'

const shown = 8

/** Selects a publisher by part of its name or id, or by a member's email address. */
export function PublisherPicker({
  chosen,
  except,
  onChoose,
}: {
  chosen: string
  /** A publisher that cannot be selected. */
  except?: string
  onChoose(publisherId: string): void
}) {
  const t = useText('admin-registry')
  const [text, setText] = useState('')
  const search = useDebounced(text.trim())
  const { data, error, refetch } = useRead(listPublishersForAdmins, { search, limit: shown })
  const [picked, setPicked] = useState<AdminPublisher>()
  const found = (data?.publishers ?? []).filter(({ id }) => id !== except)
  // Keeps the selected publisher visible when a new search does not match it.
  const isHidden = picked && picked.id === chosen && !found.some(({ id }) => id === chosen)
  const publishers = isHidden ? [picked, ...found] : found
  const pick = (publisher: AdminPublisher) => {
    setPicked(publisher)
    onChoose(publisher.id)
  }
  return (
    <div className="grid gap-2">
      <Field
        label={t('find_publisher')}
        type="search"
        autoComplete="off"
        maxLength={limits.searchLength}
        value={text}
        onChange={(event) => setText(event.target.value)}
        // Enter must not submit the surrounding form.
        onKeyDown={(event) => event.key === 'Enter' && event.preventDefault()}
      />
      {error && <LoadProblem problem={error} retry={() => void refetch()} />}
      {!data && !error && <Spinner />}
      <fieldset className="grid max-h-56 gap-1 overflow-y-auto">
        <legend className="sr-only">{t('publisher')}</legend>
        {data && publishers.length === 0 && <p className="text-sm text-muted">{t('no_publishers')}</p>}
        {publishers.map((publisher) => (
          <Choice
            key={publisher.id}
            publisher={publisher}
            isChosen={publisher.id === chosen}
            onChoose={() => pick(publisher)}
          />
        ))}
      </fieldset>
    </div>
  )
}

function Choice({
  publisher,
  isChosen,
  onChoose,
}: {
  publisher: AdminPublisher
  isChosen: boolean
  onChoose(): void
}) {
  const t = useText('admin-registry')
  const id = useId()
  return (
    <label
      htmlFor={id}
      className="flex items-center gap-2.5 rounded-md border border-line px-3 py-2 text-sm has-checked:border-accent has-checked:bg-accent-soft"
    >
      <input id={id} type="radio" name="publisher" checked={isChosen} onChange={onChoose} />
      <span className="grid min-w-0 flex-1">
        <span className="truncate font-medium" dir="auto">
          {publisher.name}
        </span>
        <bdi className="truncate text-muted">@{publisher.id}</bdi>
      </span>
      {publisher.status === 'PublisherStatusBanned' && <Badge tone="danger">{t('banned')}</Badge>}
    </label>
  )
}
