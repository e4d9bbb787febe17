import type { Publisher } from '@nodeyard/contract/people'
import { useQuery } from '@tanstack/react-query'
import { useDeferredValue, useState } from 'react'
import { Link } from 'react-router'
import { Field } from '../../ground/forms/field.tsx'
import { useDebounced } from '../../ground/forms/use-debounced.ts'
import { links } from '../../ground/paths/links.ts'
import { useSite, useText } from '../../ground/site/site.ts'
import { ButtonLink } from '../../ground/ui/button.tsx'
import { LoadProblem } from '../../ground/ui/load-problem.tsx'
import { Spinner } from '../../ground/ui/spinner.tsx'
import { ownerAtCodeHost } from './owner-at-code-host.ts'
import { claimableNodesQuery } from './queries.ts'

/** Unclaimed nodes: first those that match the user's accounts, then search results. */
export function ClaimableNodes({ publishers }: { publishers: Publisher[] }) {
  const t = useText('workspace')
  const [typed, setTyped] = useState('')
  const guess = publishers.map(({ source_code_repo }) => ownerAtCodeHost(source_code_repo)).find(Boolean)
  const text = useDeferredValue(useDebounced(typed.trim()) || guess || '')
  const { data, error, refetch } = useQuery({
    ...claimableNodesQuery(useSite(), text),
    enabled: text !== '',
    placeholderData: (before) => before,
  })
  return (
    <section aria-labelledby="claimable" className="grid max-w-3xl gap-3">
      <div className="grid gap-1">
        <h2 id="claimable" className="text-lg font-semibold">
          {t('claim_title')}
        </h2>
        <p className="text-sm text-muted text-pretty">{t('claim_lead')}</p>
      </div>
      <Field
        label={t('claim_search')}
        type="search"
        maxLength={100}
        dir="auto"
        value={typed}
        onChange={(event) => setTyped(event.target.value)}
      />
      {error && !data && <LoadProblem problem={error} retry={() => void refetch()} />}
      {text !== '' && !data && !error && <Spinner />}
      {text !== '' && data && <Found nodes={data} />}
    </section>
  )
}

function Found({ nodes }: { nodes: { id: string; name: string; repository: string }[] }) {
  const t = useText('workspace')
  if (nodes.length === 0) {
    return (
      <p role="status" className="text-sm text-muted">
        {t('claim_nothing')}
      </p>
    )
  }
  return (
    <ul className="divide-y divide-line rounded-lg border border-line bg-surface">
      {nodes.map(({ id, name, repository }) => (
        <li key={id} className="flex flex-wrap items-center gap-3 px-4 py-3">
          <div className="grid min-w-0 flex-1 basis-48">
            <Link to={links.node(id)} className="font-medium wrap-anywhere hover:underline" dir="auto">
              {name}
            </Link>
            <span className="text-sm text-muted wrap-anywhere" dir="ltr">
              {repository || id}
            </span>
          </div>
          <ButtonLink to={links.claimNode(id)} aria-label={t('claim_name', { name: id })}>
            {t('claim')}
          </ButtonLink>
        </li>
      ))}
    </ul>
  )
}
