import { type ReactNode, useEffect, useState } from 'react'
import { Link } from 'react-router'
import { type CompareSearch, compareLink } from '../../ground/paths/compare-links.ts'
import { inLocale } from '../../ground/paths/links.ts'
import { useSite, useText } from '../../ground/site/site.ts'
import { Button } from '../../ground/ui/button.tsx'
import { Icon } from '../../ground/ui/icon.tsx'
import { isSame, type Row, toMarkdown } from './rows.ts'

export interface Column {
  id: string
  title: string
  to: string
  /** Address of the comparison without this column. */
  without: string
  hue: string
  picture: ReactNode
}

interface Comparison {
  search: CompareSearch
  columns: readonly Column[]
  rows: readonly Row[]
}

/** Table with one column per pack or node. Scrolls sideways on small screens; the first column stays. */
export function Comparison({ search, columns, rows }: Comparison) {
  const t = useText('compare')
  const shown = search.differences && columns.length > 1 ? rows.filter((row) => !isSame(row)) : rows
  return (
    <div className="grid grid-cols-1 gap-4">
      <div className="flex flex-wrap items-center gap-2">
        {columns.length > 1 && (
          <Link
            to={compareLink({ ...search, differences: !search.differences })}
            preventScrollReset
            replace
            role="switch"
            aria-checked={search.differences}
            className="inline-flex min-h-9 items-center gap-2 rounded-full px-3 text-sm text-muted hover:bg-sunken aria-checked:bg-accent-soft aria-checked:font-medium aria-checked:text-accent-strong"
          >
            <Icon name={search.differences ? 'check' : 'compare'} className="size-4" />
            {t('differences')}
          </Link>
        )}
        <CopyMarkdown columns={columns} rows={shown} />
      </div>
      <div className="compare-table">
        <table>
          <caption className="sr-only">{t('title')}</caption>
          <thead>
            <tr>
              <td />
              {columns.map((column) => (
                <Head key={column.id} column={column} />
              ))}
            </tr>
          </thead>
          <tbody>
            {shown.map((row) => (
              <Line key={row.name} row={row} ids={columns.map(({ id }) => id)} />
            ))}
          </tbody>
        </table>
      </div>
      {shown.length === 0 && <p className="text-sm text-muted">{t('no_differences')}</p>}
    </div>
  )
}

function Head({ column: { title, to, without, hue, picture } }: { column: Column }) {
  const t = useText('compare')
  return (
    <th scope="col" className={hue}>
      <div className="grid gap-2">
        {picture}
        <span className="flex items-start gap-1">
          <Link
            to={to}
            className="font-display min-w-0 flex-1 text-base break-words hover:underline"
            dir="auto"
          >
            {title}
          </Link>
          <Link
            to={without}
            preventScrollReset
            aria-label={t('remove_name', { name: title })}
            className="grid size-7 shrink-0 place-items-center rounded-md text-muted hover:bg-sunken hover:text-ink"
          >
            <Icon name="close" className="size-4" />
          </Link>
        </span>
      </div>
    </th>
  )
}

const shownValues = 12

function Line({ row, ids }: { row: Row; ids: readonly string[] }) {
  return (
    <tr data-same={ids.length > 1 && isSame(row) ? '' : undefined}>
      <th scope="row">{row.name}</th>
      {ids.map((id, place) => (
        <td key={id}>
          <Values values={row.values[place] ?? []} isCode={row.isCode ?? false} />
        </td>
      ))}
    </tr>
  )
}

function Values({ values, isCode }: { values: readonly string[]; isCode: boolean }) {
  const t = useText('compare')
  if (values.length === 0) return <span className="text-muted">–</span>
  const list = (some: readonly string[]) => (
    <ul className="grid gap-0.5">
      {some.map((value) => (
        <li
          key={value}
          dir={isCode ? 'ltr' : 'auto'}
          className={`break-words ${isCode ? 'own-direction font-mono text-xs' : ''}`}
        >
          {value}
        </li>
      ))}
    </ul>
  )
  if (values.length <= shownValues) return list(values)
  return (
    <>
      {list(values.slice(0, shownValues))}
      <details className="mt-0.5">
        <summary className="text-xs text-accent">{t('more', { count: values.length - shownValues })}</summary>
        {list(values.slice(shownValues))}
      </details>
    </>
  )
}

const copiedMs = 2000

function CopyMarkdown({ columns, rows }: Pick<Comparison, 'columns' | 'rows'>) {
  const t = useText('compare')
  const copiedText = useText('common')('copied')
  const { siteUrl, locale } = useSite().settings
  const [isCopied, setCopied] = useState(false)
  useEffect(() => {
    if (!isCopied) return
    const timer = setTimeout(() => setCopied(false), copiedMs)
    return () => clearTimeout(timer)
  }, [isCopied])
  const copy = async () => {
    const titles = columns.map(({ title, to }) => ({ text: title, url: siteUrl + inLocale(locale, to) }))
    await navigator.clipboard.writeText(toMarkdown(titles, rows))
    setCopied(true)
  }
  return (
    <>
      <Button className="needs-script" onClick={() => void copy().catch(() => setCopied(false))}>
        <Icon name={isCopied ? 'check' : 'copy'} className="size-4" />
        {isCopied ? copiedText : t('copy_markdown')}
      </Button>
      <span role="status" className="sr-only">
        {isCopied ? copiedText : ''}
      </span>
    </>
  )
}
