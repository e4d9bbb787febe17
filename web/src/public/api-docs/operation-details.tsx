import type { ReactNode } from 'react'
import { useText } from '../../ground/site/site.ts'
import { Badge } from '../../ground/ui/badge.tsx'
import type { Answer, Operation, Parameter } from './openapi.ts'

/** Everything that the document says about an operation. */
export function OperationDetails({ operation }: { operation: Operation }) {
  const t = useText('api-docs')
  const { description, parameters, body, answers, example } = operation
  return (
    <div className="grid grid-cols-1 gap-4 border-t border-line p-4 text-sm" dir="ltr" lang="en">
      {description && <p className="max-w-prose">{description}</p>}
      {example.request && (
        <Part title={t('example')}>
          <Shape text={example.request} />
          {example.answer && <Shape text={example.answer} />}
        </Part>
      )}
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
        {answers.map((answer) => (
          <AnswerOf key={answer.status} answer={answer} />
        ))}
      </Part>
    </div>
  )
}

function AnswerOf({ answer: { status, description, shape, errors } }: { answer: Answer }) {
  return (
    <div className="grid min-w-0 grid-cols-1 gap-1.5">
      <p>
        <span className="font-mono font-semibold">{status}</span>{' '}
        {errors.length === 0 && <span className="text-muted">{description}</span>}
      </p>
      {errors.length > 0 && (
        <ul className="grid gap-1">
          {errors.map(({ code, message }) => (
            <li key={code} className="text-muted">
              <code className="rounded-sm bg-sunken px-1.5 py-0.5 font-mono text-xs text-ink">{code}</code>{' '}
              {message}
            </li>
          ))}
        </ul>
      )}
      {shape && <Shape text={shape} />}
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
    // biome-ignore lint/a11y/noNoninteractiveTabindex: scrollable content must be reachable by keyboard
    <pre tabIndex={0} className="max-h-96 overflow-auto rounded-md bg-sunken p-3 font-mono text-xs">
      {text}
    </pre>
  )
}
