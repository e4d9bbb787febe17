import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { links } from '../../ground/paths/links.ts'
import { Badge, type Tone } from '../../ground/ui/badge.tsx'
import { Icon } from '../../ground/ui/icon.tsx'
import type { OperationLine } from './openapi.ts'

const tones: Record<string, Tone> = {
  GET: 'accent',
  POST: 'info',
  PUT: 'warn',
  PATCH: 'warn',
  DELETE: 'danger',
}

interface OperationBoxProps {
  line: OperationLine
  isOpen: boolean
  /** Details of the open operation. */
  children: ReactNode
}

/**
 * A line that links to the details of an operation at its own address. More than a hundred collapsed boxes
 * would make the page slow.
 */
export function OperationBox({ line, isOpen, children }: OperationBoxProps) {
  const { id, method, path, summary, access } = line
  return (
    <li id={id} className="scroll-mt-6 rounded-lg border border-line bg-surface">
      <Link
        to={links.apiDocs(isOpen ? {} : { operation: id })}
        preventScrollReset
        aria-expanded={isOpen}
        className="flex flex-wrap items-center gap-x-3 gap-y-1 rounded-lg px-4 py-3 text-sm hover:bg-sunken"
      >
        <Badge tone={tones[method] ?? 'plain'}>{method}</Badge>
        <bdi className="min-w-0 font-mono font-semibold break-all">{path}</bdi>
        {access && access !== 'public' && <Badge>{access}</Badge>}
        <span className="min-w-0 text-muted max-sm:w-full" lang="en" dir="auto">
          {summary}
        </span>
        <Icon name="down" className={isOpen ? 'ms-auto rotate-180 text-muted' : 'ms-auto text-muted'} />
      </Link>
      {children}
    </li>
  )
}
