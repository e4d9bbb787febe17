import type { ReactNode } from 'react'
import { Icon, type IconName } from './icon.tsx'

const tones = {
  good: { look: 'bg-accent-soft text-accent-strong', icon: 'check' },
  info: { look: 'bg-info-soft text-info', icon: 'info' },
  warn: { look: 'bg-warn-soft text-warn', icon: 'warning' },
  danger: { look: 'bg-danger-soft text-danger', icon: 'blocked' },
} as const satisfies Record<string, { look: string; icon: IconName }>

/** Information that users need before they act. */
export function Notice({
  tone,
  title,
  children,
}: {
  tone: keyof typeof tones
  title: string
  children?: ReactNode
}) {
  const { look, icon } = tones[tone]
  return (
    <div className={`flex gap-3 rounded-md px-4 py-3 text-sm ${look}`}>
      <Icon name={icon} className="mt-0.5" />
      <div className="min-w-0">
        <p className="font-semibold">{title}</p>
        {children && <div className="text-ink">{children}</div>}
      </div>
    </div>
  )
}
