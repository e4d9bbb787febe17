import type { TextareaHTMLAttributes } from 'react'
import { useFormats, useText } from '../site/site.ts'
import { useEarlyChange } from './early-acts.ts'
import { FieldFrame, type Framed } from './field-frame.tsx'

type TextArea = Framed & TextareaHTMLAttributes<HTMLTextAreaElement>

/** Share of the limit from which the remaining characters are shown. */
const nearLimit = 0.8

/** Labeled text area that shows the remaining characters near its limit. */
export function TextArea({ label, hint, problem, className = '', ...input }: TextArea) {
  const ref = useEarlyChange<HTMLTextAreaElement>(input.value, input.onChange)
  return (
    <FieldFrame label={label} hint={hint} problem={problem}>
      {(described) => (
        <>
          <textarea
            ref={ref}
            {...described}
            rows={5}
            className={`w-full rounded-md border bg-surface px-3 py-2 text-base field-sizing-content min-h-24 max-h-96 placeholder:text-muted ${problem ? 'border-danger' : 'border-edge'} ${className}`}
            {...input}
          />
          <Length text={String(input.value ?? '')} maxLength={input.maxLength} />
        </>
      )}
    </FieldFrame>
  )
}

function Length({ text, maxLength }: { text: string; maxLength: number | undefined }) {
  const t = useText('forms')
  const formats = useFormats()
  if (maxLength === undefined || text.length < maxLength * nearLimit) return null
  const [number, max] = [formats.number(text.length), formats.number(maxLength)]
  return <p className="text-end text-sm text-muted tabular-nums">{t('length_of', { number, max })}</p>
}
