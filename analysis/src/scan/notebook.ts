interface Cell {
  cell_type?: unknown
  source?: unknown
}

/** Returns the code of the notebooks among these files. Commands and magics become equivalent calls. */
export function notebookCode(texts: ReadonlyMap<string, string>): { path: string; text: string }[] {
  return [...texts].flatMap(([path, text]) => {
    const code = path.toLowerCase().endsWith('.ipynb') ? codeOf(text) : undefined
    return code ? [{ path, text: code }] : []
  })
}

function codeOf(text: string): string | undefined {
  try {
    const { cells }: { cells?: Cell[] } = JSON.parse(text)
    if (!Array.isArray(cells)) return undefined
    return cells
      .filter((cell) => cell?.cell_type === 'code')
      .map(({ source }) => (Array.isArray(source) ? source.join('') : String(source ?? '')))
      .flatMap((source) => source.split('\n'))
      .map(toCall)
      .join('\n')
  } catch {
    return undefined
  }
}

/** `!ls` and `%run x.py` are commands of the notebook, not Python. */
function toCall(line: string): string {
  const [, indent = '', command] = /^(\s*)!{1,2}(.*)$/.exec(line) ?? []
  if (command !== undefined) return `${indent}__import__("os").system(${JSON.stringify(command)})`
  return /^\s*%/.test(line) ? '' : line
}
