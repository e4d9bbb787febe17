import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { later } from '../../ground/page/later.tsx'
import { Main } from '../../ground/page/main.tsx'
import { type PageHandle, pageLoader } from '../../ground/page/page.ts'
import { links } from '../../ground/paths/links.ts'
import { paths } from '../../ground/paths/paths.ts'
import { useSite, useText } from '../../ground/site/site.ts'
import { Button } from '../../ground/ui/button.tsx'
import { Command } from '../../ground/ui/command.tsx'
import { Fold } from '../../ground/ui/fold.tsx'
import { FoldMark } from '../../ground/ui/fold-mark.tsx'
import { takeHandedOver } from '../../ground/ui/handed-over.ts'
import { Notice } from '../../ground/ui/notice.tsx'
import { PageHead } from '../../ground/ui/page-head.tsx'
import { PageTitle } from '../../ground/ui/page-title.tsx'
import { keepInput, keptInput } from './kept-input.ts'
import type { ResolveProblem } from './problem.ts'
import type { Done } from './reading.ts'
import { WorkflowInput } from './workflow-input.tsx'

export const handle: PageHandle = { namespaces: ['resolve', 'plan', 'workflows', 'models'] }

export const loader = pageLoader(paths.resolve, handle, async () => null)

/** Reading a workflow and showing the result load with the first file. */
const answer = () => import('./answer.tsx')
const Headline = later(async () => (await answer()).Headline)
const Answer = later(async () => (await answer()).Answer, 'grid gap-10')
const reading = () => import('./reading.ts')

type State = { step: 'waiting' | 'working' } | { step: 'failed'; problem: ResolveProblem } | Done

/** The last result: it is shown again at once on going back from a pack. */
let last: Done | undefined

export function Component() {
  const t = useText('resolve')
  const site = useSite()
  const { registry, prepareTexts } = site
  const { hash } = useLocation()
  const navigate = useNavigate()
  const [state, setState] = useState<State>(
    last && (hash === '' || hash === last.shared) ? last : { step: 'waiting' },
  )
  const top = useRef<HTMLDivElement>(null)
  const outcome = useRef<HTMLDivElement>(null)
  const isKept = useRef(state.step === 'done')
  const number = useRef(0)
  useEffect(() => {
    // A kept result is shown at the place that people left.
    if (state.step === 'done' && !isKept.current) show(top.current)
    else if (state.step === 'failed') show(outcome.current)
    isKept.current = false
  }, [state.step])

  /** Shows the result of the last request, and puts its names into the address. */
  const run = async (
    resolve: (read: Awaited<ReturnType<typeof reading>>) => Promise<State | undefined>,
    input?: readonly (File | string)[],
  ) => {
    number.current += 1
    const own = number.current
    setState({ step: 'working' })
    const [next] = await Promise.all([
      reading()
        .then(resolve)
        .catch((): State => ({ step: 'failed', problem: 'problem_no_answer' })),
      Headline.prepare(),
      Answer.prepare(),
      prepareTexts(['nodes']),
    ]).catch((): State[] => [{ step: 'failed', problem: 'problem_no_answer' }])
    if (own !== number.current) return
    if (next?.step === 'done') {
      last = next
      if (input) keepInput(next.resolved, input, next.shared)
      void navigate({ hash: next.shared }, { replace: true, preventScrollReset: true })
    }
    setState(next ?? { step: 'waiting' })
  }
  const resolve = (input: readonly (File | string)[]) =>
    void run((read) => read.resolve(registry, input), input)
  const tryExample = () =>
    void run(async (read) => {
      const { exampleWorkflow } = await import('./example.ts')
      const example = [await exampleWorkflow(site)]
      return read.resolve(registry, example)
    }, [])

  const open = useEffectEvent(() => {
    const given = takeHandedOver()
    const kept = keptInput()
    if (given) resolve([given])
    else if (state.step === 'done' && (hash === '' || hash === state.shared)) return
    else if (kept && (hash === '' || hash === kept.shared))
      void run((read) => read.resolveKept(registry, kept))
    else if (hash !== '') void run((read) => read.resolveShared(registry, hash))
  })
  // An address with other names can be opened on the same page.
  // biome-ignore lint/correctness/useExhaustiveDependencies: it runs for each fragment
  useEffect(() => open(), [hash])

  const isDone = state.step === 'done'
  return (
    <Main className="grid content-start gap-6">
      <PageHead title={t('title')} description={t('intro')} path={links.resolve()} />
      <div ref={top} aria-live="polite" className="min-w-0 scroll-mt-20">
        {isDone ? <Headline done={state} /> : <PageTitle title={t('title')} lead={t('intro')} />}
      </div>
      <noscript>
        <p className="rounded-md bg-info-soft px-4 py-3 text-sm text-info">{t('needs_script')}</p>
      </noscript>
      <div className="flex flex-wrap gap-x-6 gap-y-2">
        <details
          open={!isDone}
          className={`min-w-0 ${isDone ? 'print:hidden open:basis-full' : 'basis-full'}`}
        >
          <summary
            className={
              isDone
                ? 'inline-flex items-center gap-1 text-accent hover:underline'
                : 'pointer-events-none hidden'
            }
          >
            <FoldMark />
            {t('check_another')}
          </summary>
          <div className={`grid gap-4 ${isDone ? 'mt-4' : ''}`}>
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
            <Button
              className="needs-script justify-self-start"
              disabled={state.step === 'working'}
              onClick={tryExample}
            >
              {t('try_example')}
            </Button>
          </div>
        </details>
        {isDone && state.shared && <Address shared={state.shared} />}
      </div>
      <div
        ref={outcome}
        aria-live="polite"
        aria-busy={state.step === 'working'}
        className="grid scroll-mt-4 gap-2 text-sm empty:hidden"
      >
        <Outcome state={state} />
      </div>
      {isDone && <Answer key={number.current} done={state} />}
    </Main>
  )
}

/** Progress, and why something cannot be read. */
function Outcome({ state }: { state: State }) {
  const t = useText('resolve')
  if (state.step === 'failed')
    return (
      <Notice tone="warn" title={t('problem_title')}>
        {t(state.problem, { formats: t('formats') })}
      </Notice>
    )
  if (state.step !== 'working') return null
  return (
    <>
      <p className="text-muted">{t('working')}</p>
      <progress aria-label={t('working')} className="h-1.5 w-full max-w-md accent-accent" />
    </>
  )
}

/** The address of the same names. */
function Address({ shared }: { shared: string }) {
  const t = useText('resolve')
  const { siteUrl } = useSite().settings
  return (
    <Fold title={t('copy_address')} className="min-w-0 open:basis-full print:hidden">
      <div className="mt-2 grid gap-2">
        <p className="text-sm text-muted">{t('share_text')}</p>
        <Command text={`${siteUrl}${links.resolve()}${shared}`} copyLabel={t('copy_address')} />
      </div>
    </Fold>
  )
}

/** On phones, the field is longer than the window: the result is above it, and a problem below. */
function show(part: HTMLElement | null): void {
  const at = part?.getBoundingClientRect().top ?? 0
  if (at < 0 || at > innerHeight * 0.7) part?.scrollIntoView()
}
