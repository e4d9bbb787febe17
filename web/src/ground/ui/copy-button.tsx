import { useEffect, useState } from 'react'
import { useText } from '../site/site.ts'
import { Icon } from './icon.tsx'

const shownMs = 2000

/** Copies a text. Hidden without JavaScript, when the text can still be selected. */
export function CopyButton({ text, label }: { text: string; label: string }) {
  const t = useText('common')
  const [copied, setCopied] = useState(false)
  useEffect(() => {
    if (!copied) return
    const timer = setTimeout(() => setCopied(false), shownMs)
    return () => clearTimeout(timer)
  }, [copied])
  return (
    <button
      type="button"
      aria-label={label}
      title={label}
      className="needs-script grid size-9 shrink-0 place-items-center rounded-md text-muted hover:bg-line hover:text-ink"
      onClick={() => void navigator.clipboard?.writeText(text).then(() => setCopied(true), selectNothing)}
    >
      <Icon name={copied ? 'check' : 'copy'} />
      <span role="status" className="sr-only">
        {copied ? t('copied') : ''}
      </span>
    </button>
  )
}

/** The browser can deny access to the clipboard; the text can still be selected. */
function selectNothing(): void {}
