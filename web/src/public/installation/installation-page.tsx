import type { ReadInput } from '@nodeyard/planning/read-input'
import { useEffect, useRef, useState } from 'react'
import { later } from '../../ground/page/later.tsx'
import { Main } from '../../ground/page/main.tsx'
import { type PageHandle, pageLoader } from '../../ground/page/page.ts'
import { links } from '../../ground/paths/links.ts'
import { paths } from '../../ground/paths/paths.ts'
import { useSite, useText } from '../../ground/site/site.ts'
import { Notice } from '../../ground/ui/notice.tsx'
import { PageHead } from '../../ground/ui/page-head.tsx'
import { PageTitle } from '../../ground/ui/page-title.tsx'
import { WorkflowInput } from '../resolve/workflow-input.tsx'
import { FolderCheck } from './folder-check.tsx'
import type { Answer, Problem } from './reading.ts'

export const handle: PageHandle = { namespaces: ['plan', 'resolve', 'source'] }

export const loader = pageLoader(paths.installation, handle, async () => null)

/** Reading files and showing the result load with the first file. */
const Result = later(async () => (await import('./result.tsx')).Result, 'grid gap-8')
const reading = () => import('./reading.ts')

type State =
  | { step: 'waiting' | 'working' }
  | { step: 'failed'; problem: Problem; number?: number }
  | { step: 'done'; read: ReadInput; number: number }

export function Component() {
  const t = useText('plan')
  const { registry, prepareTexts } = useSite()
  const [state, setState] = useState<State>({ step: 'waiting' })
  const [dropped, setDropped] = useState<readonly File[]>([])
  const result = useRef<HTMLDivElement>(null)
  const count = useRef(0)
  useEffect(() => {
    if (state.step === 'done' || state.step === 'failed') result.current?.focus()
  }, [state])
  const show = (answer: Promise<Answer>) => {
    const number = ++count.current
    setState({ step: 'working' })
    // The commands of repairs come from the pages of packs.
    Promise.all([answer, Result.prepare(), prepareTexts(['nodes'])]).then(
      ([answer]) => setState({ ...answer, number }),
      () => setState({ step: 'failed', problem: { from: 'workflow', key: 'problem_no_answer' } }),
    )
  }
  const read = (input: readonly (File | string)[]) =>
    show(reading().then(({ readGiven }) => readGiven(registry, input)))
  const readFiles = (files: readonly File[]) =>
    show(
      import('./read-folder.ts').then(async ({ readFolder }) => ({
        step: 'done',
        read: await readFolder(files),
      })),
    )
  const readFolders = (folders: readonly FileSystemDirectoryEntry[]) =>
    show(
      import('./dropped-folder.ts').then(async ({ filesOfFolders }) => {
        const files = await filesOfFolders(folders)
        setDropped(files)
        const { readFolder } = await import('./read-folder.ts')
        return { step: 'done', read: await readFolder(files) }
      }),
    )
  return (
    <Main className="grid content-start gap-6">
      <PageHead title={t('page_title')} description={t('page_intro')} path={links.installation()} />
      <PageTitle title={t('page_title')} lead={t('page_intro')} />
      <noscript>
        <p className="rounded-md bg-info-soft px-4 py-3 text-sm text-info">{t('needs_script')}</p>
      </noscript>
      <WorkflowInput
        isWorking={state.step === 'working'}
        resolve={read}
        takeFolders={readFolders}
        texts={{
          drop: t('drop'),
          formats: t('formats'),
          paste: t('paste'),
          submit: t('read'),
          placeholder: 'comfyui-kjnodes@1.1.0\nhttps://github.com/…\nnumpy==2.1.0',
        }}
      />
      <div
        ref={result}
        tabIndex={-1}
        aria-live="polite"
        aria-busy={state.step === 'working'}
        className="grid min-w-0 scroll-mt-4 gap-10 outline-none"
      >
        {state.step === 'working' && <p className="waiting text-sm text-muted">{t('reading')}</p>}
        {state.step === 'failed' && <ProblemNotice problem={state.problem} />}
        {state.step === 'done' && <Result key={state.number} read={state.read} />}
      </div>
      <FolderCheck onFiles={readFiles} dropped={dropped} />
    </Main>
  )
}

function ProblemNotice({ problem }: { problem: Problem }) {
  const [t, tResolve] = [useText('plan'), useText('resolve')]
  return (
    <Notice tone="warn" title={t('problem_title')}>
      {problem.from === 'lock' ? (
        <>
          {t(problem.key)} <bdi className="font-mono">{problem.place}</bdi>
        </>
      ) : (
        tResolve(problem.key)
      )}
    </Notice>
  )
}
