import { type MouseEvent, useEffect } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { useText } from '../../ground/site/site.ts'
import { hashOf, lineRangeIn } from './line-range.ts'

/**
 * Text with numbered lines. A click on a number links to its line; with Shift, to the range from the previous
 * one.
 */
export function CodeLines({ lines, className }: { lines: string[]; className: string }) {
  const t = useText('source')
  const { hash, search } = useLocation()
  const navigate = useNavigate()
  const range = lineRangeIn(hash)
  const first = range?.from
  useEffect(() => {
    if (first !== undefined) document.getElementById(`L${first}`)?.scrollIntoView({ block: 'center' })
    // Scrolls only for the initial address; a selected line is already in view.
  }, [first])
  const pick = (event: MouseEvent<HTMLAnchorElement>, line: number) => {
    if (!event.shiftKey || first === undefined) return
    event.preventDefault()
    void navigate({ search, hash: hashOf(line, first) }, { replace: true, preventScrollReset: true })
  }
  return (
    <section
      dir="ltr"
      aria-label={t('code')}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: long lines must scroll by keyboard too
      tabIndex={0}
      className={`overflow-x-auto ${className}`}
    >
      <table className="code-lines">
        <tbody>
          {lines.map((html, index) => {
            const line = index + 1
            const isPicked = range !== undefined && line >= range.from && line <= range.to
            return (
              <tr key={line} id={`L${line}`} data-picked={isPicked || undefined}>
                <th scope="row">
                  <a
                    href={hashOf(line)}
                    aria-label={t('line', { number: line })}
                    onClick={(event) => pick(event, line)}
                  >
                    {line}
                  </a>
                </th>
                {/* biome-ignore lint/security/noDangerouslySetInnerHtml: the text in it is escaped */}
                <td dangerouslySetInnerHTML={{ __html: html || '\n' }} />
              </tr>
            )
          })}
        </tbody>
      </table>
    </section>
  )
}
