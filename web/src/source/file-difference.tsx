import type { Listing } from '@nodeyard/analysis/archive/listing'
import type { FileChange } from '@nodeyard/analysis/compare/files'
import { useCallback } from 'react'
import { useText } from '../site.ts'
import { useLoaded } from '../ui/loaded.ts'
import { readContent } from './content.ts'
import type { Difference } from './difference.ts'
import { Waiting } from './waiting.tsx'

export interface Compared {
  before: Listing
  after: Listing
}

/** The lines of a file that were taken out and put in, with a few around them. */
export function FileDifference({ change, compared }: { change: FileChange; compared: Compared }) {
  const t = useText('source')
  const loaded = useLoaded(useCallback(() => findDifference(change, compared), [change, compared]))
  if (loaded.state !== 'done') return <Waiting loaded={loaded} />
  const { value } = loaded
  if (value === 'no_text') return <p className="px-4 pb-4 text-muted">{t('no_text_to_compare')}</p>
  if (value === 'too_different') return <p className="px-4 pb-4 text-muted">{t('too_different')}</p>
  if (value.length === 0) return <p className="px-4 pb-4 text-muted">{t('same_text')}</p>
  return <Hunks hunks={value} />
}

type Found = Difference[] | 'no_text' | 'too_different'

/** The code that compares texts comes with the first of them. */
async function findDifference({ before, after }: FileChange, compared: Compared): Promise<Found> {
  const [old, current] = await Promise.all([
    before ? readContent(compared.before, before) : noText,
    after ? readContent(compared.after, after) : noText,
  ])
  if (old.kind !== 'text' || current.kind !== 'text') return 'no_text'
  const { differencesOf } = await import('./difference.ts')
  return differencesOf(old.text, current.text) ?? 'too_different'
}

const noText = { kind: 'text', text: '' } as const

const looks = { added: 'bg-accent-soft', removed: 'bg-danger-soft', same: '' } as const
const signs = { added: '+', removed: '−', same: ' ' } as const

function Hunks({ hunks }: { hunks: Difference[] }) {
  const t = useText('source')
  return (
    <section
      dir="ltr"
      aria-label={t('differences')}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: long lines are scrolled by keyboard too
      tabIndex={0}
      className="overflow-x-auto border-t border-line"
    >
      <table className="code-lines">
        {hunks.map(({ oldStart, newStart, lines }) => (
          <tbody key={`${oldStart} ${newStart}`}>
            <tr>
              <td colSpan={4} className="bg-sunken text-muted">
                @@ {oldStart} → {newStart} @@
              </td>
            </tr>
            {lines.map(({ kind, text, oldLine, newLine }) => (
              <tr key={`${oldLine} ${newLine} ${kind}`} className={looks[kind]}>
                <td className="line-number">{kind === 'added' ? '' : oldLine}</td>
                <td className="line-number">{kind === 'removed' ? '' : newLine}</td>
                <td className="sign">
                  <span aria-hidden="true">{signs[kind]}</span>
                  {kind !== 'same' && (
                    <span className="sr-only">{kind === 'added' ? t('added') : t('removed')}</span>
                  )}
                </td>
                <td>{text || '\n'}</td>
              </tr>
            ))}
          </tbody>
        ))}
      </table>
    </section>
  )
}
