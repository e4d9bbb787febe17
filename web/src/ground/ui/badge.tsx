import type { ReactNode } from 'react'

const tones = {
  plain: 'bg-sunken text-muted',
  accent: 'bg-accent-soft text-accent-strong',
  flow: 'bg-flow-soft text-flow-strong',
  warn: 'bg-warn-soft text-warn',
  danger: 'bg-danger-soft text-danger',
  info: 'bg-info-soft text-info',
} as const

export type Tone = keyof typeof tones

export function Badge({
  tone = 'plain',
  title,
  children,
}: {
  tone?: Tone
  title?: string
  children: ReactNode
}) {
  return (
    <span
      className={`inline-flex items-center gap-1 rounded-full px-2 py-0.5 text-xs font-medium whitespace-nowrap ${tones[tone]}`}
      {...(title ? { title } : {})}
    >
      {children}
    </span>
  )
}
