import type { ReactNode } from 'react'
import { useText } from '../site.ts'
import { Badge, type Tone } from '../ui/badge.tsx'
import { Icon } from '../ui/icon.tsx'
import type { Operation, Parameter } from './openapi.ts'

const tones: Record<string, Tone> = {
  GET: 'accent',
  POST: 'info',
  PUT: 'warn',
  PATCH: 'warn',
  DELETE: 'danger',
}

/** One operation of the API: a line that opens to all of it, with an address of its own. */
export function OperationBox({ operation }: { operation: Operation }) {
  const { id, method, path, summary, access } = operation
  return (
    <details id={id} className="group scroll-mt-6 rounded-lg border border-line bg-surface">
      <summary className="flex flex-wrap items-center gap-x-3 gap-y-1 rounded-lg px-4 py-3 text-sm hover:bg-sunken">
        <Badge tone={tones[method] ?? 'plain'}>{method}</Badge>
        <bdi className="min-w-0 font-mono font-semibold break-all">{path}</bdi>
        {access && access !== 'public' && <Badge>{access}</Badge>}
        <span className="min-w-0 text-muted max-sm:w-full" lang="en" dir="ltr">
          {summary}
        </span>
        <Icon name="down" className="ms-auto text-muted group-open:rotate-180" />
      </summary>
      <OperationDetails operation={operation} />
    </details>
  )
}

function OperationDetails({ operation }: { operation: Operation }) {
  const t = useText('api-docs')
  const { id, description, parameters, body, answers, errors } = operation
  return (
    <div className="grid grid-cols-1 gap-4 border-t border-line p-4 text-sm" dir="ltr" lang="en">
      {description && <p className="max-w-prose">{description}</p>}
      {parameters.length > 0 && (
        <Part title={t('parameters')}>
          <Parameters parameters={parameters} />
        </Part>
      )}
      {body && (
        <Part title={t('body')}>
          <Shape text={body} />
        </Part>
      )}
      <Part title={t('answers')}>
        {answers.map(({ status, description: meaning, shape }) => (
          <div key={status} className="grid min-w-0 grid-cols-1 gap-1.5">
            <p>
              <span className="font-mono font-semibold">{status}</span>{' '}
              <span className="text-muted">{meaning}</span>
            </p>
            {shape && <Shape text={shape} />}
          </div>
        ))}
      </Part>
      {errors.length > 0 && (
        <Part title={t('errors')}>
          <ul className="flex flex-wrap gap-1.5">
            {errors.map((code) => (
              <li key={code} className="rounded-sm bg-sunken px-1.5 py-0.5 font-mono text-xs">
                {code}
              </li>
            ))}
          </ul>
        </Part>
      )}
      <a href={`#${id}`} className="justify-self-start text-accent underline-offset-4 hover:underline">
        {t('address_of_operation')}
      </a>
    </div>
  )
}

function Part({ title, children }: { title: string; children: ReactNode }) {
  return (
    <div className="grid min-w-0 grid-cols-1 gap-2">
      <h3 className="text-xs font-semibold text-muted">{title}</h3>
      {children}
    </div>
  )
}

function Parameters({ parameters }: { parameters: Parameter[] }) {
  const t = useText('api-docs')
  return (
    <ul className="divide-y divide-line rounded-md border border-line">
      {parameters.map(({ name, place, type, isRequired, description }) => (
        <li key={`${place} ${name}`} className="flex flex-wrap items-baseline gap-x-3 gap-y-0.5 px-3 py-2">
          <code className="font-mono font-semibold">{name}</code>
          <code className="font-mono text-xs break-all text-muted">{type}</code>
          <span className="text-xs text-muted">{place}</span>
          {isRequired && <Badge tone="warn">{t('required')}</Badge>}
          {description && <p className="w-full text-muted">{description}</p>}
        </li>
      ))}
    </ul>
  )
}

function Shape({ text }: { text: string }) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls has to be reachable by keyboard
    <pre tabIndex={0} className="max-h-96 overflow-auto rounded-md bg-sunken p-3 font-mono text-xs">
      {text}
    </pre>
  )
}
