import type { Resolved } from '@nodeyard/planning/resolve'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { useLocation } from 'react-router'
import { later } from '../../ground/page/later.tsx'
import { Main } from '../../ground/page/main.tsx'
import { type PageHandle, pageLoader } from '../../ground/page/page.ts'
import { links } from '../../ground/paths/links.ts'
import { paths } from '../../ground/paths/paths.ts'
import { useSite, useText } from '../../ground/site/site.ts'
import { takeHandedOver } from '../../ground/ui/handed-over.ts'
import { Notice } from '../../ground/ui/notice.tsx'
import { PageHead } from '../../ground/ui/page-head.tsx'
import { PageTitle } from '../../ground/ui/page-title.tsx'
import type { ResolveProblem } from './problem.ts'
import { WorkflowInput } from './workflow-input.tsx'

export const handle: PageHandle = { namespaces: ['resolve', 'plan', 'workflows', 'models'] }

export const loader = pageLoader(paths.resolve, handle, async () => null)

/** Reading a workflow and showing the result load with the first file. */
const Answer = later(async () => (await import('./answer.tsx')).Answer, 'grid gap-10')
const reading = () => import('./reading.ts')

type State =
  | { step: 'waiting' }
  | { step: 'working' }
  | { step: 'failed'; problem: ResolveProblem }
  | { step: 'done'; resolved: Resolved }

/** The last result, by its entry in the history: it is shown again on going back from a pack. */
let kept: { key: string; state: State } | undefined

export function Component() {
  const t = useText('resolve')
  const { registry, prepareTexts } = useSite()
  const { key } = useLocation()
  const [state, setState] = useState<State>(kept?.key === key ? kept.state : { step: 'waiting' })
  const answer = useRef<HTMLDivElement>(null)
  const isAnswered = state.step === 'done' || state.step === 'failed'
  useEffect(() => {
    // A kept result is shown at the place that people left.
    if (isAnswered && kept?.key !== key) show(answer.current)
  }, [isAnswered, key])
  useEffect(() => {
    if (state.step === 'done') kept = { key, state }
  }, [key, state])
  const resolve = (input: readonly (File | string)[]) => {
    kept = undefined
    setState({ step: 'working' })
    const ready = [Answer.prepare(), prepareTexts(['nodes'])]
    Promise.all([reading().then(({ resolve }) => resolve(registry, input)), ...ready]).then(
      ([answer]) => setState(answer),
      () => setState({ step: 'failed', problem: 'problem_no_answer' }),
    )
  }
  const resolveHanded = useEffectEvent(() => {
    const given = takeHandedOver()
    if (given) resolve([given])
  })
  useEffect(() => resolveHanded(), [])
  return (
    <Main className="grid content-start gap-6">
      <PageHead title={t('title')} description={t('intro')} path={links.resolve()} />
      <PageTitle title={t('title')} lead={t('intro')} />
      <noscript>
        <p className="rounded-md bg-info-soft px-4 py-3 text-sm text-info">{t('needs_script')}</p>
      </noscript>
      <WorkflowInput
        isWorking={state.step === 'working'}
        resolve={resolve}
        texts={{
          drop: t('drop'),
          formats: t('formats'),
          paste: t('paste'),
          submit: t('resolve'),
          placeholder: '{ "nodes": [ … ] }',
        }}
      />
      <div
        ref={answer}
        aria-live="polite"
        aria-busy={state.step === 'working'}
        className="grid min-w-0 scroll-mt-4 gap-10"
      >
        {state.step === 'working' && <p className="waiting text-sm text-muted">{t('working')}</p>}
        {state.step === 'failed' && (
          <Notice tone="warn" title={t('problem_title')}>
            {t(state.problem, { formats: t('formats') })}
          </Notice>
        )}
        {state.step === 'done' && <Answer resolved={state.resolved} />}
      </div>
    </Main>
  )
}

/** On phones, the result starts below the visible area. */
function show(answer: HTMLElement | null): void {
  if (answer && answer.getBoundingClientRect().top > innerHeight * 0.7) answer.scrollIntoView()
}
