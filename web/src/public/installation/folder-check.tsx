import { type ChangeEvent, useEffect, useEffectEvent, useId, useRef, useState } from 'react'
import { Link } from 'react-router'
import { links } from '../../ground/paths/links.ts'
import { useFormats, useSite, useText } from '../../ground/site/site.ts'
import { useHydrated } from '../../ground/ui/hydrated.ts'
import { Notice } from '../../ground/ui/notice.tsx'
import { Section } from '../../ground/ui/section.tsx'
import type { BadFile, FolderComparison } from './compare-files.ts'

type State =
  | { step: 'waiting' | 'failed' }
  | { step: 'comparing'; share: number }
  | { step: 'done'; comparison: FolderComparison }

interface FolderCheckProps {
  /** Receives the files of a chosen folder. */
  onFiles(files: readonly File[]): void
  /** The files of a folder that was dropped on the page. */
  dropped: readonly File[]
}

/** Looks for known bad files in a folder of this computer, and passes its files on. */
export function FolderCheck({ onFiles, dropped }: FolderCheckProps) {
  const t = useText('plan')
  const { registry, settings } = useSite()
  const percent = new Intl.NumberFormat(settings.locale, { style: 'percent' })
  const [state, setState] = useState<State>({ step: 'waiting' })
  const isReady = useHydrated()
  const fileId = useId()
  const latest = useRef(0)
  const choose = ({ target }: ChangeEvent<HTMLInputElement>) => {
    const files = [...(target.files ?? [])]
    // The same folder can be chosen again.
    target.value = ''
    if (files.length === 0) return
    onFiles(files)
    compare(files)
  }
  const compare = (files: readonly File[]) => {
    const number = ++latest.current
    const show = (next: State) => number === latest.current && setState(next)
    show({ step: 'comparing', share: 0 })
    import('./compare-files.ts')
      .then(({ compareFiles }) =>
        compareFiles(registry, files, (share) => show({ step: 'comparing', share })),
      )
      .then(
        (comparison) => show({ step: 'done', comparison }),
        () => show({ step: 'failed' }),
      )
  }
  const compareDropped = useEffectEvent(compare)
  useEffect(() => {
    if (dropped.length > 0) compareDropped(dropped)
  }, [dropped])
  return (
    <Section id="files" title={t('files_title')} lead={t('files_text')}>
      <div className="dead-without-script flex flex-wrap items-center gap-3">
        <label
          htmlFor={fileId}
          className="inline-flex min-h-10 cursor-pointer items-center rounded-md border border-line bg-surface px-4 text-sm font-medium focus-within:outline-2 hover:border-edge"
        >
          {t('choose_folder')}
          <input
            id={fileId}
            type="file"
            disabled={!isReady}
            multiple
            // React knows only the standard attributes.
            {...{ webkitdirectory: '' }}
            onChange={choose}
            className="sr-only"
          />
        </label>
        <div role="status" className="text-sm text-muted tabular-nums">
          {state.step === 'comparing' && t('files_comparing', { share: percent.format(state.share) })}
        </div>
      </div>
      <div aria-live="polite" className="grid gap-3 empty:hidden">
        {state.step === 'failed' && <Notice tone="warn" title={t('affected_failed')} />}
        {state.step === 'done' && <Outcome comparison={state.comparison} />}
      </div>
    </Section>
  )
}

function Outcome({
  comparison: { bad, compared, known, unreadable, isComplete },
}: {
  comparison: FolderComparison
}) {
  const t = useText('plan')
  const formats = useFormats()
  const numbers = { compared: formats.number(compared), known: formats.number(known) }
  const certain = bad.filter(({ bad: { has_finding } }) => has_finding)
  const others = bad.filter(({ bad: { has_finding } }) => !has_finding)
  return (
    <>
      {bad.length === 0 && (
        <Notice
          {...(compared > 0 && known > 0
            ? { tone: 'good', title: t('files_none') }
            : { tone: 'info', title: t('files_unchecked') })}
        >
          {t('files_numbers', numbers)}
        </Notice>
      )}
      {certain.length > 0 && (
        <Notice tone="danger" title={t('files_bad')}>
          <FileList files={certain} />
        </Notice>
      )}
      {others.length > 0 && (
        <Notice tone="warn" title={t('files_banned')}>
          <FileList files={others} />
        </Notice>
      )}
      {(!isComplete || unreadable.length > 0) && (
        <Notice tone="info" title={t('files_partly')}>
          {unreadable.length > 0 && (
            <bdi className="font-mono text-xs wrap-anywhere">
              {unreadable.slice(0, shownFiles).join(', ')}
            </bdi>
          )}
        </Notice>
      )}
    </>
  )
}

const shownFiles = 200

function FileList({ files }: { files: readonly BadFile[] }) {
  return (
    <ul className="grid gap-0.5">
      {files.slice(0, shownFiles).map(({ path, bad: { node_id: id, version, advisory } }) => (
        <li key={path} className="min-w-0 wrap-anywhere">
          <bdi className="font-mono text-xs">{path}</bdi>
          {id && (
            <bdi>
              {' '}
              ({id} {version})
            </bdi>
          )}
          {advisory && (
            <>
              {': '}
              <Link to={links.advisory(advisory.id)} className="underline underline-offset-4" dir="auto">
                {advisory.title}
              </Link>
            </>
          )}
        </li>
      ))}
      {files.length > shownFiles && <li>…</li>}
    </ul>
  )
}
