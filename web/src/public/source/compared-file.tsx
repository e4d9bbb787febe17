import type { ListedFile, Listing } from '@nodeyard/analysis/listing'
import { Fragment, type ReactNode, useCallback, useMemo, useState } from 'react'
import { useText } from '../../ground/site/site.ts'
import { useLoaded } from '../../ground/ui/loaded.ts'
import { useMedia } from '../../ground/ui/use-media.ts'
import { type Content, readContent } from './content.ts'
import type { PairedLine, Stretch } from './paired-lines.ts'
import { Waiting } from './waiting.tsx'

/** A file in two versions; only one when it was added or removed. */
export interface FilePair {
  before?: ListedFile | undefined
  after?: ListedFile | undefined
}

export interface ListingPair {
  before?: Listing | undefined
  after: Listing
}

interface ComparedFileProps {
  file: FilePair
  listings: ListingPair
  /** Notes below lines of the later text, by line number. Lines with notes are always visible. */
  notes?: ReadonlyMap<number, ReactNode>
}

const noNotes: ReadonlyMap<number, ReactNode> = new Map()

/**
 * Compares a file with its earlier version: shows changed lines with some context, and the rest on request.
 */
export function ComparedFile({ file, listings, notes = noNotes }: ComparedFileProps) {
  const t = useText('source')
  const loaded = useLoaded(useCallback(() => prepare(file, listings), [file, listings]))
  if (loaded.state !== 'done') return <Waiting loaded={loaded} />
  const prepared = loaded.value
  if (prepared === 'no_text') return <p className="p-3 text-sm text-muted">{t('no_text_to_compare')}</p>
  if (prepared === 'too_different') return <p className="p-3 text-sm text-muted">{t('too_different')}</p>
  const isSame = !prepared.pairs.some(({ isChanged }) => isChanged)
  if (isSame && notes.size === 0) return <p className="p-3 text-sm text-muted">{t('same_text')}</p>
  return <Lines prepared={prepared} notes={notes} />
}

type PairedLines = typeof import('./paired-lines.ts')

/** The comparison code loads with the first file. */
interface Prepared extends Pick<PairedLines, 'shownPlaces' | 'stretchesOf' | 'oneUnderOther'> {
  pairs: PairedLine[]
  /** Lines as HTML. */
  before: string[]
  after: string[]
}

const noText: Content = { kind: 'text', text: '' }

async function prepare(
  file: FilePair,
  listings: ListingPair,
): Promise<Prepared | 'no_text' | 'too_different'> {
  const [old, current] = await Promise.all([
    file.before && listings.before ? readContent(listings.before, file.before) : noText,
    file.after ? readContent(listings.after, file.after) : noText,
  ])
  if (old.kind !== 'text' || current.kind !== 'text') return 'no_text'
  const [{ highlightedLines }, { pairedLines, ...cutting }] = await Promise.all([
    import('./highlight.ts'),
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
/** Two line numbers and two texts, or two line numbers, a sign and a text. */
const columns = 4

function Lines({ prepared, notes }: { prepared: Prepared; notes: ReadonlyMap<number, ReactNode> }) {
  const t = useText('source')
  const { pairs, shownPlaces, stretchesOf, oneUnderOther } = prepared
  const [opened, setOpened] = useState<ReadonlySet<number>>(new Set())
  const stretches = useMemo(
    () => stretchesOf(pairs, new Set([...shownPlaces(pairs, new Set(notes.keys())), ...opened])),
    [pairs, shownPlaces, stretchesOf, notes, opened],
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
      aria-label={t('differences')}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: long lines must scroll by keyboard too
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
                const note = pair.after === undefined ? undefined : notes.get(pair.after)
                const line = { pair, prepared, isNoted: note !== undefined }
                return (
                  <Fragment key={`${pair.before} ${pair.after}`}>
                    {isSplit ? <SplitLine {...line} /> : <UnifiedLine {...line} />}
                    {note !== undefined && (
                      <tr>
                        <td colSpan={columns} className="line-notes">
                          {note}
                        </td>
                      </tr>
                    )}
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
  const t = useText('source')
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
  isNoted: boolean
}

function SplitLine({ pair: { before, after, isChanged }, prepared, isNoted }: Line) {
  const t = useText('source')
  const come = `border-s border-line ${isNoted ? '' : isChanged ? 'bg-accent-soft' : ''}`
  return (
    <tr data-picked={isNoted || undefined}>
      <Side
        line={before}
        lines={prepared.before}
        look={isChanged ? 'bg-danger-soft' : ''}
        mark={isChanged && t('removed')}
      />
      <Side line={after} lines={prepared.after} look={come} mark={isChanged && t('added')} />
    </tr>
  )
}

interface SideProps {
  line: number | undefined
  lines: readonly string[]
  look: string
  /** Marks the change for users who cannot distinguish the colors. */
  mark: string | false
}

function Side({ line, lines, look, mark }: SideProps) {
  if (line === undefined) return <td colSpan={2} className="bg-sunken" />
  return (
    <>
      <td className={`line-number ${look}`}>
        {line}
        {mark && <span className="sr-only">{mark}</span>}
      </td>
      <Code html={lines[line - 1]} look={look.replace('border-s border-line', '')} />
    </>
  )
}

/** In a single column, removed lines come before added ones. */
function UnifiedLine({ pair: { before, after, isChanged }, prepared, isNoted }: Line) {
  const t = useText('source')
  const isGone = after === undefined
  const sign = isGone ? <Sign sign="−" text={t('removed')} /> : <Sign sign="+" text={t('added')} />
  const look = isGone ? 'bg-danger-soft' : isChanged && !isNoted ? 'bg-accent-soft' : ''
  return (
    <tr className={look} data-picked={isNoted || undefined}>
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
