/** Renders text between backticks as code. A single backtick stays as it is. */
export function CodeText({ text }: { text: string }) {
  const parts = text.split('`')
  // With an even number of parts, the last backtick has no match.
  const closed = parts.length % 2 === 0 ? parts.slice(0, -2) : parts
  const rest = parts.length % 2 === 0 ? parts.slice(-2).join('`') : undefined
  return (
    <>
      {closed.map((part, index) =>
        index % 2 === 1 ? (
          // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a sentence never move
          <code key={index} dir="ltr" className="rounded-sm bg-sunken px-1 font-mono text-[0.9em]">
            {part}
          </code>
        ) : (
          part
        ),
      )}
      {rest}
    </>
  )
}
