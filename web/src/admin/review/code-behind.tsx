import type { ChangedPart, CodePart, ReviewFinding } from '@nodeyard/contract/safety'
import { useCallback } from 'react'
import { useFormats, useText } from '../../ground/site/site.ts'
import { Fold } from '../../ground/ui/fold.tsx'
import { useLoaded } from '../../ground/ui/loaded.ts'
import { Waiting } from '../../public/source/waiting.tsx'
import { type Choice, choices, type Verdicts } from './verdicts.ts'

interface CodeBehind {
  finding: ReviewFinding
  verdicts: Verdicts
  onVerdict(digest: string, choice: Choice): void
}

/** The code that a decision about the finding is about: only what changed, if there was a decision before. */
export function CodeBehind({ finding, verdicts, onVerdict }: CodeBehind) {
  const t = useText('admin-review')
  const { digest, parts = [], change, settles } = finding
  const formats = useFormats()
  const names: Readonly<Record<Choice, string>> = {
    follow: t('verdict_follow'),
    approve: t('verdict_approve'),
    reject: t('verdict_reject'),
    approve_everywhere: t('verdict_approve_everywhere'),
    reject_everywhere: t('verdict_reject_everywhere'),
  }
  if (digest === undefined) return null
  const chosen = verdicts.get(digest) ?? 'follow'
  return (
    <section aria-label={t('code_behind')} className="grid gap-2 rounded-md border border-line p-3 text-sm">
      {change && (
        <>
          <p className="font-medium">
            {t(change.since.verdict === 'approved' ? 'changed_since_approval' : 'changed_since_rejection', {
              date: formats.date(change.since.at),
              version: change.since.version,
            })}
          </p>
          {change.parts.map((part) => (
            <Change key={placeOf(part)} part={part} />
          ))}
        </>
      )}
      <Fold look="font-medium" title={t('code_of_finding', { count: parts.length })}>
        <div className="mt-2 grid gap-2">
          {parts.map((part) => (
            <Code key={placeOf(part)} part={part} />
          ))}
        </div>
      </Fold>
      {settles && settles.releases > 0 && (
        <p className="text-muted">
          {t('same_code_in', {
            count: settles.releases,
            nodes: formats.number(settles.nodes),
            waiting: formats.number(settles.waiting),
          })}
        </p>
      )}
      <label className="flex flex-wrap items-center gap-2">
        {t('verdict')}
        <select
          className="rounded-md border border-line bg-surface px-2 py-1"
          value={chosen}
          onChange={(event) => onVerdict(digest, event.target.value as Choice)}
        >
          {choices.map((choice) => (
            <option key={choice} value={choice}>
              {names[choice]}
            </option>
          ))}
        </select>
      </label>
      {chosen.endsWith('_everywhere') && <p className="text-muted">{t('everywhere_hint')}</p>}
    </section>
  )
}

const placeOf = ({ file, name, line }: Pick<CodePart, 'file' | 'name' | 'line'>) =>
  `${file}:${line} ${name}`.trim()

function Place({ part }: { part: Pick<CodePart, 'file' | 'name' | 'line'> }) {
  return (
    <bdi dir="ltr" className="font-mono text-xs break-all text-muted">
      {placeOf(part)}
    </bdi>
  )
}

const look = 'overflow-x-auto rounded-md bg-sunken px-3 py-2 font-mono text-xs'

function Code({ part }: { part: CodePart }) {
  const t = useText('admin-review')
  return (
    <div className="grid gap-1">
      <Place part={part} />
      {part.text === undefined ? (
        <p className="text-muted">{t('no_code')}</p>
      ) : (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: long lines are scrolled by keyboard too
        <pre dir="ltr" tabIndex={0} className={look}>
          {part.text}
        </pre>
      )}
    </div>
  )
}

function Change({ part }: { part: ChangedPart }) {
  const t = useText('admin-review')
  const { before = '', after = '' } = part
  const loaded = useLoaded(useCallback(() => linesOf(before, after), [before, after]))
  if (loaded.state !== 'done') return <Waiting loaded={loaded} />
  return (
    <div className="grid gap-1">
      <Place part={part} />
      {before === '' && after === '' ? (
        <p className="text-muted">{t('no_code')}</p>
      ) : (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: long lines are scrolled by keyboard too
        <pre dir="ltr" tabIndex={0} className={look}>
          {loaded.value.map(({ key, sign, text }) => (
            <Line key={key} sign={sign} text={text} />
          ))}
        </pre>
      )}
    </div>
  )
}

function Line({ sign, text }: { sign: Sign; text: string }) {
  const tone = sign === '+' ? 'bg-accent-soft' : sign === '−' ? 'bg-danger-soft' : ''
  const line = `${sign} ${text}\n`
  if (sign === '+') return <ins className={`block no-underline ${tone}`}>{line}</ins>
  if (sign === '−') return <del className={`block no-underline ${tone}`}>{line}</del>
  return <span className="block">{line}</span>
}

type Sign = '+' | '−' | ' '

/** Comparing texts is code of its own, which loads when something is compared. */
async function linesOf(before: string, after: string): Promise<{ key: string; sign: Sign; text: string }[]> {
  const { pairedLines, oneUnderOther } = await import('../../public/source/paired-lines.ts')
  const [old, current] = [linesIn(before), linesIn(after)]
  const pairs = pairedLines(old, current)
  if (!pairs)
    return [
      ...old.map((text, i) => ({ key: `-${i}`, sign: '−' as const, text })),
      ...current.map((text, i) => ({ key: `+${i}`, sign: '+' as const, text })),
    ]
  return oneUnderOther(pairs).map((pair) => ({
    key: `${pair.before} ${pair.after}`,
    sign: pair.after === undefined ? '−' : pair.isChanged ? '+' : ' ',
    text: (pair.after === undefined ? old[(pair.before ?? 1) - 1] : current[pair.after - 1]) ?? '',
  }))
}

function linesIn(text: string): string[] {
  return text === '' ? [] : text.split('\n')
}
