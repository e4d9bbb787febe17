/**
 * Commands used in advice. A test runs every one of them. They work in the shells of Windows, macOS and
 * Linux.
 */

/** Whether every shell reads the path as one plain word. */
function quotable(path: string): boolean {
  return /^[\w./-]+$/.test(path) && !path.startsWith('-')
}

/** Builds a command that prints Python's verdict on a source file, and writes nothing. */
export function compileCommand(path: string): string | undefined {
  return quotable(path) ? `python -c "compile(open('${path}','rb').read(), '${path}', 'exec')"` : undefined
}

/** Prints Python's verdict on a project file. */
export const tomlCommand = `python -c "import tomllib; tomllib.load(open('pyproject.toml','rb'))"`

/** Python's names of the recognized encodings. */
const pythonNames: Readonly<Record<string, string>> = {
  'UTF-8': 'utf-8-sig',
  'UTF-16': 'utf-16',
  'UTF-16LE': 'utf-16-le',
  'UTF-16BE': 'utf-16-be',
  'UTF-32': 'utf-32',
  GB18030: 'gb18030',
  'Latin-1': 'latin-1',
}

/** Builds a command that converts a text to UTF-8. */
export function toUtf8Command(path: string, encoding: string): string | undefined {
  const name = pythonNames[encoding]
  return name !== undefined && quotable(path)
    ? `python -c "from pathlib import Path; p = Path('${path}'); p.write_text(p.read_text('${name}'), 'utf-8')"`
    : undefined
}
