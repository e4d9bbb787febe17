import { CopyButton } from './copy-button.tsx'

/** Terminal commands with a copy button. Always left to right. */
export function Command({ text, copyLabel }: { text: string; copyLabel: string }) {
  return (
    <div className="flex items-start gap-1 rounded-md border border-line bg-sunken ps-3" dir="ltr">
      <code className="grid min-w-0 flex-1 gap-1 py-2 font-mono text-sm wrap-anywhere">
        {text.split('\n').map((line) => (
          <Line key={line} text={line} />
        ))}
      </code>
      <CopyButton text={text} label={copyLabel} />
    </div>
  )
}

function Line({ text }: { text: string }) {
  return (
    <span>
      {text.split(/(?<= )/).map((word, place) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the words of a line never move
        <span key={place} className="inline-block max-w-full whitespace-pre-wrap">
          {word}
        </span>
      ))}
    </span>
  )
}
