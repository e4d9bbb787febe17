import { CopyButton } from './copy-button.tsx'

/** A line for a terminal, with a button that copies it. Always left to right. */
export function Command({ text, copyLabel }: { text: string; copyLabel: string }) {
  return (
    <div className="flex items-center gap-1 rounded-md border border-line bg-sunken ps-3" dir="ltr">
      <code className="min-w-0 flex-1 py-2 font-mono text-sm wrap-anywhere">
        {text.split(/(?<= )/).map((word, place) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the words of one line never change their places
          <span key={place} className="inline-block max-w-full whitespace-pre-wrap">
            {word}
          </span>
        ))}
      </code>
      <CopyButton text={text} label={copyLabel} />
    </div>
  )
}
