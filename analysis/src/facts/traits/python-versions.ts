/** Python 3 versions that packs can run on, by their second number. */
const offered = [8, 9, 10, 11, 12, 13, 14] as const
const maxRangeLength = 300

/**
 * Lists the Python versions that a `requires-python` range includes, such as `3.11`. Returns undefined for a text that is
 * not a range. Source: PEP 440, version specifiers.
 */
export function pythonVersionsIn(range: string): string[] | undefined {
  const clauses = range
    .slice(0, maxRangeLength)
    .split(',')
    .map((clause) => clause.trim())
    .filter((clause) => clause !== '')
  if (clauses.length === 0) return undefined
  const accepts = clauses.map(readClause)
  if (accepts.includes(undefined)) return undefined
  return offered.filter((minor) => accepts.every((one) => one?.(minor))).map((minor) => `3.${minor}`)
}

const clausePattern =
  /^(===?|>=|<=|!=|~=|>|<)?\s*v?(\d{1,4})(?:\.(\d{1,4}|\*))?(?:\.(\d{1,4}|\*))?(?:\.\*|[a-z]+\d*)?$/i

/** A version fits if any of its releases does, so the third number matters only where it excludes all of them. */
function readClause(clause: string): ((minor: number) => boolean) | undefined {
  const [whole, operator = '==', major = '', second, third] = clausePattern.exec(clause) ?? []
  if (whole === undefined) return undefined
  const isOpen = second === undefined || second === '*'
  const at = Number(major) * 1000 + (isOpen ? 0 : Number(second))
  const place = (minor: number) => 3000 + minor
  const isSame = (minor: number) => (isOpen ? Number(major) === 3 : place(minor) === at)
  switch (operator) {
    case '>=':
      return (minor) => place(minor) >= at
    case '>':
      return (minor) => (isOpen ? Number(major) < 3 || minor > 0 : place(minor) >= at)
    case '<=':
      return (minor) => place(minor) <= at
    case '<':
      // Releases of 3.12 itself come before 3.12.3.
      return (minor) =>
        third !== undefined && third !== '*' && third !== '0' ? place(minor) <= at : place(minor) < at
    case '!=':
      return (minor) => (third === undefined || third === '*' ? !isSame(minor) : true)
    case '~=':
      return (minor) => (third === undefined ? Number(major) === 3 && place(minor) >= at : isSame(minor))
    default:
      return isSame
  }
}
