import type { ListedFile, Listing } from '@nodeyard/analysis/archive/listing'
import type { ReviewFinding } from '@nodeyard/contract/moderation'
import { Fragment, useCallback, useEffect, useMemo, useRef, useState } from 'react'
import { useText } from '../../site.ts'
import { type Content, readContent } from '../../source/content.ts'
import { Waiting } from '../../source/waiting.tsx'
import { useLoaded } from '../../ui/loaded.ts'
import { FindingNote } from './finding-note.tsx'
import type { PairedLine, Stretch } from './paired-lines.ts'
import { useMedia } from './use-media.ts'

export interface ReviewedFile {
  before?: ListedFile | undefined
  after?: ListedFile | undefined
}

interface Shown {
  file: ReviewedFile
  listings: { before?: Listing | undefined; after: Listing }
  /** Of this file. */
  findings: readonly ReviewFinding[]
  /** The one that was picked; it is brought into sight when that was done by hand. */
  picked: ReviewFinding | undefined
  isByHand: boolean
}

/** A file as it was and as it is, beside each other, with what was found in it at its line. */
export function ReviewedFileText({ file, listings, ...shown }: Shown) {
  const t = useText('source')
  const loaded = useLoaded(useCallback(() => prepare(file, listings), [file, listings]))
  if (loaded.state !== 'done') return <Waiting loaded={loaded} />
  const prepared = loaded.value
  if (prepared === 'no_text') return <p className="p-3 text-sm text-muted">{t('binary')}</p>
  if (prepared === 'too_different') return <p className="p-3 text-sm text-muted">{t('too_different')}</p>
  return <Lines {...shown} prepared={prepared} />
}

type PairedLines = typeof import('./paired-lines.ts')

/** The code that compares texts comes with the first of them. */
interface Prepared extends Pick<PairedLines, 'shownPlaces' | 'stretchesOf' | 'oneUnderOther'> {
  pairs: PairedLine[]
  /** Lines as HTML. */
  before: string[]
  after: string[]
}

const noText: Content = { kind: 'text', text: '' }

async function prepare(
  file: ReviewedFile,
  listings: Shown['listings'],
): Promise<Prepared | 'no_text' | 'too_different'> {
  const [old, current] = await Promise.all([
    file.before && listings.before ? readContent(listings.before, file.before) : noText,
    file.after ? readContent(listings.after, file.after) : noText,
  ])
  if (old.kind !== 'text' || current.kind !== 'text') return 'no_text'
  const [{ highlightedLines }, { pairedLines, ...cutting }] = await Promise.all([
    import('../../source/highlight.ts'),
    import('./paired-lines.ts'),
  ])
  const pairs = pairedLines(file.before ? linesIn(old.text) : [], file.after ? linesIn(current.text) : [])
  if (!pairs) return 'too_different'
  const path = (file.after ?? file.before)?.path ?? ''
  return {
    pairs,
    before: highlightedLines(old.text, path),
    after: highlightedLines(current.text, path),
    ...cutting,
  }
}

function linesIn(text: string): string[] {
  return text.replace(/\n$/, '').split('\n')
}

const linesAtOnce = 200
/** Two numbers and two texts; or two numbers, a sign and a text. */
const columns = 4

function Lines({
  prepared,
  findings,
  picked,
  isByHand,
}: Omit<Shown, 'file' | 'listings'> & { prepared: Prepared }) {
  const t = useText('admin-review')
  const { pairs, shownPlaces, stretchesOf, oneUnderOther } = prepared
  const findingLines = useMemo(
    () => new Set(findings.flatMap(({ line }) => (line === undefined ? [] : [line]))),
    [findings],
  )
  const [opened, setOpened] = useState<ReadonlySet<number>>(new Set())
  const stretches = useMemo(
    () => stretchesOf(pairs, new Set([...shownPlaces(pairs, findingLines), ...opened])),
    [pairs, shownPlaces, stretchesOf, findingLines, opened],
  )
  const isWide = useMedia('(width >= 64rem)')
  const isSplit = isWide && pairs.some(({ before }) => before) && pairs.some(({ isChanged }) => isChanged)
  const open = ({ from, to }: { from: number; to: number }) =>
    setOpened((before) => {
      const next = new Set(before)
      for (let place = from; place < Math.min(to, from + linesAtOnce); place++) next.add(place)
      return next
    })
  return (
    <section
      dir="ltr"
      aria-label={t('changes')}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: long lines are scrolled by keyboard too
      tabIndex={0}
      className="overflow-x-auto"
    >
      <table className={`code-lines ${isSplit ? 'split-lines' : ''}`}>
        {isSplit && (
          <colgroup>
            <col className="w-13" />
            <col />
            <col className="w-13" />
            <col />
          </colgroup>
        )}
        <tbody>
          {stretches.map((stretch) =>
            stretch.kind === 'gap' ? (
              <Gap key={stretch.from} stretch={stretch} onOpen={() => open(stretch)} />
            ) : (
              (isSplit ? stretch.lines : oneUnderOther(stretch.lines)).map((pair) => {
                const here =
                  pair.after === undefined ? [] : findings.filter(({ line }) => line === pair.after)
                return (
                  <Fragment key={`${pair.before} ${pair.after}`}>
                    {isSplit ? (
                      <SplitLine pair={pair} prepared={prepared} isFound={here.length > 0} />
                    ) : (
                      <UnifiedLine pair={pair} prepared={prepared} isFound={here.length > 0} />
                    )}
                    {here.length > 0 && <Notes findings={here} picked={picked} isByHand={isByHand} />}
                  </Fragment>
                )
              })
            ),
          )}
        </tbody>
      </table>
    </section>
  )
}

function Gap({
  stretch: { from, to },
  onOpen,
}: {
  stretch: Extract<Stretch, { kind: 'gap' }>
  onOpen(): void
}) {
  const t = useText('admin-review')
  return (
    <tr className="bg-sunken text-muted">
      <td colSpan={columns}>
        <button
          type="button"
          onClick={onOpen}
          className="w-full px-3 py-1 text-start font-sans hover:text-ink hover:underline"
        >
          <bdi>{t('show_lines', { count: to - from })}</bdi>
        </button>
      </td>
    </tr>
  )
}

interface Line {
  pair: PairedLine
  prepared: Prepared
  isFound: boolean
}

function SplitLine({ pair: { before, after, isChanged }, prepared, isFound }: Line) {
  return (
    <tr data-picked={isFound || undefined}>
      <Side line={before} lines={prepared.before} look={isChanged ? 'bg-danger-soft' : ''} />
      <Side
        line={after}
        lines={prepared.after}
        look={`border-s border-line ${isFound ? '' : isChanged ? 'bg-accent-soft' : ''}`}
      />
    </tr>
  )
}

function Side({ line, lines, look }: { line: number | undefined; lines: readonly string[]; look: string }) {
  if (line === undefined) return <td colSpan={2} className="bg-sunken" />
  return (
    <>
      <td className={`line-number ${look}`}>{line}</td>
      <Code html={lines[line - 1]} look={look.replace('border-s border-line', '')} />
    </>
  )
}

/** What went stands above what came. */
function UnifiedLine({ pair: { before, after, isChanged }, prepared, isFound }: Line) {
  const t = useText('source')
  const isGone = after === undefined
  const sign = isGone ? <Sign sign="−" text={t('removed')} /> : <Sign sign="+" text={t('added')} />
  const look = isGone ? 'bg-danger-soft' : isChanged && !isFound ? 'bg-accent-soft' : ''
  return (
    <tr className={look} data-picked={isFound || undefined}>
      <td className="line-number">{before}</td>
      <td className="line-number">{after}</td>
      {isChanged ? sign : <td className="sign"> </td>}
      <Code html={isGone ? prepared.before[(before ?? 1) - 1] : prepared.after[after - 1]} />
    </tr>
  )
}

function Sign({ sign, text }: { sign: string; text: string }) {
  return (
    <td className="sign">
      <span aria-hidden="true">{sign}</span>
      <span className="sr-only">{text}</span>
    </td>
  )
}

function Code({ html, look = '' }: { html: string | undefined; look?: string }) {
  // biome-ignore lint/security/noDangerouslySetInnerHtml: the text in it is escaped
  return <td className={look} dangerouslySetInnerHTML={{ __html: html || '\n' }} />
}

function Notes({
  findings,
  picked,
  isByHand,
}: {
  findings: readonly ReviewFinding[]
  picked: ReviewFinding | undefined
  isByHand: boolean
}) {
  const row = useRef<HTMLTableRowElement>(null)
  const isPicked = picked !== undefined && findings.includes(picked)
  useEffect(() => {
    if (isPicked && isByHand) row.current?.scrollIntoView({ block: 'center' })
  }, [isPicked, isByHand])
  return (
    <tr ref={row}>
      <td colSpan={columns} className="finding-notes">
        {findings.map((finding) => (
          <FindingNote
            key={`${finding.rule} ${finding.message}`}
            finding={finding}
            isPicked={finding === picked}
          />
        ))}
      </td>
    </tr>
  )
}
